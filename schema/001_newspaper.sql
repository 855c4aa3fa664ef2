-- The newspaper itself: one row. Its revision rises with every change that readers can see; whoever changes it holds the row
-- until the commit, so revisions become visible in their order.
create table newspaper (
    is_only boolean primary key default true check (is_only),
    title text not null check (title <> ''),
    description text not null default '',
    language text not null default 'en',
    revision bigint not null default 1,
    updated_at timestamptz not null default now()
);
insert into newspaper (title, description) values ('N4MD', 'News for Mobile Devices');

create domain slug as text check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 100);

create table sections (
    id integer generated always as identity primary key,
    slug slug not null unique,
    name text not null check (name <> '' and length(name) <= 100),
    position integer not null default 0,
    revision integer not null default 1
);

create table categories (
    id integer generated always as identity primary key,
    slug slug not null unique,
    name text not null check (name <> '' and length(name) <= 100)
);

create table editions (
    number integer primary key check (number > 0),
    date date not null unique,
    title text not null default '',
    revision integer not null default 1
);

create type editor_role as enum ('contributor', 'journalist', 'editor', 'chief');

create table editors (
    id integer generated always as identity primary key,
    name text not null unique check (name <> '' and length(name) <= 100),
    role editor_role not null,
    created_at timestamptz not null default now(),
    disabled_at timestamptz
);

-- Only the SHA-256 of a token is kept: it has 256 random bits, so nothing slower is needed.
create table tokens (
    id integer generated always as identity primary key,
    editor_id integer not null references editors,
    hash bytea not null unique check (octet_length(hash) = 32),
    created_at timestamptz not null default now(),
    expires_at timestamptz
);

-- An original, under the SHA-256 of its bytes. The file lies in the data folder.
create table pictures (
    hash bytea primary key check (octet_length(hash) = 32),
    format text not null check (format in ('jpeg', 'png', 'gif', 'webp', 'avif')),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    bytes integer not null check (bytes > 0),
    created_at timestamptz not null default now()
);

-- A file derived from it. `width` is the rung of the ladder that addresses it; `pixel_width` is smaller where the original is.
create table renditions (
    picture bytea not null references pictures on delete cascade,
    width smallint not null,
    quality smallint not null check (quality in (30, 60, 90)),
    format text not null default 'jpeg' check (format in ('jpeg', 'webp', 'avif', 'png', 'gif')),
    pixel_width smallint not null check (pixel_width > 0),
    pixel_height integer not null check (pixel_height > 0),
    bytes integer not null check (bytes > 0),
    primary key (picture, width, quality, format)
);

create type article_status as enum ('draft', 'published', 'withdrawn');

create table articles (
    id bigint generated always as identity primary key,
    guid text not null unique check (guid <> '' and length(guid) <= 1000),
    slug slug not null unique,
    status article_status not null default 'draft',
    headline text not null check (headline <> '' and length(headline) <= 300),
    standfirst text not null default '' check (length(standfirst) <= 2000),
    body_html text not null default '',
    body_text text not null default '',
    byline text not null default '' check (length(byline) <= 500),
    language text not null default 'en' check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$'),
    section_id integer not null references sections,
    edition integer not null references editions,
    -- The same as in article_categories, here to be read with the article, there to be found by.
    category_ids integer[] not null default '{}',
    picture bytea references pictures,
    picture_alt text not null default '',
    picture_caption text not null default '',
    picture_credit text not null default '',
    latitude numeric(4, 2) check (latitude between -90 and 90),
    longitude numeric(5, 2) check (longitude between -180 and 180),
    published_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revision integer not null default 1,
    check ((latitude is null) = (longitude is null)),
    check (picture is null or picture_alt <> '')
);

-- The three ways in which news is read, each newest first: everything, a section, an edition. They hold all that a page's list of
-- stories needs, so that it is read from the index alone.
create index articles_published on articles (published_at desc, id desc) include (revision) where status = 'published';
create index articles_section on articles (section_id, published_at desc, id desc) include (revision) where status = 'published';
create index articles_edition on articles (edition, published_at desc, id desc) include (revision, section_id) where status = 'published';
create index articles_picture on articles (picture) where picture is not null;

-- `published_at` repeats the article's, kept equal by the foreign key's ON UPDATE CASCADE, so that the newest of
-- a category are found by one index however large the archive is.
alter table articles add constraint articles_moment unique (id, published_at);

create table article_categories (
    article_id bigint not null,
    category_id integer not null references categories,
    published_at timestamptz not null,
    primary key (article_id, category_id),
    foreign key (article_id, published_at) references articles (id, published_at) on update cascade on delete cascade
);
create index article_categories_newest on article_categories (category_id, published_at desc, article_id desc);

create table article_revisions (
    article_id bigint not null references articles,
    revision integer not null,
    editor_id integer references editors,
    created_at timestamptz not null default now(),
    content jsonb not null,
    primary key (article_id, revision)
);

-- Who did what. Append-only, enforced here. The editor is null for the command line.
create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    editor_id integer references editors,
    action text not null,
    subject text not null,
    detail jsonb not null default '{}'
);
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'the audit trail is append-only';
end $$;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();

-- The answer to a write, kept in its own transaction, so that a repetition with the same key gets it again.
create table idempotency_keys (
    token_id integer not null references tokens on delete cascade,
    key text not null check (length(key) between 1 and 255),
    fingerprint bytea not null,
    status smallint not null,
    location text,
    etag text,
    body bytea not null,
    created_at timestamptz not null default now(),
    primary key (token_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
