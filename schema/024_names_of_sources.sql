-- The name of a source that stands for the author is one name, whatever is in it: "Bread & Co" is nobody called Bread.
-- It is looked up when an article is entered: where a source gets another name, what it brought before is entered by the rule for all.

create index sources_title on sources (title) where byline = '';

create function article_names(byline text) returns text[] language sql stable as $$
    select case when exists (select from sources s where s.title = article_names.byline and s.byline = '')
        then array[left(article_names.byline, 200)] else byline_names(article_names.byline) end
$$;

create or replace function enter_authors_of(article articles) returns void language plpgsql as $$
declare
    wanted integer[] := '{}';
    name text;
begin
    if article.status = 'published' then
        foreach name in array article_names(article.byline) loop
            wanted := wanted || author_named(name, article.id);
        end loop;
    end if;
    delete from article_authors where article_id = article.id;
    insert into article_authors
    select article.id, author, min(n), article.published_at, article.revision from unnest(wanted) with ordinality w(author, n) group by author;
end $$;

select enter_authors_of(a) from articles a
where status = 'published' and article_names(byline) <> byline_names(byline);
