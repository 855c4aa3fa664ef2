-- The last move that took an article back from who wrote it, until it goes on: to whom it has still to be told.
create table article_notices (
    article_id bigint primary key references articles on delete cascade,
    move text not null check (move in ('send-back', 'recall', 'unschedule', 'withdraw', 'kill')),
    -- Who made it; null for the command line.
    made_by integer references editors,
    note text not null default '' check (length(note) <= 2000),
    at timestamptz not null default now(),
    -- Editors who have not opened the article since.
    untold integer[] not null default '{}'
);
create index article_notices_untold on article_notices using gin (untold);

-- What was sent back before, and has stayed so.
insert into article_notices (article_id, move, made_by, note, at, untold)
select a.id, 'send-back', last.editor_id, left(coalesce(last.detail ->> 'text', ''), 2000), last.at,
    array(select a.created_by where a.created_by is distinct from last.editor_id and a.created_by is not null)
from articles a cross join lateral (
    select h.editor_id, h.action, h.detail, h.at from audit h
    where h.subject = 'article/' || a.id and h.action in (
        'article.submit', 'article.recall', 'article.review', 'article.send-back', 'article.approve', 'article.schedule',
        'article.unschedule', 'article.publish', 'article.correct', 'article.withdraw', 'article.restore', 'article.kill')
    order by h.id desc limit 1) last
where a.status = 'unpublished' and a.workflow = 'draft' and last.action = 'article.send-back';
