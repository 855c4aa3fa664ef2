-- Entries that came without their page or a picture because a server could not give it just then: they are tried again.
create table source_retries (
    source_id integer not null,
    guid text not null,
    -- The entry as it was read, with what was fetched for it, in JSON: the feed may have lost it by the next try.
    entry text not null check (octet_length(entry) <= 131072),
    -- Tries after the first; one that a server did not live to finish counts.
    tries smallint not null default 0,
    -- Only rises, so that a server that lost its lease cannot mistake another's for its own.
    claims integer not null default 0,
    next_try_at timestamptz not null,
    -- A server is at it; after this moment it is taken for dead.
    leased_until timestamptz,
    primary key (source_id, guid),
    foreign key (source_id, guid) references source_entries on delete cascade
);
create index source_retries_due on source_retries (next_try_at);
