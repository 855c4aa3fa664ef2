-- The key with which the servers sign the puzzles of the log-in page, so that each of them knows the others'.
create table puzzle_key (
    is_only boolean primary key default true check (is_only),
    key bytea not null check (octet_length(key) = 32)
);
insert into puzzle_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
