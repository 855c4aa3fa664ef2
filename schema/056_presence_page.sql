-- Names the page of an article as it was loaded: who loads it anew has not left it.
alter table article_presence add column page text not null default '';
