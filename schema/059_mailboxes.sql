-- The folder to which mails come back: up to where it was read, and what the last look came to.
create table mailboxes (
    -- Server, user and folder, without the password.
    name text primary key check (length(name) <= 1000),
    -- Null until the first look, which notes where the folder ends.
    validity bigint,
    next_number bigint,
    -- When a server looks next; one that is at it moves this to the end of its lease.
    next_look_at timestamptz not null default now(),
    looked_at timestamptz,
    -- Why the last look failed; empty if it did not.
    fault text not null default '' check (length(fault) <= 300)
);
