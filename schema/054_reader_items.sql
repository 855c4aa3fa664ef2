-- Stories that readers saved and read, the same in all browsers in which they are logged in.
create table reader_items (
    reader_id bigint not null references readers on delete cascade,
    kind text not null check (kind in ('saved', 'read')),
    article_id bigint not null references articles on delete cascade,
    -- False: no longer, which other browsers have yet to learn.
    is_kept boolean not null,
    -- That of the reader at the change.
    revision bigint not null,
    changed_at timestamptz not null default now(),
    primary key (reader_id, kind, article_id)
);
create index reader_items_revision on reader_items (reader_id, revision);
create index reader_items_article on reader_items (article_id);
create index reader_items_dropped on reader_items (changed_at) where not is_kept;

alter table readers
    -- Rises with each change of what the reader keeps.
    add column revision bigint not null default 0,
    -- What was no longer kept before this revision is forgotten: browsers that know less are told everything.
    add column forgotten_revision bigint not null default 0,
    -- When the reader last logged in or out, or was seen in a session, to the hour; null for those who never logged in.
    add column seen_at timestamptz;
create index readers_seen on readers (seen_at) where seen_at is not null;
