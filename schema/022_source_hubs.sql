-- The hub of a source (https://www.w3.org/TR/websub/), which tells us when there is news in it.
create table source_hubs (
    source_id integer primary key references sources on delete cascade,
    hub text not null check (hub ~ '^https?://' and octet_length(hub) <= 2000),
    -- The feed as the hub knows it.
    topic text not null check (octet_length(topic) <= 2000),
    -- The last part of the address that the hub calls, which nobody else knows.
    token text not null unique,
    -- By what the hub signs. Kept as it is, since it must be computed with.
    secret text not null,
    -- Until when the hub tells us; null where it has not confirmed yet.
    expires_at timestamptz,
    next_ask_at timestamptz not null default now(),
    -- A server is asking; after this moment it is taken for dead.
    leased_until timestamptz,
    -- How often it was asked since it confirmed last.
    tries integer not null default 0,
    -- Why it does not tell us; empty where it does, or has not answered yet.
    fault text not null default '' check (length(fault) <= 300),
    -- When it called last; null where it never did, or there was news of which it did not tell.
    called_at timestamptz,
    -- Whether it called since the last fetch began.
    is_pinged boolean not null default false
);
create index source_hubs_due on source_hubs (next_ask_at);
