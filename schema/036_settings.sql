-- What chiefs set in the newsroom, beside the newspaper's name and language (001).
alter table newspaper
    add column settings_revision integer not null default 1,
    -- An IANA name; null for the operator's.
    add column time_zone text check (length(time_zone) <= 64),
    -- Null for the accent colour of the program.
    add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
    add column logo bytea references pictures (hash),
    -- Links to other sites below every page: [{"name": …, "address": …}].
    add column footer jsonb not null default '[]' check (jsonb_typeof(footer) = 'array');

alter table sections add column in_header boolean not null default true;

-- Pages that stay as they are, such as the imprint and the privacy policy, at /pages/{slug}.
create table pages (
    id integer generated always as identity primary key,
    slug slug not null unique,
    title text not null check (title <> '' and length(title) <= 100),
    -- Sanitised HTML.
    body text not null default '',
    in_footer boolean not null default true,
    position integer not null default 0,
    revision integer not null default 1,
    updated_at timestamptz not null default now()
);
