"""Virtual environments with the peers from PyPI."""
import os
import subprocess
import sys


def enter(program, given=None):
    """Continues a benchmark in the virtual environment with its peers, creating it if necessary. They are in NAME-requirements.txt."""
    name, wanted = os.path.basename(program), os.path.abspath(program) + "-requirements.txt"
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.abspath(given or f"{cache}/n4md-benchmarks/{name}")
    if os.path.realpath(sys.prefix) == os.path.realpath(folder):
        return
    python, installed = folder + "/bin/python", folder + "/installed.txt"
    if given and not os.path.exists(python):
        sys.exit(f"benchmarks/{name}: {folder} is no virtual environment")
    with open(wanted) as file:
        packages = file.read()
    if not given and not (os.path.exists(installed) and open(installed).read() == packages):
        print(f"installing {' '.join(packages.split())} into {folder}", flush=True)
        for command in ([sys.executable, "-m", "venv", "--clear", folder], [python, "-m", "pip", "install", "-q", "-r", wanted]):
            if subprocess.run(command).returncode:
                sys.exit(f"benchmarks/{name}: the peers cannot be installed")
        with open(installed, "w") as file:
            file.write(packages)
    os.execv(python, [python, os.path.abspath(program), *sys.argv[1:]])
