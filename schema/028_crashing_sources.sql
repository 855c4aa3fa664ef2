-- A source with which servers end is found out, and stopped.
alter table sources
    -- How often in a row its lease ran out: whoever was reading it never said how that ended.
    add column unfinished smallint not null default 0 check (unfinished >= 0),
    drop constraint sources_stop_reason_check,
    -- Somebody paused it, it answered 410 Gone, or two servers ended while they were reading it.
    add constraint sources_stop_reason_check check (stop_reason in ('paused', 'gone', 'crashed'));
-- Suspects are read one at a time.
create index sources_suspect on sources (id) where unfinished > 0;
