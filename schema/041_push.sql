-- Stories on lock screens: Web Push (RFC 8030, RFC 8291, RFC 8292).

-- The newspaper's keys, by which push services know who sends. Subscriptions keep the key that they were made with.
create table push_keys (
    id bigint generated always as identity primary key,
    -- Sealed with the newspaper's secret, which is not in the database.
    sealed bytea not null,
    -- What browsers compare: an uncompressed point as base64url.
    public_key text not null unique check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
    created_at timestamptz not null default now(),
    -- Null for the one that new subscriptions get.
    replaced_at timestamptz
);
create unique index push_keys_current on push_keys ((true)) where replaced_at is null;

-- The servers of push services, by scheme, name and port.
create table push_hosts (
    host text primary key check (length(host) <= 300),
    -- Nothing is sent to it before.
    held_until timestamptz,
    -- Holds since its last answer that accepted a message.
    holds integer not null default 0
);

-- Devices whose readers want to be told. Of the identifier that we gave only the SHA-256 is kept: it has 128 random bits.
create table push_subscriptions (
    id bigint generated always as identity primary key,
    id_hash bytea not null unique check (octet_length(id_hash) = 32),
    key_id bigint not null references push_keys,
    -- Where the service takes messages for this device: a secret.
    endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
    host text not null references push_hosts,
    -- By which a message can be read by the device alone (RFC 8291, 3.1).
    public_key bytea not null check (octet_length(public_key) = 65),
    secret bytea not null check (octet_length(secret) = 16),
    -- Names such as front, section/city.
    topics text[] not null check (cardinality(topics) between 1 and 50),
    -- The cell of a tenth of a degree, only where the reader wants news of the surroundings.
    latitude numeric(3, 1) check (latitude between -90 and 90),
    longitude numeric(4, 1) check (longitude between -180 and 180),
    -- Minutes since midnight.
    quiet_from smallint check (quiet_from between 0 and 1439),
    quiet_to smallint check (quiet_to between 0 and 1439),
    -- The most messages a day.
    cap smallint check (cap between 1 and 50),
    -- An IANA name; empty for the newspaper's own.
    time_zone text not null default '' check (length(time_zone) <= 64),
    -- What the device last said of itself, by the names of the context form.
    device jsonb not null default '{}' check (jsonb_typeof(device) = 'object' and octet_length(device::text) <= 4096),
    -- What it is counted by.
    device_class text not null check (length(device_class) <= 20),
    -- Whether its service takes short messages only.
    is_short boolean not null default false,
    -- The day (days since 1970, by the device's clock) on which it last got a message, and how many it got then.
    day integer not null default 0,
    count smallint not null default 0,
    created_at timestamptz not null default now(),
    -- When its app last said anything.
    seen_at timestamptz not null default now(),
    -- 90 days later.
    expires_at timestamptz not null,
    check ((quiet_from is null) = (quiet_to is null)),
    check ((latitude is null) = (longitude is null))
);
create index push_subscriptions_topics on push_subscriptions using gin (topics) with (fastupdate = off);
create index push_subscriptions_expiry on push_subscriptions (expires_at);

-- How many subscriptions came from a network on a day. Of the network only a keyed hash is kept, for two days.
create table push_networks (
    network bytea not null check (octet_length(network) = 32),
    day integer not null,
    subscriptions integer not null,
    primary key (network, day)
);

create table push_messages (
    id bigint generated always as identity primary key,
    article_id bigint not null references articles on delete cascade,
    -- A correction and a removal replace what is on screens.
    kind text not null check (kind in ('story', 'correction', 'removal')),
    -- The topics whose readers it is for; of a replacement those who got what it replaces.
    audience text[] not null,
    -- The line on the lock screen below the headline.
    text text not null check (length(text) <= 2000),
    -- The tag of the notification and the Topic of RFC 8030, 5.4: what has the same replaces its predecessor.
    tag text not null check (tag ~ '^[A-Za-z0-9_-]{1,32}$'),
    is_series boolean not null default false,
    is_urgent boolean not null default false,
    send_at timestamptz not null default now(),
    -- The end of its TTL.
    expires_at timestamptz not null,
    -- Open: devices are still added to it. Cancelled: nothing more is sent.
    state text not null default 'open' check (state in ('open', 'spread', 'cancelled')),
    -- Devices up to this number have their delivery.
    spread_to bigint not null default 0,
    made_by integer references editors,
    created_at timestamptz not null default now(),
    check (expires_at > send_at)
);
create index push_messages_open on push_messages (send_at, id) where state = 'open';
create index push_messages_article on push_messages (article_id);
create index push_messages_tag on push_messages (tag);
create index push_messages_end on push_messages (expires_at);

-- A message on its way to a device: its own outbox.
create table push_deliveries (
    subscription_id bigint not null references push_subscriptions on delete cascade,
    message_id bigint not null references push_messages on delete cascade,
    host text not null,
    -- When it is looked at next; null once it is over. A server that is at it moves this to the end of its lease.
    next_try_at timestamptz,
    -- Only rises, so that a server that lost its lease cannot mistake another's try for its own.
    tries integer not null default 0,
    -- The place in the schedule: tries since the last success of the host.
    step smallint not null default 0,
    -- Whether it waits for the reader's hours or the next day, or has waited for them.
    is_held boolean not null default false,
    -- Messages that were held back with it, and that it stands for.
    others integer not null default 0,
    -- Whether it counts to the reader's cap already.
    is_counted boolean not null default false,
    -- How it ended.
    outcome text check (outcome in ('sent', 'failed', 'gone', 'collapsed', 'replaced', 'withdrawn', 'expired', 'quiet', 'cap')),
    ended_at timestamptz,
    primary key (subscription_id, message_id),
    check ((next_try_at is null) = (outcome is not null))
);
create index push_deliveries_due on push_deliveries (host, next_try_at) where next_try_at is not null;
create index push_deliveries_message on push_deliveries (message_id, outcome);
create index push_deliveries_end on push_deliveries (ended_at) where ended_at is not null;

-- What became of messages, and what devices did with them: by class, never by device.
create table push_counts (
    message_id bigint not null references push_messages on delete cascade,
    device_class text not null,
    what text not null check (length(what) <= 20),
    devices integer not null,
    primary key (message_id, device_class, what)
);
