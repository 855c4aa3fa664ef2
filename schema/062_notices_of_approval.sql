-- Writers are also told that their article was approved or published.
alter table article_notices drop constraint article_notices_move_check;
alter table article_notices add constraint article_notices_move_check
    check (move in ('send-back', 'recall', 'unschedule', 'withdraw', 'kill', 'approve', 'publish'));
