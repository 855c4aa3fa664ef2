-- How people of the newsroom show who they are: a password, where they set it up a second factor, and sessions.
create unique index editors_names on editors (lower(name));

alter table editors
    -- What scrypt made of it, in the PHC string format; null until the person chose one.
    add column password text check (password like '$scrypt$%' and length(password) <= 200),
    -- The key that the person's authenticator app shares with us.
    add column one_time_key bytea check (octet_length(one_time_key) = 20),
    -- The last step of time whose code was used; no code is taken twice.
    add column one_time_step bigint not null default 0;

-- From which role on a second factor is needed; null where nobody needs one.
alter table newspaper add column second_factor_from editor_role;

-- Only the SHA-256 of what the browser shows is kept: it has 128 random bits, so nothing slower is needed.
create table sessions (
    id bigint generated always as identity primary key,
    hash bytea not null unique check (octet_length(hash) = 32),
    editor_id integer not null references editors on delete cascade,
    -- False while the second factor is awaited.
    is_complete boolean not null,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    address text not null check (length(address) <= 100),
    agent text not null check (length(agent) <= 300)
);
create index sessions_editor on sessions (editor_id);
create index sessions_age on sessions (created_at);

-- Browsers with which somebody logged in before: what strangers try does not hold them up (the device cookies of OWASP). They give no right.
create table known_browsers (
    hash bytea not null check (octet_length(hash) = 32),
    editor_id integer not null references editors on delete cascade,
    used_at timestamptz not null default now(),
    primary key (hash, editor_id)
);

-- An address by which somebody chooses a password, once: an invitation, or after theirs was lost.
create table password_links (
    hash bytea primary key check (octet_length(hash) = 32),
    editor_id integer not null references editors on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);
create index password_links_editor on password_links (editor_id);

-- How full the buckets of attempts to log in are, of names that there are and names that there are not. After a crash all are empty.
create unlogged table log_in_attempts (
    key bytea primary key check (octet_length(key) = 32),
    level real not null,
    at timestamptz not null default now()
);
create index log_in_attempts_age on log_in_attempts (at);

create type token_scope as enum ('read', 'write', 'publish', 'manage');
alter table tokens
    add column name text not null default '' check (length(name) <= 100),
    -- What it may be used for, within what its owner may do. The tokens of before may be used for everything.
    add column scope token_scope not null default 'manage',
    add column used_at timestamptz,
    add column revoked_at timestamptz;

-- From where something was done.
alter table audit add column address text check (length(address) <= 100);
