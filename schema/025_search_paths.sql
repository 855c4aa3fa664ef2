-- pg_restore, autovacuum and, from PostgreSQL 17 on, whatever builds an index call functions with an empty search path. So each function
-- that names something of the newspaper's brings a search path of its own: the schemas, by name, that this migration itself sees. Not
-- `from current`, which would keep "$user" and so depend on who restores. The functions that are missing here name only what
-- PostgreSQL itself has, and stay without, so that the planner can inline them.
do $$
declare
    path text := (
        select string_agg(quote_ident(schema), ', ' order by place)
        from unnest(current_schemas(false)) with ordinality as schemas(schema, place));
    name text;
begin
    foreach name in array array[
        'search_words(text, text)', 'search_entry(articles)', 'enter_for_search()',  -- 007
        'picture_words(text)', 'revision_pictures(jsonb)',  -- 012: in a generated column and in an index
        'author_slug(text)', 'author_named(text, bigint)', 'enter_authors()',  -- 017
        'enter_authors_of(articles)',  -- 023
        'byline_names(text)'  -- 024
    ] loop
        execute format('alter function %s set search_path = %s', name, path);
    end loop;
end $$;
