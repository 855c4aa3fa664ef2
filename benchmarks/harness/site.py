"""The newspaper used for a benchmark: the demo, or an imported feed. All its pictures are made
beforehand, so that no background work disturbs the measurement."""
import os
import subprocess
import time

from . import trial
from .contenders import Newspaper


def add_arguments(parser):
    parser.add_argument("--server", metavar="BINARY", help="the program (that of N4MD_PROGRAM, else .build/release/n4md)")
    parser.add_argument("--newspaper", metavar="FEED", help="a feed to import first (else the demo newspaper)")
    parser.add_argument("--media", metavar="DIR", help="the folder of the feed's pictures")
    parser.add_argument("--keep", metavar="DIR", help="the data folder; kept for the next time (else a temporary one)")
    parser.add_argument("--formats", choices=("jpeg", "webp", "avif"),
                        help="the best format of pictures (N4MD_PICTURE_FORMATS; for the demo webp, for a newspaper jpeg: to make all "
                             "of the others takes minutes)")
    trial.add_argument(parser)


def formats(arguments):
    return arguments.formats or ("jpeg" if arguments.newspaper or arguments.smoke else "webp")


def command(program, data, environment, *words):
    """Runs a command and returns its output."""
    result = subprocess.run([program, *words, "--data", data], capture_output=True, text=True, env=environment)
    if result.returncode:
        raise SystemExit(f"n4md {' '.join(words)}: {result.stderr[-2000:]}")
    return result.stdout


def start(arguments, folder, **settings):
    """Starts the newspaper."""
    program, data = trial.program(given=arguments.server), os.path.abspath(arguments.keep or folder + "/data")
    settings["N4MD_PICTURE_FORMATS"] = formats(arguments)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("N4MD_")} | settings
    if arguments.newspaper:
        media = ["--media", arguments.media] if arguments.media else []
        command(program, data, environment, "import", arguments.newspaper, *media)
    newspaper = Newspaper(program, data, folder, *([] if arguments.newspaper else ["--demo"]), **settings)
    newspaper.wait()
    # The server is making pictures too; those it is just working on count as missing.
    for attempt in range(60):
        made = subprocess.run([program, "pictures", "make", "--data", data], capture_output=True, text=True, env=environment)
        if made.returncode == 0:
            return newspaper
        time.sleep(2)
    raise SystemExit(f"n4md pictures make: {made.stdout[-500:]} {made.stderr[-1500:]}")


def described(arguments):
    name = "a newspaper that was imported" if arguments.newspaper else "the demo newspaper"
    return f"{name}, pictures up to {formats(arguments).upper()}"
