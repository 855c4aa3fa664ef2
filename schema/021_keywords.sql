-- What stories are about. Those that an editor typed are part of the article; empty where they are found in its text.
alter table articles add column keywords text[] not null default '{}' check (cardinality(keywords) <= 12);

-- The keywords that hold, of every article that was published once; `term` is the form in which they are compared.
create table story_keywords (
    article_id bigint not null references articles on delete cascade,
    position smallint not null check (position between 1 and 12),
    language text not null,
    published_at timestamptz not null,
    term text not null,
    name text not null,
    -- The squares of all of an article make 1.
    weight real not null,
    primary key (article_id, position)
);
create index story_keywords_term on story_keywords (language, term, published_at desc) include (article_id, weight);

-- In how many stories of a language a term is, counted when they are published first; and how many were counted.
create table term_counts (
    language text not null,
    term text not null,
    stories integer not null,
    primary key (language, term)
);
create table counted_stories (language text primary key, stories integer not null);
-- Terms of stories that are still to be counted, a number at once: were everybody to count at once, all would wait for the commonest.
create table uncounted_stories (
    article_id bigint primary key references articles on delete cascade,
    language text not null,
    terms text[] not null
);
