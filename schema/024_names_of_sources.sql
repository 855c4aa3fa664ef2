-- The name of a source that stands for the author is one name, whatever is in it: "Bread & Co" is nobody called Bread.
-- It is looked up when an article is entered: where a source gets another name, what it brought before is entered by the rule for all.

create index sources_title on sources (title) where byline = '';

alter function byline_names(text) rename to split_byline;

create function byline_names(byline text) returns text[] language sql stable as $$
    select case when exists (select from sources s where s.title = byline_names.byline and s.byline = '')
        then array[left(byline_names.byline, 200)] else split_byline(byline_names.byline) end
$$;

select enter_authors_of(a) from articles a where status = 'published' and byline_names(byline) <> split_byline(byline);
