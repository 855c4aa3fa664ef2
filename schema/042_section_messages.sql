-- Sections whose readers are told of each new story without an editor's doing.
alter table sections add column push_limit smallint not null default 0 check (push_limit between 0 and 10);
comment on column sections.push_limit is 'The most stories within a day that readers'' devices are told of by themselves; 0 for none.';
create index push_messages_automatic on push_messages (created_at) where made_by is null;
