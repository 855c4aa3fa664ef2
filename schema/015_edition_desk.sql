-- An edition is open while the newsroom makes it, then published, then archived: kept as it was printed.
create type edition_state as enum ('open', 'published', 'archived');
alter table editions
    add column state edition_state not null default 'published',
    -- What the newspaper itself says in it.
    add column editorial bigint references articles on delete set null;

-- The order of an edition's front page: the first is the lead story. It may have stories of other editions.
create table front_pages (
    edition integer not null references editions on delete cascade,
    position smallint not null check (position > 0),
    article_id bigint not null references articles on delete cascade,
    primary key (edition, position),
    unique (edition, article_id)
);
create index front_pages_article on front_pages (article_id);
