-- The stories that an editor chose as related, in their order. What was deleted since is passed over.
alter table articles add column related bigint[] not null default '{}' check (cardinality(related) <= 10);
