-- article_categories holds published articles only, and their revisions, so that the newest stories of a category are read from its
-- index alone. Which categories an article of any status has stands in articles.category_ids.
delete from article_categories c using articles a where a.id = c.article_id and a.status <> 'published';

alter table article_categories add column revision integer;
update article_categories c set revision = a.revision from articles a where a.id = c.article_id;
alter table article_categories
    alter column revision set not null,
    drop constraint article_categories_article_id_published_at_fkey;

-- Moment and revision repeat the article's, kept equal by the foreign key's ON UPDATE CASCADE.
alter table articles drop constraint articles_moment, add constraint articles_version unique (id, published_at, revision);
alter table article_categories
    add foreign key (article_id, published_at, revision) references articles (id, published_at, revision)
    on update cascade on delete cascade;

drop index article_categories_newest;
create index article_categories_newest on article_categories (category_id, published_at desc, article_id desc) include (revision);
