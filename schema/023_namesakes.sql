-- People of one name, told apart by editors.

-- Who it is where several have the name: a desk, a town.
alter table authors add column note text not null default '' check (length(note) <= 200);

-- Who a name in a byline is. It outlasts whatever becomes of the article.
create table author_decisions (
    article_id bigint not null references articles on delete cascade,
    -- In small letters.
    name text not null check (length(name) <= 200),
    author_id integer not null references authors,
    -- Of the article's page at its source; empty for our own.
    host text not null,
    editor_id integer references editors,
    at timestamptz not null default clock_timestamp(),
    primary key (article_id, name)
);
create index author_decisions_host on author_decisions (name, host, at desc) where host <> '';

create function address_host(address text) returns text language sql immutable parallel safe as $$
    select coalesce(lower(substring(address from '^https?://([^/:?#]+)')), '')
$$;

-- The same as before, of 200 characters at most, as authors have them.
create or replace function byline_names(byline text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(name order by place), '{}') from (
        select left(name, 200) as name, min(n) as place from (
            select n, trim(regexp_replace(regexp_replace(part, '^\s*(by|por|par|von|di|door)\s+', '', 'i'), '\s+', ' ', 'g')) as name
            from regexp_split_to_table(byline, '\s*[,;&/\n]\s*|\s+(?:and|e|y|et|und|en)\s+') with ordinality as parts(part, n)
        ) parts where name <> '' group by left(name, 200) order by place limit 20
    ) names
$$;

-- The author of a name in an article: whom an editor named there, or last in another article from the same host, else who stood there before,
-- else the first of that name, else somebody new.
create or replace function author_named(name text, article bigint) returns integer language plpgsql as $$
declare
    found integer;
begin
    select author_id into found from author_decisions d where d.article_id = article and d.name = lower(author_named.name);
    if found is null then
        select author_id into found from author_decisions d
        where d.name = lower(author_named.name) and d.host <> ''
            and d.host = (select address_host(canonical_address) from articles where id = article)
        order by at desc limit 1;
    end if;
    if found is null then
        select p.id into found from article_authors a join authors p on p.id = a.author_id
        where a.article_id = article and lower(p.name) = lower(author_named.name) order by p.id limit 1;
    end if;
    if found is null then
        select id into found from authors p where lower(p.name) = lower(author_named.name) order by id limit 1;
    end if;
    if found is null then
        insert into authors (slug, name) values (author_slug(name), name) returning id into found;
    end if;
    return found;
end $$;

create function enter_authors_of(article articles) returns void language plpgsql as $$
declare
    wanted integer[] := '{}';
    name text;
begin
    if article.status = 'published' then
        foreach name in array byline_names(article.byline) loop
            wanted := wanted || author_named(name, article.id);
        end loop;
    end if;
    delete from article_authors where article_id = article.id;
    insert into article_authors
    select article.id, author, min(n), article.published_at, article.revision from unnest(wanted) with ordinality w(author, n) group by author;
end $$;

create or replace function enter_authors() returns trigger language plpgsql as $$
begin
    perform enter_authors_of(new);
    return null;
end $$;
