-- Run after inserting them.
insert into search_entries select e.* from articles a cross join lateral search_entry(a) e where a.status = 'published' order by a.published_at;
:words_index;
alter table articles enable trigger articles_found;
