-- Readers log in by a mail with a link and a code; what they did in one browser is the same in all of theirs.

-- A log-in that somebody asked for. Neither link nor code is stored: both derive from its number and the newspaper's secret.
create table reader_log_ins (
    id bigint generated always as identity primary key,
    reader_id bigint not null references readers on delete cascade,
    -- SHA-256 of the key in the browser that asked, in which alone the code works.
    hash bytea not null unique check (octet_length(hash) = 32),
    -- Codes that were tried.
    tries smallint not null default 0,
    created_at timestamptz not null default now(),
    used_at timestamptz
);
create index reader_log_ins_reader on reader_log_ins (reader_id);
create index reader_log_ins_created on reader_log_ins (created_at);

-- A reader's browser that is logged in.
create table reader_sessions (
    id bigint generated always as identity primary key,
    reader_id bigint not null references readers on delete cascade,
    -- SHA-256 of the key in the browser.
    hash bytea not null unique check (octet_length(hash) = 32),
    created_at timestamptz not null default now(),
    -- To the hour.
    used_at timestamptz not null default now()
);
create index reader_sessions_reader on reader_sessions (reader_id);
create index reader_sessions_used on reader_sessions (used_at);
create index reader_sessions_created on reader_sessions (created_at);

-- Mails that led to one's own data without a log-in no longer work.
delete from mails where kind = 'own';
alter table mails add column log_in_id bigint references reader_log_ins on delete set null;
create index mails_log_in on mails (log_in_id) where log_in_id is not null;
-- Mails that somebody waits for, which go before newsletters.
create index mails_awaited on mails (next_try_at) where letter_id is null and next_try_at is not null;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('confirmation', 'log-in', 'letter', 'test'));
alter table mails drop constraint mails_letter_check;
alter table mails add constraint mails_letter_check check (kind in ('confirmation', 'log-in') or letter_id is not null);
