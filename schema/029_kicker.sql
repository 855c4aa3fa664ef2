-- The kicker: the line above the headline, which is found like the standfirst.
alter table articles add column kicker text not null default '' check (length(kicker) <= 60);

create or replace function search_entry(a articles) returns search_entries language sql stable as $$
    select a.id, a.published_at, code,
        array['section ' || a.section_id]
            || array(select 'category ' || c from unnest(a.category_ids) c)
            || array(select 'author ' || w from unnest(tsvector_to_array(search_words('simple', a.byline))) w)
            || array(select 4 ^ level || ' days ' || (day >> 2 * level) from generate_series(0, 7) level),
        setweight(search_words(code, a.headline), 'A')
            || setweight(search_words(code, a.kicker) || search_words(code, a.standfirst), 'B')
            || setweight(search_words(code, a.byline), 'C') || setweight(search_words(code, a.body_text), 'D')
    from search_language(a.language) as code, floor(extract(epoch from a.published_at) / 86400) as whole, cast(whole as integer) as day
$$;
-- Replacing a function takes its search path away (see 025).
do $$
begin
    execute format('alter function search_entry(articles) set search_path = %s', (
        select string_agg(quote_ident(schema), ', ' order by place)
        from unnest(current_schemas(false)) with ordinality as schemas(schema, place)));
end $$;

drop trigger articles_found_anew on articles;
create trigger articles_found_anew after update on articles for each row
    when ((old.status, old.kicker, old.headline, old.standfirst, old.body_text, old.byline, old.language, old.section_id,
            old.category_ids, old.published_at, old.follows)
        is distinct from (new.status, new.kicker, new.headline, new.standfirst, new.body_text, new.byline, new.language,
            new.section_id, new.category_ids, new.published_at, new.follows)
        and 'published' in (old.status, new.status))
    execute function enter_for_search();
