-- A match in a headline comes before any other, however old, so headlines are searched through the whole archive; texts only as far back
-- as their stories may still be among the best.
drop index search_entries_words;
create index search_entries_words on search_entries using gin (facets, words, ts_filter(words, '{a}')) with (fastupdate = off);
