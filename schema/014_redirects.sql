-- Addresses that articles had elsewhere: a path as readers' browsers ask for it, decoded, without a slash at its end; and where it was
-- WordPress's plain form, `?p=` and the number.
create table redirects (
    path text primary key check (path like '/%' and octet_length(path) <= 1000),
    article_id bigint not null references articles on delete cascade
);
create index redirects_article on redirects (article_id);

-- Who made a revision that came with an archive: a name, since the person may not be known here.
alter table article_revisions add column editor_name text check (editor_name <> '' and length(editor_name) <= 100);
