-- article_categories holds published articles only, so that the newest stories of a category are read from its index alone: no
-- article need be looked at to see whether it is published. Which categories an article of any status has stands in
-- articles.category_ids.
delete from article_categories c using articles a where a.id = c.article_id and a.status <> 'published';
