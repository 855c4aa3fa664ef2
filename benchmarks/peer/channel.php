<?php
// The 2009 stack's document: the channel of Sources/Syndication, its parts left out where the budget has no room.

function escaped(string $text): string
{
    return htmlspecialchars($text, ENT_NOQUOTES | ENT_XML1, 'UTF-8');
}

function channel(array $masthead, array $plan, array $selection, array $fields, array $stories, int $limit): string
{
    $hasMore = count($stories) > $limit;
    $stories = array_slice($stories, 0, $limit);
    $pieces = [];
    foreach ($stories as $row) {
        $pieces[] = item($row, $masthead, $plan);
    }
    $edition = $selection['edition'] === null ? $masthead['edition'] : ($stories[0][8] ?? null);
    $head = head($masthead, $plan, $edition);
    $tail = '</items></channel>' . "\n";
    [$shares, $count] = pack_items($pieces, $plan, strlen($head) + strlen('<items>') + strlen($tail) + 300);
    if ($count > 0 && ($count < count($stories) || $hasMore)) {
        $last = $stories[$count - 1];
        $token = base_convert($last[9], 10, 36) . '_' . base_convert($last[0], 10, 36);
        $older = ['before' => $token];
        foreach (['categories', 'edition', 'sections'] as $name) {
            if ($selection[$name] !== null && $selection[$name] !== []) {
                $older[$name] = $name === 'edition' ? $fields[$name] : implode(',', slugs($fields, $name));
            }
        }
        $query = implode('&amp;', array_map(fn ($name, $value) => "$name=$value", array_keys($older), $older));
        $head .= '<n4md:older before="' . $token . '">' . getenv('BENCH_PUBLIC_URL') . '/channel/' . $masthead['revision']
            . '/' . plan_name($plan) . '.xml?' . $query . '</n4md:older>';
    }
    $document = $head . '<items>';
    for ($i = 0; $i < $count; $i++) {
        [$standfirst, $picture, $thumbnail, $text] = $shares[$i];
        $piece = $pieces[$i];
        $document .= $piece[0] . ($standfirst ? $piece[1] : '') . $piece[2] . ($picture ? $piece[3] : '')
            . ($thumbnail ? $piece[4] : '') . ($text ? $piece[5] : '') . $piece[6];
    }
    return $document . $tail;
}

function head(array $masthead, array $plan, ?string $edition): string
{
    $root = getenv('BENCH_PUBLIC_URL');
    $next = 900;
    if (isset($plan['reasons']['battery25']) || isset($plan['reasons']['battery50'])) {
        $next = 3600;
    } elseif (isset($plan['reasons']['gprs']) || isset($plan['reasons']['edge'])) {
        $next = 1800;
    }
    $reasons = '';
    foreach ($plan['reasons'] as $rule => $reason) {
        $reasons .= '<n4md:reason rule="' . $rule . '">' . escaped($reason) . '</n4md:reason>';
    }
    return '<?xml version="1.0" encoding="UTF-8"?><channel xmlns:n4md="urn:n4md:1"><title>' . escaped($masthead['title'])
        . '</title><description>' . escaped($masthead['description']) . '</description><link>' . $root . '/m/</link><language>'
        . $masthead['language'] . '</language><generator>N4MD</generator><n4md:plan items="' . ($plan['items'] ?? 'all') . '" text="'
        . $plan['text'] . '" pictures="' . $plan['pictures'] . '" thumbnail="' . spec_name($plan['thumbnail']) . '" picture="'
        . spec_name($plan['detail']) . '" formats="' . $plan['formats'] . '" budget="' . $plan['budget'] . '" palette="' . $plan['palette'] . '" size="'
        . $plan['size'] . '">' . $reasons . '</n4md:plan>' . ($edition === null ? '' : "<n4md:edition>$edition</n4md:edition>")
        . "<n4md:next>$next</n4md:next><n4md:sync>r{$masthead['revision']}</n4md:sync>";
}

