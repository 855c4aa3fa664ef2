-- Codes that stand for the second factor once, for people who have lost their phone. Only the SHA-256 is kept: they have 66 random bits.
create table recovery_codes (
    editor_id integer not null references editors on delete cascade,
    hash bytea not null check (octet_length(hash) = 32),
    primary key (editor_id, hash)
);
