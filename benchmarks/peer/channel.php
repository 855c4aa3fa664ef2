<?php
// The 2009 stack's document: the channel of Sources/Syndication/Channel, without the parts that exceed the
// budget.

function escaped(string $text): string
{
    return htmlspecialchars($text, ENT_NOQUOTES | ENT_XML1, 'UTF-8');
}

function channel(array $masthead, array $plan, array $selection, array $fields, array $stories, array $renditions, int $limit): string
{
    $hasMore = count($stories) > $limit;
    $stories = array_slice($stories, 0, $limit);
    $pictures = pictures($renditions, $plan);
    $pieces = [];
    foreach ($stories as $row) {
        $pieces[] = item($row, $masthead, $plan, $pictures);
    }
    $edition = $selection['edition'] === null ? $masthead['edition'] : ($stories[0][9] ?? null);
    $head = head($masthead, $plan, $edition, sync($masthead, $stories));
    $tail = '</items></channel>' . "\n";
    $packer = new Packer($pieces);
    $older = fn (array $last) => older($masthead, $plan, $selection, $fields, $last);
    $write = function (int $steps) use ($stories, $hasMore, $pieces, $packer, $head, $older, $tail): string {
        $document = $head;
        $shares = $packer->shares($steps);
        $count = count($shares);
        if ($count > 0 && ($count < count($stories) || $hasMore)) {
            $document .= $older($stories[$count - 1]);
        }
        $document .= '<items>';
        foreach ($shares as $i => $share) {
            $document .= shown($pieces[$i], $share);
        }
        return $document . $tail;
    };
    // The frame includes the maximum size of the link to older stories.
    return $packer->fit(strlen($head) + strlen($tail) + 300, $plan['budget'], $write);
}

/** The link to the stories after the last one. */
function older(array $masthead, array $plan, array $selection, array $fields, array $last): string
{
    $token = base_convert($last[10], 10, 36) . '_' . base_convert($last[0], 10, 36);
    $older = ['before' => $token];
    foreach (['categories', 'edition', 'sections'] as $name) {
        if ($selection[$name] !== null && $selection[$name] !== []) {
            $older[$name] = $name === 'edition' ? $fields[$name] : implode(',', slugs($fields, $name));
        }
    }
    $query = implode('&amp;', array_map(fn ($name, $value) => "$name=$value", array_keys($older), $older));
    return '<n4md:older before="' . $token . '">' . getenv('BENCH_PUBLIC_URL') . '/channel/current/' . plan_name($plan) . '.xml?' . $query . '</n4md:older>';
}

/** The parts of an item in its share. */
function shown(array $piece, array $share): string
{
    [$text, $thumbnail, $picture] = $share;
    return $piece['start'] . ($text >= STANDFIRST ? $piece['standfirst'] : '') . $piece['link']
        . ($picture === null ? '' : $piece['pictures'][$picture]['markup'])
        . ($thumbnail === null ? '' : $piece['thumbnails'][$thumbnail]['markup'])
        . ($text === PLAIN ? $piece['plain'] : '') . ($text === HTML ? $piece['html'] : '') . $piece['end'];
}

/** The token of the last change among the stories. */
function sync(array $masthead, array $stories): string
{
    $revision = max([(int) $masthead['deltasFrom'], ...array_map(fn ($row) => (int) end($row), $stories)]);
    $minute = max([0, ...array_map(fn ($row) => intdiv((int) $row[11], 60), $stories)]);
    return base_convert((string) $revision, 10, 36) . '.' . base_convert((string) $minute, 10, 36);
}

