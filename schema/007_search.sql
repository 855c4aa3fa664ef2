-- Search in PostgreSQL's full text. Every published article has an entry: what can be found in it, and by what it can be narrowed.
create extension if not exists unaccent;

-- A text search configuration for each language that has a stemmer, called by its ISO 639 code, and one for all others. Before the
-- stemmer accents are folded, so that words are found however their accents were typed.
do $$
declare
    code text;
    base text;
begin
    for code, base in values
        ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'), ('es', 'spanish'),
        ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'), ('hu', 'hungarian'), ('hy', 'armenian'),
        ('id', 'indonesian'), ('it', 'italian'), ('lt', 'lithuanian'), ('nl', 'dutch'), ('no', 'norwegian'), ('pt', 'portuguese'),
        ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'), ('sv', 'swedish'), ('tr', 'turkish'), ('simple', 'simple')
    loop
        execute format('create text search configuration n4md_%s (copy = pg_catalog.%I)', code, base);
        execute format(
            'alter text search configuration n4md_%s alter mapping for word, hword, hword_part with unaccent, pg_catalog.%I',
            code, case base when 'simple' then base else base || '_stem' end);
    end loop;
end $$;

-- By which code the words of a BCP 47 tag's language are read.
create function search_language(tag text) returns text language sql immutable parallel safe as $$
    select case
        when code = any('{ar,ca,da,de,el,en,es,eu,fi,fr,ga,hu,hy,id,it,lt,nl,no,pt,ro,ru,sr,sv,tr}') then code
        when code in ('nb', 'nn') then 'no'
        else 'simple'
    end
    from split_part(lower(tag), '-', 1) as code
$$;

-- A text as its words are read. The stemmers know some plurals by their accents only, and others not at all: Portuguese ações, canais,
-- papéis, faróis, homens, meses and Spanish naciones become like their singular; the same is done to what is looked for.
create function search_text(code text, written text) returns text language sql immutable parallel safe as $$
    select case code
        when 'pt' then regexp_replace(regexp_replace(regexp_replace(regexp_replace(
            composed, '(õ|o|ã)es\M', 'ao', 'gi'), '(\w{2}[aeéoó])is\M', '\1l', 'gi'), '(\w{2})ns\M', '\1m', 'gi'),
            '([eê])ses\M', '\1s', 'gi')
        when 'es' then regexp_replace(composed, 'iones\M', 'ion', 'gi')
        else composed
    end
    from normalize(written) as composed
$$;

create function search_words(code text, written text) returns tsvector language sql immutable parallel safe as $$
    select to_tsvector(('n4md_' || code)::regconfig, search_text(code, written))
$$;

create table search_entries (
    article_id bigint primary key references articles on delete cascade,
    published_at timestamptz not null,
    -- As `search_language` gives it.
    language text not null,
    -- By what a search is narrowed: section, categories, every word of the byline; and the day in blocks of 1, 4, 16, ... days, counted
    -- from 1970, so that the newest matches are found without reading all.
    facets text[] not null,
    -- The headline's words have the weight A, the standfirst's B, the byline's C, the body's D.
    words tsvector not null
);
-- Beside the rest of the row, so that one page is read of each story that is compared, and not three.
alter table search_entries alter words set storage main;

create function search_entry(a articles) returns search_entries language sql stable as $$
    select a.id, a.published_at, code,
        array['section ' || a.section_id]
            || array(select 'category ' || c from unnest(a.category_ids) c)
            || array(select 'author ' || w from unnest(tsvector_to_array(search_words('simple', a.byline))) w)
            || array(select 4 ^ level || ' days ' || (day >> 2 * level) from generate_series(0, 7) level),
        setweight(search_words(code, a.headline), 'A') || setweight(search_words(code, a.standfirst), 'B')
            || setweight(search_words(code, a.byline), 'C') || setweight(search_words(code, a.body_text), 'D')
    from search_language(a.language) as code, floor(extract(epoch from a.published_at) / 86400) as whole, cast(whole as integer) as day
$$;

insert into search_entries
select e.* from articles a cross join lateral search_entry(a) e where a.status = 'published' order by a.published_at;
-- Without `fastupdate`: a pending list would have to be read by every search.
create index search_entries_words on search_entries using gin (facets, words) with (fastupdate = off);
analyze search_entries;

create function enter_for_search() returns trigger language plpgsql as $$
begin
    if new.status = 'published' then
        insert into search_entries select * from search_entry(new)
        on conflict (article_id) do update
            set published_at = excluded.published_at, language = excluded.language, facets = excluded.facets, words = excluded.words;
    else
        delete from search_entries where article_id = new.id;
    end if;
    return null;
end $$;
create trigger articles_found after insert on articles for each row when (new.status = 'published')
    execute function enter_for_search();
create trigger articles_found_anew after update on articles for each row
    when ((old.status, old.headline, old.standfirst, old.body_text, old.byline, old.language, old.section_id, old.category_ids,
            old.published_at)
        is distinct from (new.status, new.headline, new.standfirst, new.body_text, new.byline, new.language, new.section_id,
            new.category_ids, new.published_at)
        and 'published' in (old.status, new.status))
    execute function enter_for_search();
