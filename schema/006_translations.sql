-- Of which article one is the translation. Those of one article are translations of each other.
alter table articles add column translation_of bigint references articles, add check (translation_of <> id);
create index articles_translations on articles (translation_of) where translation_of is not null;

-- Pages of pictures go through what has one, the newest first.
create index articles_illustrated on articles (published_at desc, id desc) include (revision)
    where status = 'published' and picture is not null;