/** An item in seven pieces: what always stands, and standfirst, picture, thumbnail and text in between; then their files' sizes. */
function item(array $row, array $masthead, array $plan): array
{
    [$id, $slug, $headline, $standfirst, $text, $byline, $language, $section, , $published, $updated, $categories, $hash, $alt,
        $caption, $width, $quality, $crop, $w, $h, $bytes, $dWidth, $dQuality, $dW, $dH, $dBytes, $color] = $row;
    $root = getenv('BENCH_PUBLIC_URL');
    $seconds = intdiv((int) $published, 1000000);
    $picture = $thumbnail = '';
    if ($dWidth !== null) {
        $picture = '<image n4md:width="' . $dW . '" n4md:height="' . $dH . '" n4md:bytes="' . $dBytes . '">' . $root . '/media/' . $hash
            . '/' . $dWidth . 'q' . $dQuality . '.jpg</image><imageCaption>' . escaped($caption === '' ? $alt : $caption) . '</imageCaption>';
    }
    if ($width !== null) {
        $thumbnail = '<thumbnail n4md:width="' . $w . '" n4md:height="' . $h . '" n4md:bytes="' . $bytes . '">' . $root . '/media/' . $hash
            . '/' . spec_name([$width, $quality, $plan['thumbnail'][2]]) . $crop . '.jpg</thumbnail><n4md:color>' . $color . '</n4md:color>';
    }
    $sectionName = $masthead['sections']['names'][$section];
    $end = '<author>' . escaped($byline) . '</author><category>' . escaped($sectionName) . '</category>';
    foreach ($categories === '' ? [] : explode(',', $categories) as $category) {
        $name = $masthead['categories']['names'][$category];
        if ($name !== $sectionName) {
            $end .= '<category>' . escaped($name) . '</category>';
        }
    }
    if ($language !== $masthead['language']) {
        $end .= '<n4md:language>' . escaped($language) . '</n4md:language>';
    }
    if ($updated > $seconds + 60) {
        $end .= '<n4md:updated>' . gmdate('D, d M Y H:i:s', (int) $updated) . ' +0000</n4md:updated>';
    }
    return [
        '<item><id>' . $id . '</id><title>' . escaped($headline) . '</title>',
        $standfirst === '' ? '' : '<description>' . escaped($standfirst) . '</description>',
        '<pubDate>' . gmdate('D, d M Y H:i:s', $seconds) . ' +0000</pubDate><link>' . $root . '/articles/' . $slug . '</link>',
        $picture, $thumbnail, $text === '' ? '' : '<text>' . escaped($text) . '</text>', $end . '</item>', $dBytes, $bytes,
    ];
}

/** What each item gets within the budget: headlines first, then standfirsts, thumbnails, and the leading ones' pictures and texts. */
function pack_items(array $pieces, array $plan, int $used): array
{
    $budget = $plan['budget'];
    $count = 0;
    $shares = [];
    foreach ($pieces as $piece) {
        $cost = strlen($piece[0]) + strlen($piece[2]) + strlen($piece[6]);
        if ($used + $cost > $budget) {
            break;
        }
        $used += $cost;
        $count++;
        $shares[] = [false, false, false, false];
    }
    $give = function (int $i, int $part, int $cost) use (&$used, &$shares, $budget): void {
        if ($used + $cost <= $budget) {
            $used += $cost;
            $shares[$i][$part] = true;
        }
    };
    for ($i = 0; $i < $count && $plan['text'] !== 'headline'; $i++) {
        $give($i, 0, strlen($pieces[$i][1]));
    }
    for ($i = 0; $i < $count && $plan['pictures'] !== 'off'; $i++) {
        if ($pieces[$i][8] !== null) {
            $give($i, 2, strlen($pieces[$i][4]) + $pieces[$i][8]);
        }
    }
    $texts = $plan['text'] === 'plain' || $plan['text'] === 'html';
    for ($i = 0; $i < $count; $i++) {
        if ($plan['pictures'] === 'full' && $pieces[$i][7] !== null) {
            $give($i, 1, strlen($pieces[$i][3]) + $pieces[$i][7]);
        }
        if ($texts) {
            $give($i, 3, strlen($pieces[$i][5]));
        }
    }
    return [$shares, $count];
}
