-- A shorter headline for lock screens, which cut after some forty characters; null for the story's own.
alter table push_messages add column headline text check (length(headline) between 1 and 100);