function head(array $masthead, array $plan, ?string $edition, string $sync): string
{
    $root = getenv('BENCH_PUBLIC_URL');
    $next = $plan['pause'] * 60;
    return '<?xml version="1.0" encoding="UTF-8"?><channel xmlns:n4md="urn:n4md:1"><title>' . escaped($masthead['title'])
        . '</title><description>' . escaped($masthead['description']) . '</description><link>' . $root . '/m/</link><language>'
        . $masthead['language'] . '</language><generator>N4MD</generator><n4md:plan items="' . ($plan['items'] ?? 'all') . '" text="'
        . $plan['text'] . '" pictures="' . $plan['pictures'] . '" thumbnail="' . spec_name($plan['thumbnail']) . '" picture="'
        . spec_name($plan['detail']) . '" formats="' . $plan['formats'] . '" budget="' . $plan['budget'] . '" palette="'
        . $plan['palette'] . '" size="' . $plan['size'] . '" columns="' . $plan['columns'] . '" audio="offered">'
        . '</n4md:plan>' . ($edition === null ? '' : "<n4md:edition>$edition</n4md:edition>")
        . "<n4md:next>$next</n4md:next><n4md:sync>$sync</n4md:sync>";
}

/** An item in pieces: the mandatory parts, and the optional standfirst, pictures, thumbnails and texts. */
function item(array $row, array $masthead, array $plan, array $pictures): array
{
    [$id, $slug, $headline, $standfirst, $text, $plain, $byline, $language, $section, , $published, $updated, $categories, $hash, $alt,
        $caption, $color, $isPictured] = $row;
    $root = getenv('BENCH_PUBLIC_URL');
    $seconds = intdiv((int) $published, 1000000);
    $sectionName = $masthead['sections']['names'][$section];
    $end = '<author>' . escaped($byline) . '</author><category>' . escaped($sectionName) . '</category>';
    foreach ($categories === '' ? [] : explode(',', $categories) as $category) {
        $name = $masthead['categories']['names'][$category];
        if ($name !== $sectionName) {
            $end .= '<category>' . escaped($name) . '</category>';
        }
    }
    // Tells a device that was sent no picture that it may request one.
    if ($isPictured === 't') {
        $end .= '<n4md:pictured>1</n4md:pictured>';
    }
    if ($language !== $masthead['language']) {
        $end .= '<n4md:language>' . escaped($language) . '</n4md:language>';
    }
    if ($updated > $seconds + 60) {
        $end .= '<n4md:updated>' . gmdate('D, d M Y H:i:s', (int) $updated) . ' +0000</n4md:updated>';
    }
    $picture = $pictures[$hash] ?? ['thumbnails' => [], 'details' => []];
    $said = element('imageCaption', (string) ($caption === '' ? $alt : $caption));
    [$standfirst, $text] = [$plan['text'] === 'headline' ? '' : element('description', $standfirst), element('text', $text)];
    [$plain, $html] = $plan['text'] === 'html' ? [element('text', $plain, ' n4md:format="plain"'), $text] : [$text, ''];
    return [
        'start' => '<item><id>' . $id . '</id><title>' . escaped($headline) . '</title>',
        'standfirst' => $standfirst,
        'link' => '<pubDate>' . gmdate('D, d M Y H:i:s', $seconds) . ' +0000</pubDate><link>' . $root . '/articles/' . $slug . '</link>',
        'pictures' => $plan['pictures'] === 'full' ? files('image', $hash, $picture['details'], $said) : [],
        'thumbnails' => files('thumbnail', $hash, $picture['thumbnails'], $color === null ? '' : "<n4md:color>$color</n4md:color>"),
        'plain' => $plain, 'html' => $html,
        'end' => $end . '</item>',
    ];
}

/** An element with its text; empty if there is no text. */
function element(string $name, string $text, string $attributes = ''): string
{
    return $text === '' ? '' : "<$name$attributes>" . escaped($text) . "</$name>";
}

/** A picture's renditions as written in an item, with the accompanying elements. */
function files(string $element, ?string $hash, array $renditions, string $beside): array
{
    $address = getenv('BENCH_PUBLIC_URL') . "/media/$hash/";
    foreach ($renditions as &$file) {
        $file['markup'] = '<' . $element . ' n4md:width="' . $file['width'] . '" n4md:height="' . $file['height'] . '" n4md:bytes="'
            . $file['bytes'] . '">' . $address . file_name($file) . '</' . $element . '>' . $beside;
    }
    return $renditions;
}
