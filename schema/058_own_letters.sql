-- Newsletters of one's own news, and of a search.
alter table letter_subscriptions drop constraint letter_subscriptions_list_check;
alter table letter_subscriptions add constraint letter_subscriptions_list_check
    check (list ~ '^(editions|daily|weekly|mine|section/[a-z0-9-]{1,200}|search/.{1,200})$');

-- Whose own news a letter tells; null for one to all readers of its list.
alter table letters add column reader_id bigint references readers on delete cascade;
alter table letters drop constraint letters_list_period_key;
alter table letters add constraint letters_list_period_key unique nulls not distinct (list, period, reader_id);
create index letters_reader on letters (reader_id, made_at) where reader_id is not null;
