<?php
// The 2009 stack's decision: the same policy as Sources/News/Policy/Policy.swift, for the fields that its clients post.

const WIDTHS = [120, 160, 240, 320, 480, 640, 768, 960, 1200, 1600, 1920];
const BUDGETS = [8000, 14000, 30000, 60000, 120000, 250000, 500000, 1000000, 2000000];

// kbit/s, round trip in seconds, items (null: the whole edition), text, pictures, qualities of thumbnail and picture, maximum device
// pixels per CSS pixel, rule, reason.
const LINKS = [
    [50, 2, 5, 'summary', 'off', 30, 60, 1, 'gprs', 'GPRS or slower: 5 items, headlines and summaries, no pictures'],
    [200, 0.84, 10, 'summary', 'off', 30, 60, 1, 'edge', 'EDGE or 2G: 10 items, summaries, no pictures'],
    [1500, 0.27, 20, 'plain', 'full', 30, 60, 1.5, '3g',
        '3G: 20 items, plain text, thumbnails of quality 30 and pictures of quality 60'],
    [5000, 0.12, 20, 'html', 'full', 30, 60, 2, 'hspa',
        'HSPA: 20 items, full text, thumbnails of quality 30 and pictures of quality 60'],
    [20000, 0.06, 30, 'html', 'full', 60, 90, 3, '4g',
        '4G: 30 items, full text, thumbnails of quality 60 and pictures of quality 90'],
    [40000, 0.03, null, 'html', 'full', 60, 90, 3, 'best',
        'Wi-Fi, 5G or cable: the whole edition, full text, thumbnails of quality 60 and pictures of quality 90'],
];
const NETWORKS = [
    'none' => 0, 'slow-2g' => 0, 'gprs' => 0, 'edge' => 1, '2g' => 1, '3g' => 2, 'hspa' => 3, '4g' => 4, 'lte' => 4, '5g' => 5,
    'wifi' => 5, 'ethernet' => 5,
];
const SCREENS = [
    'feature' => [240, 1], 'watch' => [200, 2], 'ipad' => [768, 2], 'tablet' => [768, 2], 'desktop' => [1280, 1], 'tv' => [1920, 1],
    'iphone' => [320, 2], 'ipod' => [320, 2],
];

/** Widths of crops. */
const SQUARE = [120, 160, 240, 320];
const WIDE = [240, 320, 480, 640];

function rung(float $width, array $widths = WIDTHS): int
{
    foreach ($widths as $rung) {
        if ($rung >= $width) {
            return $rung;
        }
    }
    return end($widths);
}

/** A width, a quality and a shape as written in plans. */
function spec_name(array $spec): string
{
    return "$spec[0]q$spec[1]" . ($spec[2] === 'whole' ? '' : "-$spec[2]");
}

/** One of the given words; null for anything else. */
function choice(array $fields, string $name, array $words): ?string
{
    $value = strtolower(trim($fields[$name] ?? ''));
    return in_array($value, $words, true) ? $value : null;
}

/** A number within bounds; null for anything else. */
function number(array $fields, string $name, float $least, float $most): ?float
{
    $value = trim($fields[$name] ?? '');
    return is_numeric($value) && $value >= $least && $value <= $most ? (float) $value : null;
}

/** Sorted, distinct slugs. */
function slugs(array $fields, string $name): array
{
    if (!isset($fields[$name])) {
        return [];
    }
    $slugs = array_unique(array_filter(explode(',', strtolower($fields[$name]))));
    sort($slugs, SORT_STRING);
    return $slugs;
}

