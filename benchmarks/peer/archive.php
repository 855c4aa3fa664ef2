<?php
// The 2009 stack's queries: those of Sources/Archive, on a persistent connection with prepared
// statements.

/** Runs a statement, prepared once per connection. */
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

/** Formats a list of numbers or hashes as a PostgreSQL array. */
function literal(array $values): string
{
    return '{' . implode(',', $values) . '}';
}

/** The newspaper's row, its sections and categories and the newest story's edition, in one round trip. */
function masthead(PgSql\Connection $db): array
{
    [[$deltasFrom, $title, $description, $language, $edition, $sections, $categories]] = query($db, "
        select deltas_from, title, description, language,
            (select edition from articles where status = 'published' order by published_at desc, id desc limit 1),
            (select string_agg(id || '|' || slug || '|' || name, E'\n') from sections),
            (select string_agg(id || '|' || slug || '|' || name, E'\n') from categories)
        from newspaper");
    return [
        'deltasFrom' => $deltasFrom, 'title' => $title, 'description' => $description, 'language' => $language,
        'edition' => $edition,
        'sections' => subjects($sections), 'categories' => subjects($categories),
    ];
}

/** Names by ID, and IDs by slug. */
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

/** The newest stories of a selection, one more than the limit if there are as many. */
function stories(PgSql\Connection $db, array $selection, array $plan, int $limit): array
{
    $values = [];
    $bind = function ($value) use (&$values): string {
        $values[] = $value;
        return '$' . count($values);
    };
    $page = page($selection, $limit + 1, $bind);
    // HTML, with the plain text that replaces it when there is little room.
    $text = ['html' => 'a.body_html, a.body_text', 'plain' => "a.body_text, ''::text"][$plan['text']] ?? "''::text, ''::text";
    [$picture, $pictures] = $plan['pictures'] === 'off'
        ? ['null, null, null, null, a.picture is not null', '']
        : ["encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, p.color, false", 'left join pictures p on p.hash = a.picture'];
    return query($db, "
        select a.id, a.slug, a.headline, a.standfirst, $text, a.byline, a.language, a.section_id, a.edition,
            (extract(epoch from a.published_at) * 1000000)::bigint, extract(epoch from a.updated_at)::bigint,
            array_to_string(a.category_ids, ','), $picture, a.changed_in
        from ($page) a $pictures
        order by a.published_at desc, a.id desc limit {$bind($limit + 1)}::int", $values);
}

/** The available renditions of pictures, by hash: for each width and class up to a plan's, the smallest
* file, except that an animation is preferred because it shows more. */
function renditions(PgSql\Connection $db, array $hashes, array $plan): array
{
    if ($hashes === []) {
        return [];
    }
    $rows = query($db, "
        select r.width, r.quality, r.shape, r.crop, r.format, r.pixel_width, r.pixel_height, r.bytes, wanted.hash
        from unnest($1::text[]) as wanted(hash)
        cross join lateral (
            select distinct on (r.shape, r.width, r.quality) r.* from renditions r
            where r.picture = decode(wanted.hash, 'hex') and r.format = any($2::text[])
                and (r.shape = $3 and r.width <= $4::int and (r.quality <= $5::int or r.format in ('png', 'gif'))
                    or r.shape = $6 and r.width <= $7::int and (r.quality <= $8::int or r.format in ('png', 'gif')))
            order by r.shape, r.width, r.quality, r.format = 'gif' desc, r.bytes
        ) r", [
        literal($hashes), $plan['formats'] === 'gif' ? '{jpeg,png,gif}' : '{jpeg,png}', $plan['thumbnail'][2], $plan['thumbnail'][0],
        $plan['thumbnail'][1], $plan['detail'][2], $plan['detail'][0], $plan['detail'][1],
    ]);
    $renditions = [];
    foreach ($rows as $row) {
        $renditions[$row[8]][] = $row;
    }
    return $renditions;
}

/** The rows of a page; each kind of selection uses its own index. */
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
    $sections = fn () => $selection['sections'] === [] ? '' : "and a.section_id = any({$bind(literal($selection['sections']))}::int[])";
    if ($selection['edition'] !== null) {
        $categories = $selection['categories'] === [] ? '' : "and a.category_ids && {$bind(literal($selection['categories']))}::int[]";
        return "select a.* from articles a where a.status = 'published' and a.edition = {$bind($selection['edition'])}::int
            {$sections()} $categories {$before('a.published_at', 'a.id')} $newest";
    }
    if ($selection['categories'] !== []) {
        $articles = $selection['sections'] === [] ? '' : "join articles a on a.id = c.article_id {$sections()}";
        return "select a.* from (
            select distinct c.article_id, c.published_at from unnest({$bind(literal($selection['categories']))}::int[]) as wanted(id)
            cross join lateral (
                select c.article_id, c.published_at from article_categories c $articles
                where c.category_id = wanted.id {$before('c.published_at', 'c.article_id')}
                order by c.published_at desc, c.article_id desc limit $rung
            ) c order by c.published_at desc, c.article_id desc limit $rung
            ) c join articles a on a.id = c.article_id";
    }
    if ($selection['sections'] !== []) {
        return "select a.* from unnest({$bind(literal($selection['sections']))}::int[]) as wanted(id)
            cross join lateral (
                select a.* from articles a
                where a.section_id = wanted.id and a.status = 'published' {$before('a.published_at', 'a.id')} $newest) a $newest";
    }
    return "select a.* from articles a where a.status = 'published' {$before('a.published_at', 'a.id')} $newest";
}
