-- Which entries of a source come in, and which categories its articles get.
alter table sources
    -- An entry needs one of these words or phrases; without any, every entry comes in.
    add column include_words text[] not null default '{}' check (cardinality(include_words) <= 50),
    -- An entry with one of these stays out.
    add column exclude_words text[] not null default '{}' check (cardinality(exclude_words) <= 50),
    -- Names, besides those that the entry states.
    add column categories text[] not null default '{}' check (cardinality(categories) <= 10);
