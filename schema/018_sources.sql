-- Feeds of others, whose entries become articles.
create table sources (
    id integer generated always as identity primary key,
    -- Where the feed is.
    url text not null unique check (url ~ '^https?://' and octet_length(url) <= 2000),
    -- Host and port of the address: of one host one source is fetched at a time.
    host text not null,
    -- The page that readers know.
    site text not null default '' check (octet_length(site) <= 2000),
    title text not null check (title <> '' and length(title) <= 200),
    section_id integer not null references sections,
    -- That of entries that do not say it; empty for what the feed says.
    language text not null default '' check (language ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)?$'),
    -- What becomes of an entry: an article that readers see, a draft, or a headline with a link to where it came from.
    trust text not null default 'draft' check (trust in ('publish', 'draft', 'headline')),
    -- Stands where an entry names no author; empty for the title.
    byline text not null default '' check (length(byline) <= 200),
    -- How the page at the address is read like a feed: XPath expressions by part; empty where there is a feed.
    page_rule jsonb not null default '{}' check (jsonb_typeof(page_rule) = 'object' and length(page_rule::text) <= 8000),
    -- Whether the text of an entry is that of the page to which it links.
    takes_text boolean not null default false,
    created_by integer references editors,
    created_at timestamptz not null default now(),
    revision integer not null default 1,
    -- Null while it is fetched.
    stopped_at timestamptz,
    -- Somebody paused it, or it answered 410 Gone.
    stop_reason text check (stop_reason in ('paused', 'gone')),

    -- From here on what fetching leaves behind; none of it raises the revision.
    next_fetch_at timestamptz not null default now(),
    -- A server is at it; after this moment it is taken for dead.
    leased_until timestamptz,
    -- Only rises, so that a server that lost its lease cannot mistake another's for its own.
    claims integer not null default 0,
    -- Seconds from one fetch to the next while all is well; null before the first.
    "interval" integer check ("interval" > 0),
    etag text check (length(etag) <= 1000),
    last_modified text check (length(last_modified) <= 1000),
    -- Where it moved for good, and how often in a row it said so.
    moved_to text check (octet_length(moved_to) <= 2000),
    moved_times smallint not null default 0,
    -- In a row.
    failures integer not null default 0,
    -- That came of it in all.
    articles integer not null default 0,
    check ((stopped_at is null) = (stop_reason is null))
);
create index sources_due on sources (next_fetch_at, id) where stopped_at is null;
create index sources_host on sources (host, next_fetch_at, id) where stopped_at is null;
create index sources_section on sources (section_id);

-- What was taken of an entry, so that it is taken once, and what an editor changed or removed is left alone.
create table source_entries (
    source_id integer not null references sources on delete cascade,
    -- As the feed names it; a checksum of it where that is long.
    guid text not null check (octet_length(guid) <= 500),
    -- SHA-256 of what was taken.
    hash bytea not null check (octet_length(hash) = 32),
    -- The page that it links to: the canonical address.
    link text not null default '' check (octet_length(link) <= 4000),
    -- Where its picture was fetched.
    picture text not null default '' check (octet_length(picture) <= 4000),
    -- Null where it became none, or the article is gone.
    article_id bigint references articles on delete set null,
    -- The one that we wrote; the article has another where somebody changed it since. Null where it became none by us.
    article_revision integer,
    -- Why it became none, or is not as the feed has it; empty where all is well.
    note text not null default '' check (length(note) <= 1000),
    first_seen_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    primary key (source_id, guid)
);
create index source_entries_article on source_entries (article_id);
create index source_entries_noted on source_entries (source_id, changed_at desc) where note <> '';

-- How the latest fetches of each source went.
create table source_fetches (
    id bigint generated always as identity primary key,
    source_id integer not null references sources on delete cascade,
    at timestamptz not null default now(),
    milliseconds integer not null,
    -- The HTTP status; null where there was no answer.
    status smallint,
    -- Of the feed.
    bytes integer not null default 0,
    -- Why nothing was read; empty where it was.
    error text not null default '' check (length(error) <= 1000),
    -- Entries: in the feed, new, changed, not taken.
    found integer not null default 0,
    added integer not null default 0,
    changed integer not null default 0,
    refused integer not null default 0,
    notes text[] not null default '{}' check (cardinality(notes) <= 20)
);
create index source_fetches_source on source_fetches (source_id, id desc);
