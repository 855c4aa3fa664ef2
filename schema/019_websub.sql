-- Who is told when a feed of ours changes: a hub by WebSub (https://www.w3.org/TR/websub/).

-- The feeds that somebody is told of, by their addresses below the public one.
create table websub_topics (
    path text primary key check (length(path) <= 300),
    -- The newspaper's revision as of which it was last seen whether the feed had changed.
    checked bigint not null default 0,
    -- A server is looking; after this moment it is taken for dead.
    leased_until timestamptz
);

-- What was asked of the hub and the subscriber has yet to confirm. The last request for a feed and a callback takes the place of those before.
create table websub_requests (
    id bigint generated always as identity primary key,
    topic text not null check (length(topic) <= 300),
    callback text not null check (callback ~ '^https?://' and length(callback) <= 2000),
    -- Of the callback: what the limits count by.
    host text not null,
    -- Denied: nothing is confirmed, the subscriber is only told that the feed is no more.
    mode text not null check (mode in ('subscribe', 'unsubscribe', 'denied')),
    -- Kept as it is, since it must sign.
    secret text check (octet_length(secret) between 1 and 199),
    lease_seconds integer not null,
    -- The newspaper's revision as of which the feed was as the subscriber could read it when it asked.
    revision bigint not null,
    asked_at timestamptz not null default now(),
    -- Rises when another request takes its place.
    version integer not null default 1,
    -- Only rises, so that a server that lost its lease cannot mistake another's try for its own.
    tries integer not null default 0,
    leased_until timestamptz,
    unique (topic, callback)
);
create index websub_requests_host on websub_requests (host);

-- A subscription is its own outbox: what it has of its feed, and when it is told next. It is always told of the feed as it is then.
create table websub_subscriptions (
    id bigint generated always as identity primary key,
    topic text not null references websub_topics on delete cascade,
    callback text not null check (callback ~ '^https?://' and length(callback) <= 2000),
    host text not null,
    -- Another hub that the operator names: it is told that the feed has changed, and no more.
    is_hub boolean not null default false,
    secret text check (octet_length(secret) between 1 and 199),
    created_at timestamptz not null default now(),
    -- The end of the lease.
    expires_at timestamptz,
    -- The revision (feed_states) of the feed that was delivered last.
    delivered bigint not null default 0,
    -- Null while nothing waits.
    next_try_at timestamptz,
    -- A server is at it; after this moment it is taken for dead.
    leased_until timestamptz,
    -- Only rises, as above.
    tries bigint not null default 0,
    -- The place in the schedule: tries since the last success.
    step smallint not null default 0,
    -- Why the last try failed; empty where it did not.
    fault text not null default '' check (length(fault) <= 200),
    check ((expires_at is null) = is_hub),
    unique (topic, callback, is_hub)
);
create index websub_subscriptions_due on websub_subscriptions (next_try_at, id) where next_try_at is not null;
create index websub_subscriptions_under_way on websub_subscriptions (host) where leased_until is not null;
create index websub_subscriptions_host on websub_subscriptions (host);
create index websub_subscriptions_callback on websub_subscriptions (callback);
create index websub_subscriptions_end on websub_subscriptions (expires_at);
