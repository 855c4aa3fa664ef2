-- What people of the newsroom write to each other about an article. Readers never get it.
create table article_comments (
    id bigint generated always as identity primary key,
    article_id bigint not null references articles on delete cascade,
    author_id integer not null references editors,
    text text not null check (text <> '' and length(text) <= 2000),
    at timestamptz not null default now(),
    -- Rises with every change; `If-Match` names it.
    revision integer not null default 1,
    -- The people whom the text names after an `@`.
    mentioned integer[] not null default '{}',
    -- Who has to do it, and by which day: that makes it a task.
    assignee_id integer references editors,
    due_on date check (due_on is null or assignee_id is not null),
    done_at timestamptz,
    done_by integer references editors,
    -- People whom it concerns, and who have not opened the article since.
    untold integer[] not null default '{}'
);
create index article_comments_article on article_comments (article_id, id);
create index article_comments_untold on article_comments using gin (untold);
create index article_comments_tasks on article_comments (assignee_id) where done_at is null;

-- Who has the page of an article open. After a crash nobody has, until the pages say so again.
create unlogged table article_presence (
    article_id bigint not null references articles on delete cascade,
    editor_id integer not null references editors on delete cascade,
    since timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    primary key (article_id, editor_id)
);
