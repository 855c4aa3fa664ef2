"""Programs of ours that make something for the libraries of others to read: a line of JSON in, a line of JSON out."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Browser"))
from newspaper import program  # noqa: E402


def made(name, wishes, *options):
    """What a probe makes of each wish."""
    result = subprocess.run([os.path.join(os.path.dirname(program()), name), *options], input="".join(json.dumps(wish) + "\n" for wish in wishes),
                            capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(found) == len(wishes), len(found)
    return found


def report(what, wishes, found, check):
    """Says what is wrong with each, and ends with a status: `check` gives the fault of one, or None."""
    wrong = [f"{number}: {fault}"[:300] for number, (wish, one) in enumerate(zip(wishes, found)) if (fault := check(wish, one))]
    print(f"{len(found)} {what}: {len(wrong)} wrong", *wrong[:10], sep="\n")
    sys.exit(1 if wrong else 0)
