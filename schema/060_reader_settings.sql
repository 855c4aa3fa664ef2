-- How far somebody has read a story, in thousandths of its height; null if that is not known.
alter table reader_items add column place smallint check (place between 0 and 1000);
-- The app's settings as fields of the context form, the same in all browsers in which a reader is logged in, and the reader's revision at
-- their last change.
alter table readers
    add column settings text check (octet_length(settings) <= 4000),
    add column settings_revision bigint not null default 0;
