-- What is planned, and the newsroom's table of articles.

-- The day for which an article is planned. It is the newsroom's own: readers never see it.
alter table articles add column planned date;
create index articles_planned on articles (planned) where planned is not null;
create index articles_embargo on articles (embargo_until) where embargo_until is not null;

-- The orders of the table, and what it is narrowed by: each in the usual order, so that a page is read from the index however few match.
create index articles_by_change on articles (updated_at desc, id desc);
create index articles_by_publication on articles (published_at desc, id desc);
create index articles_by_headline on articles (lower(headline), id);
create index articles_of_section on articles (section_id, updated_at desc, id desc);
create index articles_of_state on articles (status, workflow, updated_at desc, id desc);
create index articles_of_language on articles (language, updated_at desc, id desc);
create index articles_begun on articles (created_by, updated_at desc, id desc) where created_by is not null;

-- Parts of words, as editors type them. The first is that of `ArticleColumns.found`.
create index articles_words on articles using gin
    (lower(kicker || ' ' || headline || ' ' || standfirst || ' ' || byline || ' ' || slug) gin_trgm_ops);
create index articles_byline on articles using gin (lower(byline) gin_trgm_ops);

-- Which section an entry of a source goes into: that of the first line with one of its words, else the source's own.
create table source_sections (
    source_id integer not null references sources on delete cascade,
    position smallint not null check (position between 1 and 30),
    -- As in `include_words`.
    words text[] not null check (cardinality(words) between 1 and 50),
    section_id integer not null references sections,
    primary key (source_id, position)
);
create index source_sections_section on source_sections (section_id);
