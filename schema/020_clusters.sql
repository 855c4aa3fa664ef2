-- Doubles: the same story from several sources makes a cluster. All but its lead follow the lead, and are left out of lists.
create extension if not exists pg_trgm;

alter table articles
    -- Where its page is at its source; empty for our own.
    add column canonical_address text not null default '' check (octet_length(canonical_address) <= 3000),
    -- The lead of its cluster; null for the lead itself, and where there is no other. Without a foreign key, whose lock on the lead would
    -- wait for those who change the lead, and they for us.
    add column follows bigint check (follows <> id),
    -- Whether an editor made it the lead.
    add column leads boolean not null default false;
create index articles_following on articles (follows) where follows is not null;

-- The same as before, and by which lists see what follows.
drop index articles_published, articles_section, articles_edition, articles_illustrated, articles_placed;
create index articles_published on articles (published_at desc, id desc) include (revision, follows) where status = 'published';
create index articles_section on articles (section_id, published_at desc, id desc) include (revision, follows) where status = 'published';
create index articles_edition on articles (edition, published_at desc, id desc) include (revision, section_id, follows)
    where status = 'published';
create index articles_illustrated on articles (published_at desc, id desc) include (revision, follows)
    where status = 'published' and picture is not null;
create index articles_placed on articles (published_at desc, id desc)
    include (revision, latitude, longitude, radius, section_id, follows) where status = 'published' and latitude is not null;

-- By what doubles are found: of every article that was published once.
create table story_sketches (
    article_id bigint primary key references articles on delete cascade,
    published_at timestamptz not null,
    -- The primary subtag.
    language text not null,
    -- The words of the headline in the form in which they are compared.
    title text not null,
    -- In its canonical form.
    address text,
    keys integer[] not null check (cardinality(keys) <= 36)
);
-- Without `fastupdate`: a pending list would have to be read for every article.
create index story_sketches_keys on story_sketches using gin (keys) with (fastupdate = off);
create index story_sketches_address on story_sketches (address) where address is not null;

-- Published articles that are still to be read, later: those of before, those that moved in, and what a source had before it was ours.
create table unread_stories (article_id bigint primary key references articles on delete cascade);
insert into unread_stories select id from articles where status = 'published';

-- What editors said of two articles. It outlasts whatever the texts say.
create table cluster_decisions (
    first bigint not null references articles on delete cascade,
    second bigint not null references articles on delete cascade check (first < second),
    is_same boolean not null,
    editor_id integer references editors,
    at timestamptz not null default now(),
    primary key (first, second)
);
create index cluster_decisions_second on cluster_decisions (second);

-- What follows is not found: its lead is.
create or replace function enter_for_search() returns trigger language plpgsql as $$
begin
    if new.status = 'published' and new.follows is null then
        insert into search_entries select * from search_entry(new)
        on conflict (article_id) do update
            set published_at = excluded.published_at, language = excluded.language, facets = excluded.facets, words = excluded.words;
    else
        delete from search_entries where article_id = new.id;
    end if;
    return null;
end $$;
drop trigger articles_found_anew on articles;
create trigger articles_found_anew after update on articles for each row
    when ((old.status, old.headline, old.standfirst, old.body_text, old.byline, old.language, old.section_id, old.category_ids,
            old.published_at, old.follows)
        is distinct from (new.status, new.headline, new.standfirst, new.body_text, new.byline, new.language, new.section_id,
            new.category_ids, new.published_at, new.follows)
        and 'published' in (old.status, new.status))
    execute function enter_for_search();
