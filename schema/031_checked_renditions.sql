-- The SHA-256 of a rendition's file, by which damage is found. Null for those of an earlier version: n4md pictures check fills it in.
alter table renditions add checksum bytea check (length(checksum) = 32);
