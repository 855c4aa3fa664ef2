-- Sections, categories and authors that readers follow.
create table reader_topics (
    reader_id bigint not null references readers on delete cascade,
    -- As in push_topics: `section/city`.
    topic text not null check (octet_length(topic) <= 200),
    created_at timestamptz not null default now(),
    primary key (reader_id, topic)
);
-- Part of what makes the address of a reader's feed: a higher one ends the address that somebody else may have.
alter table readers add column feed_version int not null default 1;
