-- What readers follow is the same in all browsers in which they are logged in, as the stories that they keep are: with the revision of the
-- reader's last change, and known for a while after they follow it no longer.
alter table reader_topics
    add column is_kept boolean not null default true,
    add column revision bigint not null default 1,
    add column changed_at timestamptz not null default now();
create index reader_topics_dropped on reader_topics (changed_at) where not is_kept;
update readers r set revision = revision + 1 where exists (select from reader_topics where reader_id = r.id);
update reader_topics t set revision = r.revision from readers r where r.id = t.reader_id;
