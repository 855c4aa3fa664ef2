"""Rounds of wrk with the contenders in turn, so that changes in the machine's load affect all of them."""
import json
import os
import statistics
import subprocess

from .contenders import HERE
from .machine import processor_seconds


class Failure(Exception):
    """A measurement that cannot be trusted."""


def wrk(port, paths, seconds, connections=32, watch=False, headers=()):
    """Runs one round. Latencies are in microseconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", HERE + "/wrk.lua",
               *[word for header in headers for word in ("-H", header)],
               f"http://127.0.0.1:{port}", "--", paths] + (["watch"] if watch else [])
    output = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60)
    line = next((line for line in output.stdout.splitlines() if line.startswith("JSON ")), None)
    if line is None:
        raise Failure("wrk: " + (output.stderr or output.stdout)[-500:])
    result = json.loads(line[5:])
    if result["errors"]:
        raise Failure(f"{result['errors']} of {result['requests']} answers on port {port} were errors")
    result["rate"] = result["requests"] / result["seconds"]
    return result


def observed(contender, paths, seconds, connections=32, watch=False):
    """Runs one round; adds the CPU milliseconds per request of the server's programs and of the database."""
    def used():
        return processor_seconds(*contender.roots), processor_seconds(contender.database) if contender.database else 0

    before = used()
    result = wrk(contender.port, paths, seconds, connections, watch, contender.headers)
    for name, start, end in zip(("server", "database"), before, used()):
        result[name] = (end - start) * 1000 / result["requests"]
    result["processor"] = result["server"] + result["database"]
    return result


def write_paths(file, paths):
    with open(file, "w") as out:
        out.write("\n".join(paths) + "\n")
    return file


class Rounds:
    """The results of several contenders, by name."""

    def __init__(self, title):
        self.title = title
        self.results = {}

    def add(self, name, result):
        self.results.setdefault(name, []).append(result)
        print(f"  {self.title}, {name}: {result['rate']:.0f}/s, {result['mean'] / 1000:.2f} ms, "
              f"processor {result['server']:.3f} + {result['database']:.3f} ms", flush=True)

    def median(self, name, field="rate"):
        return statistics.median(result[field] for result in self.results[name])

    def ratio(self, one, other, field="rate"):
        """The median of the ratios of each round, whose sides were measured at about the same time."""
        pairs = zip(self.results[one], self.results[other])
        return statistics.median(a[field] / b[field] for a, b in pairs)


def hot(title, contenders, paths, rounds, seconds, scratch):
    """Measures repeated requests with the same few contexts. Contenders are given by name."""
    file = write_paths(scratch + "/hot.txt", paths)
    result = Rounds(title)
    names = list(contenders)
    for name in names:
        wrk(contenders[name].port, file, 1)
    for turn in range(rounds):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            result.add(name, observed(contenders[name], file, seconds))
    return result


def cold(title, contenders, draw, rounds, seconds, scratch, connections=32):
    """Measures requests with a different selection each time. `draw(name, turn)` returns those of a round;
    contenders with the same archive get the same ones."""
    result = Rounds(title)
    names = list(contenders)
    for turn in range(-1, rounds):
        files = {}
        for name in names:
            files[name] = draw(name, turn)
        duration = max(2, seconds // 2) if turn < 0 else seconds
        for name in names if turn % 2 == 0 else names[::-1]:
            outcome = observed(contenders[name], files[name], duration, connections, watch=True)
            if outcome["hits"]:
                raise Failure(f"{outcome['hits']} of {outcome['requests']} cold requests were answered from the cache")
            with open(files[name]) as lines:
                if outcome["requests"] > sum(1 for _ in lines):
                    raise Failure("the cold selections were used up: " + os.path.basename(files[name]))
            if turn >= 0:
                result.add(name, outcome)
    return result
