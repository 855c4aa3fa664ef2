-- What devices said of themselves once, so that they need not repeat it: what stays the same and what their readers insist on, never
-- who owns them, where they are, or the hardware's identifier. Of the identifier that we gave only the SHA-256 is kept: it has 128
-- random bits, so nothing slower is needed.
create table devices (
    id_hash bytea primary key check (octet_length(id_hash) = 32),
    fields jsonb not null check (jsonb_typeof(fields) = 'object' and octet_length(fields::text) <= 4096),
    created_at timestamptz not null default now(),
    -- 90 days after it was last used.
    expires_at timestamptz not null
);
create index devices_expiry on devices (expires_at);
