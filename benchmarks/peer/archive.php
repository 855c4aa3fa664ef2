<?php
// The 2009 stack's queries: those of Sources/Archive/Stories.swift, on a persistent connection that keeps its prepared statements.

/** Runs a statement, prepared once in the life of the connection. */
function query(PgSql\Connection $db, string $sql, array $values = []): array
{
    $name = 's' . hash('xxh3', $sql);
    $result = @pg_execute($db, $name, $values);
    if ($result === false) {
        pg_prepare($db, $name, $sql);
        $result = pg_execute($db, $name, $values);
    }
    return pg_fetch_all($result, PGSQL_NUM);
}

/** A list of integers as PostgreSQL writes an array. */
function integers(array $numbers): string
{
    return '{' . implode(',', $numbers) . '}';
}

/** The newspaper's row, its sections and categories and the newest story's edition, in one round trip. */
function masthead(PgSql\Connection $db): array
{
    [[$revision, $title, $description, $language, $edition, $sections, $categories]] = query($db, "
        select revision, title, description, language,
            (select edition from articles where status = 'published' order by published_at desc, id desc limit 1),
            (select string_agg(id || '|' || slug || '|' || name, E'\n') from sections),
            (select string_agg(id || '|' || slug || '|' || name, E'\n') from categories)
        from newspaper");
    return [
        'revision' => $revision, 'title' => $title, 'description' => $description, 'language' => $language, 'edition' => $edition,
        'sections' => subjects($sections), 'categories' => subjects($categories),
    ];
}

/** Names by identifier and identifiers by slug. */
function subjects(string $lines): array
{
    $subjects = ['names' => [], 'ids' => []];
    foreach (explode("\n", $lines) as $line) {
        [$id, $slug, $name] = explode('|', $line, 3);
        $subjects['names'][$id] = $name;
        $subjects['ids'][$slug] = $id;
    }
    return $subjects;
}

/** The newest stories of a selection, as many as the least rung that holds one more than the limit. */
function stories(PgSql\Connection $db, array $selection, array $plan, int $limit): array
{
    $values = [];
    $bind = function ($value) use (&$values): string {
        $values[] = $value;
        return '$' . count($values);
    };
    $page = page($selection, $limit + 1, $bind);
    $text = ['html' => 'a.body_html', 'plain' => 'a.body_text'][$plan['text']] ?? "''::text";
    $renditions = $plan['pictures'] === 'off'
        ? ['', '', 'null, null, null, null, null, null, null, null, null, null, null, null']
        : [rendition($plan['thumbnail'], 't', $bind), rendition($plan['detail'], 'd', $bind),
            't.width, t.quality, t.crop, t.pixel_width, t.pixel_height, t.bytes, d.width, d.quality, d.pixel_width, d.pixel_height,
                d.bytes, (select p.color from pictures p where p.hash = a.picture)'];
    return query($db, "
        select a.id, a.slug, a.headline, a.standfirst, $text, a.byline, a.language, a.section_id, a.edition,
            (extract(epoch from a.published_at) * 1000000)::bigint, extract(epoch from a.updated_at)::bigint,
            array_to_string(a.category_ids, ','),
            encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, $renditions[2]
        from ($page) a $renditions[0] $renditions[1]
        order by a.published_at desc, a.id desc", $values);
}

function rendition(array $spec, string $name, callable $bind): string
{
    return "left join lateral (
        select r.width, r.quality, r.crop, r.pixel_width, r.pixel_height, r.bytes from renditions r
        where r.picture = a.picture and r.shape = {$bind($spec[2])} and r.width <= {$bind($spec[0])}::int and r.quality = {$bind($spec[1])}::int and r.format = 'jpeg'
        order by r.width desc limit 1) $name on true";
}

/** The rows of a page, each way in by its own index. */
function page(array $selection, int $limit, callable $bind): string
{
    foreach ([2, 6, 11, 21, 31, 51, 101, 201] as $rung) {
        if ($rung >= $limit) {
            break;
        }
    }
    $newest = "order by a.published_at desc, a.id desc limit $rung";
    $before = fn (string $time, string $id) => $selection['before'] === null ? ''
        : "and ($time, $id) < (to_timestamp({$bind($selection['before'][0])}::float8 / 1000000), {$bind($selection['before'][1])}::bigint)";
    $sections = fn () => $selection['sections'] === [] ? '' : "and a.section_id = any({$bind(integers($selection['sections']))}::int[])";
    if ($selection['edition'] !== null) {
        $categories = $selection['categories'] === [] ? '' : "and a.category_ids && {$bind(integers($selection['categories']))}::int[]";
        return "select a.* from articles a where a.status = 'published' and a.edition = {$bind($selection['edition'])}::int
            {$sections()} $categories {$before('a.published_at', 'a.id')} $newest";
    }
    if ($selection['categories'] !== []) {
        $articles = $selection['sections'] === [] ? '' : "join articles a on a.id = c.article_id {$sections()}";
        return "select a.* from (
            select distinct c.article_id, c.published_at from unnest({$bind(integers($selection['categories']))}::int[]) as wanted(id)
            cross join lateral (
                select c.article_id, c.published_at from article_categories c $articles
                where c.category_id = wanted.id {$before('c.published_at', 'c.article_id')}
                order by c.published_at desc, c.article_id desc limit $rung
            ) c order by c.published_at desc, c.article_id desc limit $rung
            ) c join articles a on a.id = c.article_id";
    }
    if ($selection['sections'] !== []) {
        return "select a.* from unnest({$bind(integers($selection['sections']))}::int[]) as wanted(id)
            cross join lateral (
                select a.* from articles a
                where a.section_id = wanted.id and a.status = 'published' {$before('a.published_at', 'a.id')} $newest) a $newest";
    }
    return "select a.* from articles a where a.status = 'published' {$before('a.published_at', 'a.id')} $newest";
}
