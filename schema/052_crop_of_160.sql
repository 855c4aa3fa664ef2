-- Wide crops come 160 pixels wide too, as lists show them on screens of one pixel a point: every picture's formats are looked through
-- again, and only what is missing is made.
update pictures set made = '{}', claimed_at = null where replaced_by is null;
