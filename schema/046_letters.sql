-- Newsletters: who gets them, and mails on their way.

-- The keys with which mails are signed (DKIM, RFC 6376).
create table mail_keys (
    id bigint generated always as identity primary key,
    -- The label at which the public key stands in the domain name system.
    selector text not null unique check (selector ~ '^[a-z0-9-]{1,63}$'),
    -- Sealed with the newspaper's secret, which is not in the database.
    sealed bytea not null,
    created_at timestamptz not null default now(),
    -- Null for the one that signs.
    replaced_at timestamptz
);
create unique index mail_keys_current on mail_keys ((true)) where replaced_at is null;

-- People whose address we know. One that was never confirmed goes after two days.
create table readers (
    id bigint generated always as identity primary key,
    address text not null check (length(address) between 3 and 254),
    -- The language of the pages on which they gave it.
    language text not null default '' check (length(language) <= 35),
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    -- Mails to it that its domain gave back for now, and when the last one came.
    bounces smallint not null default 0,
    bounced_at timestamptz
);
create unique index readers_address on readers (lower(address));
create index readers_unconfirmed on readers (created_at) where confirmed_at is null;

create table letter_subscriptions (
    reader_id bigint not null references readers on delete cascade,
    -- Names such as daily, section/city.
    list text not null check (list ~ '^(editions|daily|weekly|section/[a-z0-9-]{1,200})$'),
    -- What the reader agreed to, in the words of the page.
    consent text not null check (length(consent) <= 2000),
    asked_at timestamptz not null default now(),
    confirmed_at timestamptz,
    primary key (reader_id, list)
);
create index letter_subscriptions_list on letter_subscriptions (list, reader_id) where confirmed_at is not null;
create index letter_subscriptions_unconfirmed on letter_subscriptions (asked_at) where confirmed_at is null;

-- Addresses that get no mail. Of an address only a keyed hash is kept, which outlasts its deletion.
create table mail_suppressions (
    address_hash bytea primary key check (octet_length(address_hash) = 32),
    reason text not null check (reason in ('bounce', 'complaint')),
    created_at timestamptz not null default now()
);

-- How many mails were asked for on a day (days since 1970), by whoever gave an address: that of the mailbox, and of the network that asked.
-- Of both only a keyed hash is kept, for two days.
create table mail_requests (
    hash bytea not null check (octet_length(hash) = 32),
    day integer not null,
    count integer not null,
    primary key (hash, day)
);

-- What a list sends.
create table letters (
    id bigint generated always as identity primary key,
    list text not null,
    -- The day or edition that it is for: a list sends one for each.
    period text not null check (length(period) <= 40),
    subject text not null check (length(subject) <= 1000),
    -- Both with a mark in place of the address that leaves the list.
    html text not null,
    text text not null,
    made_at timestamptz not null default now(),
    -- Open: readers are still added to it.
    state text not null default 'open' check (state in ('open', 'spread', 'empty')),
    -- Readers up to this number have their mail.
    spread_to bigint not null default 0,
    unique (list, period)
);
create index letters_open on letters (id) where state = 'open';

-- A mail on its way to the operator's relay: its own outbox.
create table mails (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('confirmation', 'letter', 'test')),
    -- Null for a test, which has an address instead.
    reader_id bigint references readers on delete cascade,
    address text check (length(address) <= 254),
    letter_id bigint references letters on delete cascade,
    -- Data: the relay has asked for the text, so it may have the mail. What is left there when a server dies is in doubt, and is never sent
    -- again by itself.
    state text not null default 'waiting'
        check (state in ('waiting', 'claimed', 'data', 'sent', 'refused', 'withdrawn', 'doubt')),
    -- When it is looked at next; null once it is over. A server that is at it moves this to the end of its lease.
    next_try_at timestamptz default now(),
    -- Only rises, so that a server that lost its lease cannot mistake another's try for its own.
    tries integer not null default 0,
    -- What the relay said last, if it did not take the mail.
    reply text not null default '' check (length(reply) <= 300),
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    check ((reader_id is null) = (address is not null)),
    check (kind = 'confirmation' or letter_id is not null),
    unique (letter_id, reader_id)
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_doubt on mails (id) where state = 'doubt';
create index mails_end on mails (ended_at) where ended_at is not null;
create index mails_reader on mails (reader_id);
