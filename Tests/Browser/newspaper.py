"""A running n4md with its own newspaper, in a temporary folder."""
import fcntl
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
# The debug build makes the demo's pictures in half a minute; a release build takes several minutes to compile.
PROGRAMS = (".build/debug/n4md", ".build/release/n4md")
DEMO, DEMO_LIFETIME = f"{ROOT}/.build/demo-newspaper", 3600
START_LIMIT = 600  # seconds
STOP_LIMIT = 60


def program():
    """The n4md to test: the one named by N4MD_PROGRAM, otherwise the one built with the Swift tests."""
    named = os.environ.get("N4MD_PROGRAM")
    for path in [named] if named else [os.path.join(ROOT, one) for one in PROGRAMS]:
        if os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise SystemExit(f"There is no program {named or ' or '.join(PROGRAMS)}: swift build --product n4md")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def origin_of_the_demo():
    """Identifies the program, demo and schema behind a demo newspaper, which must be made again when one of them changes."""
    files = [program(), *(os.path.join(folder, name) for top in ("static/demo", "schema") for folder, _, names in os.walk(f"{ROOT}/{top}") for name in names)]
    return json.dumps({file: os.stat(file).st_mtime for file in sorted(files)})


def lay_demo(data):
    """Makes a data folder with the demo newspaper. Its pictures take 40 CPU seconds, so it is made once an hour and then copied."""
    os.makedirs(os.path.dirname(DEMO), exist_ok=True)
    with open(DEMO + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_demo_fresh():
            subprocess.run(["rm", "-rf", DEMO], check=True)
            newspaper = Newspaper(is_copied=False)
            try:
                newspaper.start()
                newspaper.stop()
                assert not os.path.exists(f"{newspaper.data}/cluster/postmaster.pid"), "its database did not end:\n" + newspaper.log()
                os.mkdir(DEMO)
                subprocess.run(["mv", newspaper.data, DEMO + "/data"], check=True)  # keeps the database's owner
                with open(DEMO + "/origin", "w", encoding="utf-8") as origin:
                    origin.write(origin_of_the_demo())
            finally:
                newspaper.remove()
        subprocess.run(["cp", "-a", DEMO + "/data", data], check=True)


def is_demo_fresh():
    try:
        with open(DEMO + "/origin", encoding="utf-8") as origin:
            return origin.read() == origin_of_the_demo() and time.time() - os.stat(origin.name).st_mtime < DEMO_LIFETIME
    except FileNotFoundError:
        return False


class Newspaper:
    """The demo newspaper, or one imported from a feed. It can be stopped, and started again at the same address."""

    def __init__(self, feed=None, is_copied=True, host="127.0.0.1"):
        self.folder = tempfile.mkdtemp(prefix="n4md-browser.")
        os.chmod(self.folder, 0o755)  # the database runs under a different account
        self.data = f"{self.folder}/data"
        self.port = free_port()
        self.url = f"http://{host}:{self.port}"
        self.arguments = [] if feed else ["--demo"]
        self.process = None
        # Making pictures in other formats would keep all CPUs busy during the tests.
        settings = {"N4MD_PUBLIC_URL": self.url, "N4MD_PICTURE_FORMATS": "jpeg", "N4MD_ACCESS_LOG": "off", "N4MD_PUSH_NETWORKS": "127.0.0.1",
                    # Nobody listens there: mails wait.
                    "N4MD_SMTP_URL": "smtp://127.0.0.1:1", "N4MD_MAIL_FROM": "news@news.example.org"}
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("N4MD_")} | settings
        if feed:
            self.run("import", feed)
        elif is_copied:
            lay_demo(self.data)

    def run(self, *words, data=True):
        """Runs a subcommand and returns its output. Some take no data folder."""
        result = subprocess.run([program(), *words, *(["--data", self.data] if data else [])], env=self.environment, capture_output=True, text=True,
                                timeout=START_LIMIT, check=False)
        assert result.returncode == 0, f"n4md {' '.join(words)}: {result.stderr}"
        return result.stdout

    @functools.cached_property
    def token(self):
        """An editor's token."""
        self.run("editor", "add", "browser-tests", "--role", "editor")
        return self.run("token", "create", "--editor", "browser-tests").split()[-1]

    def invite(self, name, role):
        """Invites a new person; returns the address at which they choose a password."""
        return self.run("editor", "add", name, "--role", role).split()[-1]

    def send(self, method, path, body=None):
        """Sends an editor's request to the API; returns the answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "If-Match": "*"}
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", json.dumps(body).encode() if body else None, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or "null")

    def start(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(  # ends with the tests, however they end
                ["setpriv", "--pdeathsig", "TERM", program(), "serve", "--port", str(self.port), "--data", self.data, *self.arguments],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + START_LIMIT
        while not (self.is_ready() and self.has_pictures()):
            assert self.process.poll() is None, "n4md ended:\n" + self.log()
            assert time.monotonic() < deadline, f"n4md is not ready within {START_LIMIT} s:\n" + self.log()
            time.sleep(0.1)

    def is_ready(self):
        try:
            with urllib.request.urlopen(self.url + "/health/ready", timeout=5) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def has_pictures(self):
        """Whether the demo newspaper's pictures are complete. They are made after it is ready."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=5) as answer:
            return b"\nn4md_pictures_waiting 0" in b"\n" + answer.read()

    def log(self):
        with open(f"{self.folder}/log", encoding="utf-8", errors="replace") as log:
            return log.read()[-4000:]

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def remove(self):
        """Stops the server, and its database if the server did not; removes the folder."""
        self.stop()
        try:
            with open(f"{self.data}/cluster/postmaster.pid", encoding="ascii") as file:
                os.kill(int(file.readline()), signal.SIGQUIT)
        except (OSError, ValueError):
            pass
        shutil.rmtree(self.folder, ignore_errors=True)