function plan(array $fields): array
{
    $name = strtolower(trim($fields['network'] ?? ''));
    $network = NETWORKS[$name] ?? null;
    $row = LINKS[$network ?? 2];
    $reasons = $network === null
        ? ['unknown' => 'The link is unknown: treated as 3G'] : [$row[8] => $row[9]];
    if ($name === 'slow-2g') {
        $reasons['estimated'] = 'The browser estimates the link: its rate is taken from the Network Information table';
    }

    [$defaultWidth, $defaultRatio] = SCREENS[strtolower($fields['client'] ?? '')] ?? [360, 2];
    $upright = number($fields, 'screen_width', 1, 20000) ?? $defaultWidth;
    $height = number($fields, 'screen_height', 1, 20000) ?? $upright * 16 / 9;
    $landscape = choice($fields, 'orientation', ['landscape', '90', '270', '-90']) !== null;
    $width = $landscape ? max($upright, $height) : $upright;
    $ratio = min(number($fields, 'dpr', 0.5, 8) ?? $defaultRatio, $row[7]);

    $bytes = $row[0] * 1000 / 8 * max(0.5, 3 - 3 * $row[1]);
    $battery = number($fields, 'battery', 0, 100);
    if ($battery !== null && choice($fields, 'charging', ['1', 'on', 'true', 'yes']) === null) {
        if ($battery < 10) {
            $bytes *= 0.25;
            $reasons['battery25'] = 'Battery below 10 %: a quarter of the budget';
        } elseif ($battery < 20) {
            $bytes *= 0.5;
            $reasons['battery50'] = 'Battery between 10 and 19 %: half of the budget';
        } elseif ($battery < 50) {
            $bytes *= 0.75;
            $reasons['battery75'] = 'Battery between 20 and 49 %: three quarters of the budget';
        }
    }
    if (choice($fields, 'save_data', ['1', 'on', 'true', 'yes']) !== null) {
        $bytes = min($bytes, 60000);
        $reasons['savedata'] = 'The reader saves data: at most 60 kB';
    }
    $budget = BUDGETS[0];
    foreach (BUDGETS as $rung) {
        if ($rung <= $bytes) {
            $budget = $rung;
        }
    }
    $isLarge = in_array(strtolower($fields['client'] ?? ''), ['ipad', 'tablet', 'desktop', 'tv'], true);
    $thumbnail = $isLarge ? rung($width / 3 * $ratio, WIDE) : rung($width / 4 * $ratio, SQUARE);
    $plan = [
        'items' => $row[2], 'text' => $row[3], 'pictures' => $row[4],
        'thumbnail' => [$thumbnail, $row[5], $isLarge ? 'wide' : 'square'], 'detail' => [rung($width * $ratio), $row[6], 'whole'],
        'budget' => $budget, 'palette' => 'auto', 'size' => 100, 'columns' => $width < 600 ? 1 : ($width < 1100 ? 2 : 3),
    ];
    obey($fields, $plan, $reasons);
    $plan['formats'] = $plan['pictures'] === 'full' && $budget >= 1000000 ? 'gif' : 'jpeg';
    simplify($plan);
    $plan['reasons'] = $reasons;
    return $plan;
}

/** Normalises what makes no difference: the renditions that a plan does not use. */
function simplify(array &$plan): void
{
    if ($plan['pictures'] !== 'full') {
        $plan['detail'] = [120, 30, 'whole'];
    }
    if ($plan['pictures'] === 'off') {
        $plan['thumbnail'] = [120, 30, 'square'];
    }
}

/** The plan as written in addresses: parts of one letter and a value each, without defaults. */
function plan_name(array $plan): string
{
    [$thumbnail, $detail] = [$plan['thumbnail'], $plan['detail']];
    return 'p1-i' . ($plan['items'] ?? 'all') . "-t{$plan['text']}-m{$plan['pictures']}"
        . ($plan['pictures'] === 'full' ? "-w$detail[0]-q$detail[1]" : '')
        . ($plan['pictures'] === 'off' ? '' : "-h$thumbnail[0]-k$thumbnail[1]-s$thumbnail[2]")
        . ($plan['formats'] === 'gif' ? '-fg' : '') . '-b' . intdiv($plan['budget'], 1000)
        . ($plan['palette'] === 'auto' ? '' : "-c{$plan['palette']}") . ($plan['size'] === 100 ? '' : "-z{$plan['size']}")
        . ($plan['columns'] === 1 ? '' : "-y{$plan['columns']}") . '-r' . implode('~', array_keys($plan['reasons']));
}

/** Applies the reader's explicit wishes. */
function obey(array $fields, array &$plan, array &$reasons): void
{
    if (($items = number($fields, 'items', 1, 200)) !== null) {
        $plan['items'] = (int) round($items);
        $reasons['items'] = 'The reader asked for a number of items';
    }
    if (($images = choice($fields, 'images', ['off', 'thumbnails', 'full'])) !== null) {
        $plan['pictures'] = $images;
        $reasons['images'] = 'The reader chose how pictures are used';
    }
    if (($text = choice($fields, 'text', ['headline', 'summary', 'plain', 'html'])) !== null) {
        $plan['text'] = $text;
        $reasons['text'] = 'The reader chose the text format';
    }
    if (($size = number($fields, 'text_size', 0.8, 2)) !== null) {
        $plan['size'] = (int) round($size * 10) * 10;
        $reasons['size'] = 'The reader chose the text size';
    }
    if (($palette = choice($fields, 'palette', ['day', 'night', 'contrast', 'auto'])) !== null) {
        $plan['palette'] = $palette;
        $reasons['palette'] = 'The reader or the device chose the palette';
    }
}
