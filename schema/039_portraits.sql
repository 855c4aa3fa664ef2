-- The portraits of authors, which stand beside their bylines and on their pages.
alter table authors add column portrait bytea references pictures (hash);
create index authors_portrait on authors (portrait) where portrait is not null;
