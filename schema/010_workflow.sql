-- How far the newsroom is with an article, apart from where it stands towards readers (`status`).
create type article_workflow as enum ('draft', 'submitted', 'in review', 'approved');
alter table articles
    add column workflow article_workflow not null default 'approved',
    -- When a scheduled article is published.
    add column publish_at timestamptz,
    -- Nothing of it is shown to readers before.
    add column embargo_until timestamptz,
    add column created_by integer references editors,
    -- Whether an editor chose them; else they follow the headline, and the week of publication, until it is published.
    add column slug_is_set boolean not null default false,
    add column edition_is_set boolean not null default false,
    -- What readers are told where it was.
    add column withdrawal_note text not null default '' check (length(withdrawal_note) <= 2000),
    -- What is on its way may lack a headline, and words for its picture.
    drop constraint articles_headline_check,
    drop constraint articles_check1,
    add constraint articles_headline_check check (length(headline) <= 300 and (headline <> '' or status in ('unpublished', 'killed'))),
    add constraint articles_alt_check check (picture is null or picture_alt <> '' or status in ('unpublished', 'killed')),
    add constraint articles_schedule_check check ((status = 'scheduled') = (publish_at is not null));
update articles set workflow = 'draft' where status = 'unpublished';
alter table articles alter column workflow set default 'draft';
update articles a set created_by = r.editor_id from article_revisions r
where r.article_id = a.id and r.revision = 1 and r.editor_id is not null;
create index articles_schedule on articles (publish_at) where publish_at is not null;
-- What is on somebody's desk.
create index articles_open on articles (updated_at desc) where status in ('unpublished', 'scheduled');

-- What was wrong in what readers read, and when it was put right.
create table corrections (
    id bigint generated always as identity primary key,
    article_id bigint not null references articles on delete cascade,
    -- The article's revision that came with it.
    revision integer not null,
    text text not null check (text <> '' and length(text) <= 2000),
    at timestamptz not null default now(),
    editor_id integer references editors
);
create index corrections_article on corrections (article_id, id);

-- What somebody types and has not saved yet, kept as it is. `base` is the article's revision that it began from; `version` rises
-- with each time it is kept, so that one of two browsers does not write over the other.
create table working_copies (
    article_id bigint not null references articles on delete cascade,
    editor_id integer not null references editors on delete cascade,
    base integer not null,
    version integer not null default 1,
    fields jsonb not null check (jsonb_typeof(fields) = 'object' and octet_length(fields::text) <= 4000000),
    updated_at timestamptz not null default now(),
    primary key (article_id, editor_id)
);

-- Of documents older than this revision of the newspaper nothing is shown any more, not even while the database is away.
alter table newspaper add column purged_in bigint not null default 0;

-- The history of one thing, and of one person.
create index audit_subject on audit (subject, id desc);
create index audit_editor on audit (editor_id, id desc);
