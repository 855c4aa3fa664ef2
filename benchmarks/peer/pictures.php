<?php
// The 2009 stack's choice of renditions: Sources/News/Stories/RenditionChain.swift.

/** The distinct hashes of the stories' pictures. */
function hashes(array $stories): array
{
    return array_keys(array_flip(array_filter(array_column($stories, 13))));
}

/** The thumbnails and pictures from which the packer chooses, by the hashes of their originals. */
function pictures(array $renditions, array $plan): array
{
    return array_map(
        fn ($files) => ['thumbnails' => chain($files, $plan['thumbnail']), 'details' => chain($files, $plan['detail'])], $renditions);
}

/** From the lightest to the best: each looks better than the previous one, and gains less per byte. */
function chain(array $renditions, array $wish): array
{
    $hull = [];
    $count = 0;
    foreach (candidates($renditions, $wish) as $next) {
        if ($next['value'] <= ($count === 0 ? 0 : $hull[$count - 1]['value'])) {
            continue;
        }
        // Removes those below the line from the previous one to the next; compared without division.
        while ($count > 0) {
            [$bytes, $worth] = $count === 1 ? [0, 0] : [$hull[$count - 2]['bytes'], $hull[$count - 2]['value']];
            $last = $hull[$count - 1];
            if (($last['value'] - $worth) * ($next['bytes'] - $bytes) > ($next['value'] - $worth) * ($last['bytes'] - $bytes)) {
                break;
            }
            array_pop($hull);
            $count--;
        }
        $hull[] = $next;
        $count++;
    }
    return $hull;
}

/** The renditions that a wish allows, lightest first and, at equal weight, better first. */
function candidates(array $renditions, array $wish): array
{
    $all = $wide = [];
    foreach ($renditions as [$width, $quality, $shape, $crop, $format, $pixels, $height, $bytes]) {
        if ($shape !== $wish[2] || $width > $wish[0]) {
            continue;
        }
        $value = value((int) $pixels, (int) $quality, $format, $wish[0]);
        $order = $bytes << 11 | 2047 - $value;
        $all[$order] ??= [
            'bytes' => (int) $bytes, 'value' => $value, 'width' => $pixels, 'height' => $height, 'spec' => [$width, $quality, $shape],
            'crop' => $crop, 'format' => $format,
        ];
        // Much too narrow ones show little, but are better than nothing.
        if ($width * 6 >= $wish[0]) {
            $wide[$order] = $all[$order];
        }
    }
    $candidates = $wide === [] ? $all : $wide;
    ksort($candidates, SORT_NUMERIC);
    return $candidates;
}

/** The last part of a file's address. */
function file_name(array $file): string
{
    return spec_name($file['spec']) . ($file['spec'][2] === 'whole' ? '' : $file['crop']) . '.'
        . ($file['format'] === 'jpeg' ? 'jpg' : $file['format']);
}

/** A rendition's quality relative to the one wished, in thousandths; animations count more than stills. */
function value(int $pixels, int $quality, string $format, int $wish): int
{
    $class = $quality < 60 ? 0.75 : ($quality < 90 ? 0.92 : 1.0);
    return (int) (1000 * sqrt(min(1, $pixels / $wish)) * $class) + ($format === 'gif' ? 500 : 0);
}
