-- Other servers are told what happens to the newspaper, by Standard Webhooks (https://www.standardwebhooks.com).
create table webhooks (
    id integer generated always as identity primary key,
    url text not null check (url ~ '^https?://' and length(url) <= 2000),
    description text not null default '' check (length(description) <= 200),
    -- Of which types of events it is told.
    events text[] not null check (cardinality(events) between 1 and 50),
    created_by integer references editors,
    created_at timestamptz not null default now(),
    -- Null while it is told.
    disabled_at timestamptz,
    -- Somebody paused it, or it answered 410 Gone.
    disabled_reason text check (disabled_reason in ('paused', 'gone')),
    revision integer not null default 1,
    check ((disabled_at is null) = (disabled_reason is null))
);

-- Kept as they are, since they must sign. One that was replaced goes on signing until it ends.
create table webhook_secrets (
    id integer generated always as identity primary key,
    webhook_id integer not null references webhooks on delete cascade,
    secret text not null check (secret like 'whsec\_%' and length(secret) <= 100),
    ends_at timestamptz
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id);

-- The outbox: written in the transaction of what happened, so that neither is there without the other.
create table webhook_events (
    -- Told as webhook-id. No dot may be in it, since that parts what is signed.
    id text primary key default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type text not null check (type ~ '^[a-z]+\.[a-z]+$'),
    -- The whole body of the request.
    payload jsonb not null,
    at timestamptz not null default now()
);
create index webhook_events_age on webhook_events (at);

create table webhook_deliveries (
    id bigint generated always as identity primary key,
    event_id text not null references webhook_events on delete cascade,
    webhook_id integer not null references webhooks on delete cascade,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
    -- All tries, which only rise, so that a server that lost its lease cannot mistake another's try for its own.
    tries integer not null default 0,
    -- The place in the schedule, which begins anew when somebody sends it again.
    step smallint not null default 0,
    next_try_at timestamptz not null default now(),
    -- A server is at it; after this moment it is taken for dead.
    leased_until timestamptz,
    unique (event_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where state = 'pending';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);

create table webhook_tries (
    id bigint generated always as identity primary key,
    delivery_id bigint not null references webhook_deliveries on delete cascade,
    at timestamptz not null default now(),
    -- The HTTP status; null where there was no answer, but an error.
    status smallint,
    milliseconds integer not null,
    -- The beginning of the answer.
    answer text not null default '' check (length(answer) <= 1024),
    error text not null default ''
);
create index webhook_tries_delivery on webhook_tries (delivery_id, id desc);
