-- A newspaper of :editions daily editions with 50 articles each, the same on every machine and in every run: every choice is a
-- linear congruence of the article's number. Run with psql on an empty database that has the schema; constraints stay in force.
\set ON_ERROR_STOP on
set synchronous_commit = off;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
begin;
\ir search-begin.sql

insert into sections (slug, name, position)
select lower(name), name, position
from unnest(array['Politics', 'World', 'Economy', 'Culture', 'Science', 'Sport', 'Local', 'Opinion']) with ordinality as s(name, position);

insert into categories (slug, name)
select 'subject-' || n, (array['Town & Country', 'Elections', 'Cinema', 'Health', 'Música', 'Energy', 'Justice', 'Travel'])[1 + n % 8] || ' ' || n
from generate_series(1, 40) n order by n;

insert into editions (number, date, title)
select n, date '2025-12-31' - (:editions - n), 'Edition ' || n from generate_series(1, :editions) n order by n;

-- A photograph 640 pixels wide for every ten articles, with all renditions, whose files are not needed.
insert into pictures (hash, format, width, height, bytes, focus_x, focus_y, color, made)
select sha256(int8send(n)), 'jpeg', 640, 427, 90000 + n % 40000, 50, 50, '#' || lpad(to_hex(n::bigint * 40503 % 16777216), 6, '0'),
    '{jpeg,webp,avif}'
from generate_series(1, :editions * 5) n;

insert into renditions (picture, shape, crop, width, quality, pixel_width, pixel_height, bytes)
select hash, shape, crop, w, q, w, (w / ratio)::int, 900 + w * w * q / 900 + bytes % 997
from pictures, unnest(array[120, 160, 240, 320, 480, 640]) w, unnest(array[30, 60, 90]) q,
    (values ('whole', 0, 1.5), ('square', 50, 1.0), ('wide', 50, 1.78)) as shapes(shape, crop, ratio)
where shape = 'whole' or shape = 'square' and w <= 320 or shape = 'wide' and w >= 240;

-- Prose: 512 paragraphs of four sentences each, including characters that need escaping and non-ASCII ones.
create temporary table paragraphs as
with words as (
    select string_to_array(
        'the a city council of mayor and said that in on yesterday Lisbon Coimbra São João river people government minister price'
        || ' water after before new old school report year month train line harbour market team won lost season will has been'
        || ' would more than less under over hundred thousand million against with without between public private work workers'
        || ' union strike agreement law court judge decided opened closed station bridge road house family children doctor hospital'
        || ' research university Évora Setúbal Guimarães museum concert film festival audience ticket weather rain summer winter'
        || ' coast fishing boats "unique" R&D vote votes party leader opposition parliament budget tax energy solar wind network'
        || ' telephone reader newspaper edition story photograph, editor, however, therefore, still, again, already, soon, later,',
        ' ') as list
), sentences as (
    select p, s, string_agg(list[1 + ((p * 4 + s) * 48271 + w * 69621 + w * w * (p + 7)) % cardinality(list)], ' ' order by w) as words
    from words, generate_series(0, 511) p, generate_series(0, 3) s, generate_series(1, 16) w group by p, s
)
select p, string_agg(upper(left(words, 1)) || rtrim(substr(words, 2), ',') || '.', ' ' order by s) as text from sentences group by p;

create temporary table prose as
select p, text as plain, split_part(text, '.', 1) as sentence,
    '<p>' || replace(replace(text, '&', '&amp;'), 'newspaper', '<a href="https://example.org/">newspaper</a>') || '</p>' as html
from paragraphs;
analyze prose;

create temporary table drafts as
select n, (n - 1) / 50 + 1 as edition, (n - 1) % 50 as place, (n * 48271) % 2147483647 as h from generate_series(1::bigint, :editions * 50) n;
analyze drafts;

insert into articles (
    guid, slug, status, headline, standfirst, body_html, body_text, byline, language, section_id, edition, category_ids, picture, picture_alt,
    picture_caption, picture_credit, latitude, longitude, published_at, updated_at)
select 'urn:n4md:bench:' || n, 'story-' || n, 'published', left(headline.sentence, 70), standfirst.sentence || '.',
    one.html || two.html || three.html, one.plain || E'\n\n' || two.plain || E'\n\n' || three.plain,
    (array['Ana Conceição', 'Rui Brandão', 'Maria do Céu Leão', 'J. & P. Alves', 'Inês Simões'])[1 + h % 5], 'en', s.id, e.number,
    array(select c.id from unnest(array[0, 1 + h / 17 % 13, 14 + h / 19 % 26]) step
        join categories c on c.slug = 'subject-' || 1 + (h + step) % 40 order by c.id),
    p.hash, case when p.hash is null then '' else 'A photograph' end, case when p.hash is null then '' else 'What it shows, told in a line' end, '',
    case when h % 7 = 0 then 38.72 end, case when h % 7 = 0 then -9.14 end, moment, moment + case when h % 10 = 0 then interval '2 hours' else interval '0' end
from drafts
join prose headline on headline.p = h % 512
join prose standfirst on standfirst.p = h / 512 % 512
join prose one on one.p = h / 3 % 512
join prose two on two.p = h / 77 % 512
join prose three on three.p = h / 1031 % 512
join editions e on e.number = edition
cross join lateral (select e.date::timestamp at time zone 'UTC' + place * interval '1 minute' + interval '6 hours' as moment) moment
join sections s on s.position = 1 + h / 11 % 8
left join pictures p on h % 5 < 3 and p.hash = sha256(int8send(1 + h / 13 % (:editions * 5)))
order by n;

insert into article_categories (article_id, category_id, published_at, revision)
select a.id, c, a.published_at, a.revision from articles a cross join unnest(a.category_ids) c order by a.id, c;

\ir search-end.sql

update newspaper set title = 'The Bench', description = 'A newspaper for measuring', revision = revision + 1, updated_at = now();
select pg_notify('n4md_revision', revision::text) from newspaper \g /dev/null
commit;
