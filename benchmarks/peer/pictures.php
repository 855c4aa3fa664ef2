<?php
// The 2009 stack's choice of renditions: Sources/News/RenditionChain.swift.

/** The hashes of the pictures of stories, each once. */
function hashes(array $stories): array
{
    return array_keys(array_flip(array_filter(array_column($stories, 13))));
}

/** The thumbnails and pictures among which the packer chooses, under the hashes of their originals. */
function pictures(array $renditions, array $plan): array
{
    return array_map(
        fn ($files) => ['thumbnails' => chain($files, $plan['thumbnail']), 'details' => chain($files, $plan['detail'])], $renditions);
}

/** From the lightest to the best: each looks better than the one before, and gains less for its bytes. */
function chain(array $renditions, array $wish): array
{
    $hull = [];
    $count = 0;
    foreach (candidates($renditions, $wish) as $next) {
        if ($next['value'] <= ($count === 0 ? 0 : $hull[$count - 1]['value'])) {
            continue;
        }
        // Those are left out that lie below the line from the one before them to the next; compared without dividing.
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

/** The renditions that a wish allows, the lightest first and of the same weight the better first. */
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
        // What is much too narrow says little; where there is nothing else, it is better than nothing.
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

/** How good a rendition looks beside the one wished, in thousandths; an animation says more than a still. */
function value(int $pixels, int $quality, string $format, int $wish): int
{
    $class = $quality < 60 ? 0.75 : ($quality < 90 ? 0.92 : 1.0);
    return (int) (1000 * sqrt(min(1, $pixels / $wish)) * $class) + ($format === 'gif' ? 500 : 0);
}
