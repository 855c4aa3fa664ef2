"""Compares the speed of two builds: short rounds in turns, so that changes in the machine's load affect both, and ratios of rounds measured
one after the other. CPU time hardly depends on other load, so it says more than requests per second."""
import random
import statistics
import time

from harness import machine, measure, requests

ROUND = 1  # second
HOT = {"hot, channel": "/ws?network=3g&client=android&format=json", "hot, page": "/m/?network=3g&client=android"}
COLD = {"cold, channel": "/ws?network=3g&client=android&screen_width=360&items={}&before={}_1&text={}",
        "cold, page": "/m/?network=3g&client=android&items={}&before={}_1&text={}"}


def cold_paths(draw, pattern, seen, count):
    """A number of addresses not requested before: the news before random times in the last weeks."""
    paths = []
    while len(paths) < count:
        moment = int((time.time() - draw.uniform(0, 14 * 86400)) * 1e6)
        path = pattern.format(draw.randint(5, 25), requests.base36(moment), draw.choice(("plain", "html", "summary")))
        if path not in seen:
            seen.add(path)
            paths.append(path)
    return paths


class Series:
    """The measurements of one kind of request."""

    def __init__(self, name):
        self.name, self.rounds = name, []

    def ratios(self, field):
        return sorted(new[field] / old[field] for old, new in self.rounds if old[field])

    def row(self):
        cells = [self.name]
        for field in ("rate", "processor"):
            ratios = self.ratios(field)
            cells.append(f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})" if ratios else "too short to tell")
        return "| " + " | ".join(cells) + f" | {len(self.rounds)} |"


def measured(series, newspapers, paths, seconds, scratch):
    """Measures both once; they take turns in going first."""
    file = measure.write_paths(f"{scratch}/paths.txt", paths)
    order = newspapers if len(series.rounds) % 2 == 0 else newspapers[::-1]
    found = {newspaper: measure.observed(newspaper, file, seconds, 16) for newspaper in order}
    series.rounds.append([found[newspaper] for newspaper in newspapers])


def compare(sides, seconds, scratch):
    """The table of ratios, with each build measured for a number of seconds per kind."""
    rounds = max(5, round(seconds / ROUND))
    length = max(1, round(seconds / rounds))
    draw, seen, table = random.Random(5), set(), []
    for side in sides:
        side.stop()
        side.start(N4MD_ACCESS_LOG="off")
    newspapers = [side.newspaper for side in sides]
    for newspaper in newspapers:
        newspaper.wait()
    for name, pattern in {**HOT, **COLD}.items():
        series = Series(name)
        for turn in range(-1, rounds):
            paths = [pattern] if name in HOT else cold_paths(draw, pattern, seen, 8000 * length)
            if turn < 0:
                measured(Series("warm"), newspapers, paths, 1, scratch)
            else:
                measured(series, newspapers, paths, length, scratch)
        table.append(series.row())
    return (f"On {machine.description()}, new / old, medians of rounds of {length} s in turns (and from the least to the most):\n\n"
            "| requests | requests/s | processor time a request, with the database | rounds |\n|---|---|---|---:|\n" + "\n".join(table))
