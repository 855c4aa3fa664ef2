-- The library of pictures: what a picture has of its own. Articles go on saying what they show; where a picture is chosen, these words
-- are what they begin with.
create function picture_words(written text) returns tsvector language sql immutable parallel safe as $$
    select search_words('simple', translate(written, '_.-/@', '     '))
$$;

alter table pictures
    add column title text not null default '' check (length(title) <= 300),
    add column alt text not null default '' check (length(alt) <= 1000),
    add column caption text not null default '' check (length(caption) <= 2000),
    add column credit text not null default '' check (length(credit) <= 500),
    -- As the file was called where it came from.
    add column file_name text not null default '' check (length(file_name) <= 255),
    add column uploaded_by integer references editors,
    -- Rises with every change that an editor makes.
    add column revision integer not null default 1,
    -- What stands in its place. Its renditions are gone; the original stays for the revisions of articles that name it.
    add column replaced_by bytea references pictures on delete set null check (replaced_by <> hash),
    -- In the order in which they came.
    add column number bigint,
    add column words tsvector not null
        generated always as (picture_words(title || ' ' || alt || ' ' || caption || ' ' || credit || ' ' || file_name)) stored;

update pictures p set alt = left(a.picture_alt, 1000), caption = left(a.picture_caption, 2000), credit = left(a.picture_credit, 500)
from articles a where a.picture = p.hash;
update pictures p set number = o.number
from (select hash, row_number() over (order by created_at, hash) as number from pictures) o where o.hash = p.hash;
alter table pictures alter column number set not null, alter column number add generated always as identity;
select setval(pg_get_serial_sequence('pictures', 'number'), coalesce((select max(number) from pictures), 0) + 1, false);
create unique index pictures_number on pictures (number);
create index pictures_words on pictures using gin (words);
create index pictures_undescribed on pictures (number) where alt = '' and replaced_by is null;
create index pictures_replaced on pictures (replaced_by) where replaced_by is not null;

-- Rises when a picture is replaced: what is kept of renditions in memory is asked for anew.
alter table newspaper add column replacements bigint not null default 0;

-- Where pictures are used, besides `articles.picture`, found without reading all articles.
create function body_pictures(body text) returns text[] language sql immutable parallel safe as $$
    select array(select distinct named[1] from regexp_matches(body, '<img src="picture:([0-9a-f]{64})"', 'g') named)
$$;
create index articles_body_pictures on articles using gin (body_pictures(body_html)) where body_html like '%picture:%';

-- A revision keeps its picture as PostgreSQL writes bytes in JSON.
create function revision_pictures(content jsonb) returns text[] language sql immutable parallel safe as $$
    select array_remove(array_append(body_pictures(content->>'body_html'), substr(content->>'picture', 3)), null)
$$;
create index article_revisions_pictures on article_revisions using gin (revision_pictures(content));

-- Uploads that come in parts. Only the SHA-256 of an upload's name is kept, which also names its file.
create table uploads (
    hash bytea primary key check (octet_length(hash) = 32),
    editor_id integer not null references editors,
    bytes integer not null check (bytes > 0),
    file_name text not null default '' check (length(file_name) <= 255),
    expires_at timestamptz not null default now() + interval '1 day',
    -- What it became, once it was whole.
    picture bytea references pictures on delete cascade
);
create index uploads_editor on uploads (editor_id);
create index uploads_expiry on uploads (expires_at);
