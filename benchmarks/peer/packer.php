<?php
// The 2009 stack's packing: Sources/News/Packing/Packer.swift, StepOrder.swift and Packer+Budget.swift, for uncompressed
// documents.

// The parts granted by steps. Texts are ordered by length.
const HEADLINE = 0;
const STANDFIRST = 1;
const PLAIN = 2;
const HTML = 3;
const THUMBNAIL = 4;
const PICTURE = 5;

// The phases, which take precedence over gain.
const OF_HEADLINES = 0;
const OF_STANDFIRSTS = 1;
const OF_THUMBNAILS = 2;
const OF_OTHERS = 3;

/** Orders everything the stories could get by worth; a document takes as much from the start as fits. */
final class Packer
{
    /** The number of leading stories, which a screen shows first. */
    private const LEADS = 3;
    /** The multiple of the usual weight above which a standfirst or thumbnail must wait. */
    private const FAR_HEAVIER = 8;
    /** The maximum number of attempts to approach the budget. */
    private const ATTEMPTS = 4;

    /** Story, part, rendition, bytes added to the document, bytes added in files. */
    private array $steps = [];
    private array $phases = [];
    private array $gains = [];
    /** The cumulative weight of the first steps: none, one, two and so on. */
    private array $written = [0];
    private array $files = [0];

    public function __construct(array $pieces)
    {
        foreach ($pieces as $story => $piece) {
            $this->load($story, $piece);
        }
        $this->hold(OF_STANDFIRSTS);
        $this->hold(OF_THUMBNAILS);
        $this->order();
    }

    /** Writes the document with as much as fits, again if its size differs from the estimate. */
    public function fit(int $frame, int $budget, callable $write): string
    {
        $best = null;
        $least = -1;
        $used = 0;
        $most = count($this->steps);
        $next = $this->count($frame, $budget, 1);
        for ($attempt = 1;; $attempt++) {
            $document = $write($next);
            $sent = strlen($document);
            if ($sent + $this->files[$next] <= $budget) {
                [$best, $least, $used] = [$document, $next, $sent + $this->files[$next]];
            } else {
                $most = $next - 1;
            }
            if ($next === 0) {
                return $best ?? $document;
            }
            $measured = $sent / max(1, $frame + $this->written[$next]);
            $next = min($this->count($frame, $budget - intdiv($budget, 200), $measured), $most);
            if ($best !== null && ($next <= $least || $used > $budget - intdiv($budget, 25) || $attempt >= self::ATTEMPTS)) {
                return $best;
            }
            if ($attempt >= self::ATTEMPTS) {
                $next = intdiv($next * 3, 4);
            }
        }
    }

    /** The text, thumbnail and picture of each story after a number of steps; further stories did not fit. */
    public function shares(int $count): array
    {
        $shares = [];
        for ($i = 0; $i < $count; $i++) {
            [$story, $part, $rung] = $this->steps[$i];
            if ($part === HEADLINE) {
                $shares[] = [HEADLINE, null, null];
            } elseif ($part <= HTML) {
                $shares[$story][0] = $part;
            } else {
                $shares[$story][$part === THUMBNAIL ? 1 : 2] = $rung;
            }
        }
        return $shares;
    }

    /** The number of steps that fit. */
    private function count(int $frame, int $budget, float $compression): int
    {
        [$low, $high] = [0, count($this->steps)];
        while ($low < $high) {
            $middle = intdiv($low + $high + 1, 2);
            if (ceil(($frame + $this->written[$middle]) * $compression) + $this->files[$middle] <= $budget) {
                $low = $middle;
            } else {
                $high = $middle - 1;
            }
        }
        return $low;
    }

    /** Adds what a story could get. HTML replaces plain text; the standfirst is independent. */
    private function load(int $story, array $piece): void
    {
        $this->steps[] = [$story, HEADLINE, 0, strlen($piece['start']) + strlen($piece['link']) + strlen($piece['end']), 0];
        $this->phases[] = OF_HEADLINES;
        $this->gains[] = INF;
        // The first story counts most, and the leading ones many times as much as the others.
        $rank = $story < self::LEADS ? 32 / ($story + 4) : 4 / ($story + 4);
        $gain = INF;
        [$standfirst, $plain, $html] = [strlen($piece['standfirst']), strlen($piece['plain']), strlen($piece['html'])];
        if ($standfirst > 0) {
            $gain = $this->add([$story, STANDFIRST, 0, $standfirst, 0], $rank, OF_STANDFIRSTS, $gain);
        }
        if ($plain > 0) {
            $gain = $this->add([$story, PLAIN, 0, $plain, 0], $rank * 3, OF_OTHERS, $gain);
        }
        if ($html > 0) {
            $this->add([$story, HTML, 0, max(1, $html - $plain), 0], $rank * 0.5, OF_OTHERS, $gain);
        }
        $this->loadFiles($story, THUMBNAIL, $piece['thumbnails'], $rank);
        $this->loadFiles($story, PICTURE, $piece['pictures'], 2 * $rank);
    }

    /** Adds renditions, each with its weight and gain over the previous one. */
    private function loadFiles(int $story, int $part, array $files, float $rank): void
    {
        $gain = INF;
        $written = $bytes = $value = 0;
        foreach ($files as $rung => $file) {
            $size = strlen($file['markup']);
            $gain = $this->add(
                [$story, $part, $rung, $size - $written, $file['bytes'] - $bytes], $rank * (($file['value'] - $value) / 1000),
                $part === THUMBNAIL && $rung === 0 ? OF_THUMBNAILS : OF_OTHERS, $gain);
            [$written, $bytes, $value] = [$size, $file['bytes'], $file['value']];
        }
    }

    /** Adds a step, and returns its gain per byte; a step never precedes the one it depends on. */
    private function add(array $step, float $worth, int $phase, float $most): float
    {
        $gain = min($most, $worth / max(1, $step[3] + $step[4]));
        $this->steps[] = $step;
        $this->phases[] = $phase;
        $this->gains[] = $gain;
        return $gain;
    }

    /** Postpones steps far heavier than their phase's median, so that one of them does not block all others. */
    private function hold(int $phase): void
    {
        $weights = [];
        foreach (array_keys($this->phases, $phase, true) as $index) {
            $weights[$index] = $this->steps[$index][3] + $this->steps[$index][4];
        }
        if ($weights === []) {
            return;
        }
        $sorted = $weights;
        sort($sorted);
        $most = $sorted[intdiv(count($sorted), 2)] * self::FAR_HEAVIER;
        foreach ($weights as $index => $weight) {
            if ($weight > $most) {
                $this->phases[$index] = OF_OTHERS;
            }
        }
    }

    /** Sorts the steps by phase, then descending gain, then order of addition, and sums them up. */
    private function order(): void
    {
        $keys = [];
        foreach ($this->phases as $index => $phase) {
            $keys[] = $phase << 60 | $index
                | ($phase === OF_OTHERS ? 0xFFFFFFFFFFF - (int) min($this->gains[$index] * 1e9, 0xFFFFFFFFFFF) << 16 : 0);
        }
        sort($keys);
        [$steps, $written, $files] = [[], 0, 0];
        foreach ($keys as $key) {
            $steps[] = $step = $this->steps[$key & 0xFFFF];
            $this->written[] = $written += $step[3];
            $this->files[] = $files += $step[4];
        }
        $this->steps = $steps;
    }
}
