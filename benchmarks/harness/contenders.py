"""The four contenders, each started on its own loopback port."""
import http.client
import os
import shutil
import subprocess
import time

from .machine import Process, find, free_port, worker_account

PUBLIC_URL = "http://news.example.org"
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def fetch(port, path):
    """Sends a GET; returns status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, body


class Newspaper:
    """n4md on a data folder, as an operator runs it: embedded PostgreSQL, every request in the access log."""

    headers = ()

    def __init__(self, program, data, scratch, *words, **settings):
        self.data = data
        self.port = free_port()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("N4MD_")}
        # Measures the work, not the rate limits.
        environment.update({"N4MD_PUBLIC_URL": PUBLIC_URL, "N4MD_API_READS": "1000000", "N4MD_API_WRITES": "1000000"}, **settings)
        name = scratch + "/" + os.path.basename(data)
        self.access_log = name + "-access.log"
        self.process = Process(
            [program, "serve", "--data", data, "--port", str(self.port), *words], name + ".log", environment, self.access_log)

    @property
    def socket(self):
        return self.data + "/socket"

    @property
    def roots(self):
        return [self.process.pid]

    @property
    def database(self):
        """The process ID of the embedded database."""
        with open(self.data + "/cluster/postmaster.pid") as file:
            return int(file.readline())

    def wait(self, path="/health/live", limit=120):
        """Waits for the first 200 of a path; returns the seconds since the start."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            try:
                if fetch(self.port, path)[0] == 200:
                    return time.monotonic() - self.process.started
            except (OSError, http.client.HTTPException):
                pass
            if self.process.process.poll() is not None:
                break
            time.sleep(0.002)
        raise SystemExit("n4md does not answer:\n" + open(self.process.log).read()[-2000:])

    def psql(self, *arguments, user="n4md", limit=3600):
        """Runs psql on the embedded cluster; returns its output."""
        command = ["psql", "-X", "-q", "-At", "-h", self.socket, "-U", user, *arguments, "n4md"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        if result.returncode:
            raise SystemExit(result.stderr[-2000:])
        return result.stdout.strip()

    def stop(self):
        self.process.stop()


def fill(template, target, values):
    with open(template) as file:
        text = file.read()
    for name, value in values.items():
        text = text.replace("@" + name + "@", str(value))
    with open(target, "w") as file:
        file.write(text)


class Contender:
    """The port of a contender, and its processes other than the database."""

    def __init__(self, port, roots, database=None, headers=()):
        self.port = port
        self.roots = roots
        self.database = database
        self.headers = headers  # sent with every request


class Peers:
    """nginx and php-fpm with their own configuration: the 2009 stack on one port, a static file on
    another."""

    def __init__(self, folder, socket, hot, workers):
        self.php_port, self.static_port = free_port(), free_port()
        account = worker_account()
        shutil.copytree(HERE + "/peer", folder + "/peer")
        subprocess.run(["chmod", "-R", "a+rX", folder + "/peer"], check=True)
        with open(folder + "/hot.xml", "wb") as file:
            file.write(hot)
        values = {
            "FOLDER": folder, "PEER": folder + "/peer", "SOCKET": socket, "PUBLIC_URL": PUBLIC_URL, "WORKERS": workers,
            "CORES": os.cpu_count(), "PHP_PORT": self.php_port, "STATIC_PORT": self.static_port,
        }
        pool_user = f"user = {account}\nlisten.owner = {account}" if account else ""
        fill(HERE + "/peer/php-fpm.conf", folder + "/php-fpm.conf", values | {"AS_USER": pool_user})
        fill(HERE + "/peer/nginx.conf", folder + "/nginx.conf", values | {"AS_USER": f"user {account};" if account else ""})
        self.fpm = Process(
            [find("php-fpm"), "-F", "-y", folder + "/php-fpm.conf", "-c", HERE + "/peer/php.ini"], folder + "/fpm.log",
            dict(os.environ, PHP_INI_SCAN_DIR=""))
        self.nginx = Process([find("nginx"), "-e", folder + "/nginx.log", "-c", folder + "/nginx.conf"], folder + "/nginx.out")
        self.nginx.wait_for_port(self.php_port)
        for _ in range(500):
            if os.path.exists(folder + "/php.sock"):
                break
            time.sleep(0.01)


class Bare:
    """Hummingbird with one route and nothing else."""

    def __init__(self, program, folder, path="/ws"):
        self.port = free_port()
        self.process = Process([program, str(self.port), folder + "/hot.xml", path], folder + "/bare.log")
        self.process.wait_for_port(self.port)
