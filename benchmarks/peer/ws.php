<?php
// The 2009 stack's response to /ws: a PHP file behind a web server, like the newspaper's first backend,
// but written with today's knowledge. It returns the same bytes as n4md for the same request.
require __DIR__ . '/policy.php';
require __DIR__ . '/archive.php';
require __DIR__ . '/pictures.php';
require __DIR__ . '/packer.php';
require __DIR__ . '/channel.php';

$db = pg_pconnect(getenv('BENCH_DATABASE'));
$fields = $_GET + $_POST;
$plan = plan($fields);
$masthead = masthead($db);

$before = null;
if (preg_match('/^([0-9a-z]+)_([0-9a-z]+)$/', $fields['before'] ?? '', $match)) {
    $before = [base_convert($match[1], 36, 10), base_convert($match[2], 36, 10)];
}
$selection = [
    'categories' => array_map(fn ($slug) => $masthead['categories']['ids'][$slug] ?? -1, slugs($fields, 'categories')),
    'sections' => array_map(fn ($slug) => $masthead['sections']['ids'][$slug] ?? -1, slugs($fields, 'sections')),
    'edition' => preg_match('/^[0-9]{1,9}$/D', $fields['edition'] ?? '') ? $fields['edition'] : null,
    'before' => $before,
];
if (in_array(-1, $selection['categories'], true) || in_array(-1, $selection['sections'], true)) {
    http_response_code(404);
    exit;
}
$limit = $plan['items'] ?? 200;
if ($plan['items'] === null && $selection['edition'] === null) {
    $newest = query($db, "select count(*) from articles a
        where a.edition = $1 and a.status = 'published'", [$masthead['edition']]);
    $limit = min(max($newest[0][0], 30), 200);
}
$stories = stories($db, $selection, $plan, $limit);
$renditions = renditions($db, hashes(array_slice($stories, 0, $limit)), $plan);
$document = channel($masthead, $plan, $selection, $fields, $stories, $renditions, $limit);
header('Content-Type: application/xml; charset=utf-8');
header('Content-Length: ' . strlen($document));
header('Cache-Control: private, no-cache');
echo $document;
