-- Before many articles are brought: their search entries are made at once afterwards, and the index then, which takes far less time than
-- one after the other.
alter table articles disable trigger articles_found;
select pg_get_indexdef('search_entries_words'::regclass) as words_index \gset
drop index search_entries_words;
