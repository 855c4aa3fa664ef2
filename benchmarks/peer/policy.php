<?php
// The 2009 stack's decision: the same policy as Sources/News/Policy/Policy.swift, for the fields that its clients post.

const WIDTHS = [120, 160, 240, 320, 480, 640, 768, 960, 1200, 1600, 1920];
const STEPS = [8000, 14000, 30000, 60000, 120000, 250000, 500000, 1000000, 2000000];
/** The steps, and what is left of them where battery or data are saved. */
const BUDGETS = [
    6000, 7000, 8000, 10000, 14000, 15000, 22000, 30000, 45000, 60000, 62000, 90000, 120000, 125000, 187000, 250000, 375000, 500000,
    750000, 1000000, 1500000, 2000000,
];
// Shares of budget and items, the most items of a whole edition, pixel ratio, quality, whether pages are dark, minutes to the next request.
const SAVE_DATA = [0.75, 0.8, 80, 2, 60, false, 15];
const BATTERY_BELOW = [10 => [0.25, 0.4, 20, 1, 30, true, 60], 20 => [0.5, 0.6, 40, 1.5, 60, true, 60], 50 => [0.75, 0.8, 80, 2, 90, false, 30]];

// kbit/s, round trip in seconds, items (null: the whole edition), text, pictures, qualities of thumbnail and picture, maximum device
// pixels per CSS pixel, minutes to the next request.
const LINKS = [
    [50, 2, 5, 'summary', 'off', 30, 60, 1, 30],
    [200, 0.84, 10, 'summary', 'off', 30, 60, 1, 30],
    [1500, 0.27, 20, 'plain', 'full', 30, 60, 1.5, 15],
    [5000, 0.12, 20, 'html', 'full', 30, 60, 2, 15],
    [20000, 0.06, 30, 'html', 'full', 60, 90, 3, 15],
    [40000, 0.03, null, 'html', 'full', 60, 90, 3, 15],
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
    $savings = savings($fields);
    $budget = highest(STEPS, $row[0] * 1000 / 8 * max(0.5, 3 - 3 * $row[1]));
    $dark = false;
    foreach ($savings as $saving) {
        $limit = $saving === SAVE_DATA ? 60000 : PHP_INT_MAX;
        $budget = highest(BUDGETS, min($budget * $saving[0], $limit));
        $row[2] = $row[2] === null ? $saving[2] : min($saving[2], max(1, (int) round($row[2] * $saving[1])));
        $row[7] = min($row[7], $saving[3]);
        [$row[5], $row[6]] = [min($row[5], $saving[4]), min($row[6], $saving[4])];
        $row[8] = max($row[8], $saving[6]);
        $dark = $dark || $saving[5];
    }

    [$defaultWidth, $defaultRatio] = SCREENS[strtolower($fields['client'] ?? '')] ?? [360, 2];
    $upright = number($fields, 'screen_width', 1, 20000) ?? $defaultWidth;
    $height = number($fields, 'screen_height', 1, 20000) ?? $upright * 16 / 9;
    $landscape = choice($fields, 'orientation', ['landscape', '90', '270', '-90']) !== null;
    $width = $landscape ? max($upright, $height) : $upright;
    $ratio = min(number($fields, 'dpr', 0.5, 8) ?? $defaultRatio, $row[7]);

    $isLarge = in_array(strtolower($fields['client'] ?? ''), ['ipad', 'tablet', 'desktop', 'tv'], true);
    $thumbnail = $isLarge ? rung($width / 3 * $ratio, WIDE) : rung($width / 4 * $ratio, SQUARE);
    $plan = [
        'items' => $row[2], 'text' => $row[3], 'pictures' => $row[4],
        'thumbnail' => [$thumbnail, $row[5], $isLarge ? 'wide' : 'square'], 'detail' => [rung($width * $ratio), $row[6], 'whole'],
        'budget' => $budget, 'palette' => $dark ? 'night' : 'auto', 'size' => 100, 'columns' => $width < 600 ? 1 : ($width < 1100 ? 2 : 3),
        'pause' => $row[8],
    ];
    obey($fields, $plan);
    $plan['formats'] = $plan['pictures'] === 'full' && $budget >= 1000000 ? 'gif' : 'jpeg';
    simplify($plan);
    return $plan;
}

/** What battery and reader save. */
function savings(array $fields): array
{
    $savings = choice($fields, 'save_data', ['1', 'on', 'true', 'yes']) === null ? [] : [SAVE_DATA];
    $battery = number($fields, 'battery', 0, 100);
    if ($battery !== null && choice($fields, 'charging', ['1', 'on', 'true', 'yes']) === null) {
        foreach (BATTERY_BELOW as $limit => $saving) {
            if ($battery < $limit) {
                return [...$savings, $saving];
            }
        }
    }
    return $savings;
}

/** The highest of ascending budgets that is not above a number of bytes, or the lowest. */
function highest(array $budgets, float $bytes): int
{
    $fitting = array_filter($budgets, fn ($budget) => $budget <= $bytes);
    return end($fitting) ?: $budgets[0];
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
        . ($plan['columns'] === 1 ? '' : "-y{$plan['columns']}") . ($plan['pause'] === 15 ? '' : "-n{$plan['pause']}");
}

/** Applies the reader's explicit wishes. */
function obey(array $fields, array &$plan): void
{
    if (($items = number($fields, 'items', 1, 200)) !== null) {
        $plan['items'] = (int) round($items);
    }
    if (($images = choice($fields, 'images', ['off', 'thumbnails', 'full'])) !== null) {
        $plan['pictures'] = $images;
    }
    if (($text = choice($fields, 'text', ['headline', 'summary', 'opening', 'plain', 'html'])) !== null) {
        $plan['text'] = $text;
    }
    if (($size = number($fields, 'text_size', 0.8, 2)) !== null) {
        $plan['size'] = (int) round($size * 10) * 10;
    }
    if (($palette = choice($fields, 'palette', ['day', 'night', 'contrast', 'auto'])) !== null) {
        $plan['palette'] = $palette;
    }
}
