-- Transparency is kept now. What was made without it is made again in the background; the JPEGs are shown until then, as before.
delete from renditions r using pictures p
    where r.picture = p.hash and p.format <> 'jpeg' and r.format in ('png', 'webp', 'avif');
update pictures set made = '{}', claimed_at = null where format <> 'jpeg' and replaced_by is null;
