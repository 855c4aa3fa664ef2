-- Who wrote what. Found in the bylines; where two people have one name, editors tell them apart.
create table authors (
    id integer generated always as identity primary key,
    slug slug not null unique,
    name text not null check (name <> '' and length(name) <= 200)
);
create index authors_name on authors (lower(name));

-- Published articles only, as in article_categories: moment and revision repeat the article's.
create table article_authors (
    article_id bigint not null,
    author_id integer not null references authors,
    -- The place in the byline, from 1.
    position smallint not null,
    published_at timestamptz not null,
    revision integer not null,
    primary key (article_id, author_id),
    foreign key (article_id, published_at, revision) references articles (id, published_at, revision)
        on update cascade on delete cascade
);
create index article_authors_newest on article_authors (author_id, published_at desc, article_id desc) include (revision);

-- The names in a byline, as newspapers print them in the languages of Western Europe: "By Ana Reis, Rui Sá and Li Wei". At most twenty.
create function byline_names(byline text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(name order by place), '{}') from (
        select name, min(n) as place from (
            select n, trim(regexp_replace(regexp_replace(part, '^\s*(by|por|par|von|di|door)\s+', '', 'i'), '\s+', ' ', 'g')) as name
            from regexp_split_to_table(byline, '\s*[,;&/\n]\s*|\s+(?:and|e|y|et|und|en)\s+') with ordinality as parts(part, n)
        ) parts where name <> '' group by name order by place limit 20
    ) names
$$;

create function author_slug(name text) returns slug language plpgsql as $$
declare
    wished text := coalesce(nullif(trim('-' from left(
        regexp_replace(regexp_replace(lower(unaccent(name)), '[''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 90)), ''), 'author');
    made text := wished;
begin
    -- One at a time, so that no two people get one address.
    perform pg_advisory_xact_lock(hashtext('authors'));
    for n in 2..1000000 loop
        exit when not exists (select from authors where slug = made);
        made := wished || '-' || n;
    end loop;
    return made;
end $$;

-- The author of a name in an article: who stood there before, else the first of that name, else somebody new.
create function author_named(name text, article bigint) returns integer language plpgsql as $$
declare
    found integer;
begin
    select p.id into found from article_authors a join authors p on p.id = a.author_id
    where a.article_id = article and lower(p.name) = lower(author_named.name) order by p.id limit 1;
    if found is null then
        select id into found from authors p where lower(p.name) = lower(author_named.name) order by id limit 1;
    end if;
    if found is null then
        insert into authors (slug, name) values (author_slug(left(name, 200)), left(name, 200)) returning id into found;
    end if;
    return found;
end $$;

create function enter_authors() returns trigger language plpgsql as $$
declare
    wanted integer[] := '{}';
    name text;
begin
    if new.status = 'published' then
        foreach name in array byline_names(new.byline) loop
            wanted := wanted || author_named(name, new.id);
        end loop;
    end if;
    delete from article_authors where article_id = new.id;
    insert into article_authors
    select new.id, author, min(n), new.published_at, new.revision from unnest(wanted) with ordinality w(author, n) group by author;
    return null;
end $$;
create trigger articles_written_by after insert on articles for each row when (new.status = 'published')
    execute function enter_authors();
create trigger articles_written_by_others after update on articles for each row
    when ((old.status, old.byline) is distinct from (new.status, new.byline)) execute function enter_authors();

insert into authors (slug, name)
select slug || case when n = 1 then '' else '-' || n end, name from (
    select name, slug, row_number() over (partition by slug order by name) as n from (
        select distinct on (lower(name)) left(name, 200) as name, coalesce(nullif(trim('-' from left(
            regexp_replace(regexp_replace(lower(unaccent(name)), '[''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 90)), ''), 'author') as slug
        from articles a cross join lateral unnest(byline_names(a.byline)) name where a.status = 'published' order by lower(name), name
    ) names
) numbered;
insert into article_authors
select a.id, p.id, min(n), a.published_at, a.revision
from articles a cross join lateral unnest(byline_names(a.byline)) with ordinality as names(name, n)
    join authors p on lower(p.name) = lower(left(names.name, 200))
where a.status = 'published' group by a.id, p.id;

-- The files of the sitemap, of fifty thousand articles each.
create index articles_mapped on articles ((id / 50000), changed_at desc) where status = 'published';

-- What was taken back lately, for those who have it.
create index articles_taken_back on articles (changed_at desc, id desc) where status in ('withdrawn', 'killed') and changed_in > 0;

-- What a feed held when it was last written, so that every node says the same of when it changed. Kept for the feeds of which there are
-- no more than the newspaper has sections, categories and authors.
create table feed_states (
    path text primary key check (length(path) <= 300),
    -- Of the bytes as written.
    checksum text not null,
    -- The newspaper's revision as of which it had changed.
    revision bigint not null,
    changed_at timestamptz not null
);
