"""The programs measured, and the short run (`--smoke`) that checks whether a benchmark still works:
loads are small, and times are reported but not judged, since it may be a debug build; the content of
responses is judged as in a full run."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
wrong = []


def add_argument(parser):
    parser.add_argument("--smoke", action="store_true", help="a short run that says whether all of it works; times are not judged")


def program(name="n4md", given=None):
    """The path of a program: the given one, otherwise the one beside the n4md of N4MD_PROGRAM, otherwise
    the release build."""
    named = os.environ.get("N4MD_PROGRAM")
    folder = os.path.dirname(os.path.abspath(named)) if named else f"{ROOT}/.build/release"
    path = os.path.abspath(given or (named if named and name == "n4md" else f"{folder}/{name}"))
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        raise SystemExit(f"There is no program {path}: swift build -c release, or name the n4md of another build in N4MD_PROGRAM")
    return path


def fast(is_met):
    """A verdict on a time, a size or a share."""
    return "yes" if is_met else "**no**"


def right(is_right, what):
    """A verdict that even a short run depends on."""
    if not is_right:
        wrong.append(what)
    return fast(is_right)


def end(text, is_smoke):
    """Ends the run successfully, unless something was wrong or, in a full run, a goal was not met."""
    for what in wrong:
        print("wrong:", what, file=sys.stderr)
    sys.exit(1 if wrong or not is_smoke and "**no**" in text else 0)
