"""One of the two builds compared: its newspaper, and the values in its answers that the other does not share."""
import http.client
import json
import os
import re
import shutil
import subprocess
import zlib

from harness import machine, site
from harness.contenders import PUBLIC_URL, Newspaper

HOST = PUBLIC_URL.partition("://")[2]
LOCAL = "127.0.0.0/8"
SETTINGS = {
    "N4MD_API_STRANGERS": "1000000", "N4MD_REVERSE_DNS": "off", "N4MD_OUTGOING_NETWORKS": LOCAL, "N4MD_SUBSCRIBER_NETWORKS": LOCAL,
    "N4MD_TRUSTED_PROXIES": LOCAL, "N4MD_SECURITY_CONTACT": "mailto:security@example.org", "N4MD_TIME_ZONE": "Europe/Lisbon",
    "SWIFT_DETERMINISTIC_HASHING": "1",  # gives dictionaries the same order on both sides
}


class Answer:
    """An answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def plain(self):
        """The body after decompression."""
        coding = self.header("Content-Encoding")
        if not self.body or not coding:
            return self.body
        if coding == "br":
            return subprocess.run(["brotli", "-dc"], input=self.body, capture_output=True, check=True).stdout
        return zlib.decompress(self.body, 47)

    @property
    def text(self):
        return self.plain.decode("utf-8", "replace")


def placed(program, root, folder):
    """Places the program beside the `static` and `schema` of another folder, since it looks for them beside and above itself."""
    if not root:
        return os.path.abspath(program)
    os.makedirs(folder, mode=0o755)
    for name in ("static", "schema"):
        os.symlink(os.path.abspath(f"{root}/{name}"), f"{folder}/{name}")
    return shutil.copy2(program, f"{folder}/n4md")


class Side:
    """A build that serves its own newspaper."""
    started = []

    def __init__(self, name, program, root, folder, formats, data=None):
        self.name, self.scratch = name, f"{folder}/{name}"
        os.makedirs(self.scratch, mode=0o755)
        self.program, self.data = placed(program, root, f"{self.scratch}/program"), f"{self.scratch}/data"
        if data:
            subprocess.run(["cp", "-a", data, self.data], check=True)
        self.settings = SETTINGS | {"N4MD_PICTURE_FORMATS": formats}
        self.kept, self.cookies, self.page, self.connection = {}, {}, None, None
        Side.started.append(self)
        self.start()

    def start(self, *words, **settings):
        self.newspaper = Newspaper(self.program, self.data, self.scratch, *(words or ["--demo"]), **self.settings | settings)

    def stop(self):
        self.close()
        self.newspaper.stop()

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    @property
    def environment(self):
        return {name: value for name, value in os.environ.items() if not name.startswith("N4MD_")} | self.settings | {
            "N4MD_PUBLIC_URL": PUBLIC_URL}

    def command(self, *words):
        """Runs a command on this side's data folder; returns its output and status."""
        words = [self.filled(word) for word in words]
        result = subprocess.run([self.program, *words, "--data", self.data], capture_output=True, text=True, env=self.environment)
        return f"{result.returncode}\n{result.stdout}\n{result.stderr}"

    def make_pictures(self):
        site.command(self.program, self.data, self.environment, "pictures", "make")

    def filled(self, text):
        """A text with every `<<name>>` replaced by the value kept from this side's earlier answers."""
        return re.sub("<<([a-z_]+)>>", lambda match: self.kept.get(match[1], "nothing-was-kept"), text)

    def ask(self, method, path, headers, body=None, is_browser=False):
        headers = {name: self.filled(value) for name, value in headers.items()}
        if callable(body):
            body = body(self)
        if isinstance(body, (dict, list)):
            headers.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        if isinstance(body, str):
            body = self.filled(body).encode()
        if is_browser and self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.exchange(method, self.filled(path), headers, body)
        if is_browser:
            self.take_cookies(answer)
        return answer

    def exchange(self, method, path, headers, body):
        for is_last in (False, True):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.newspaper.port, timeout=120)
                    self.connection.connect()
                return self.send(method, path, headers, body)
            except (OSError, http.client.HTTPException):
                self.close()  # the server may have closed a persistent connection meanwhile
                if is_last:
                    raise

    def send(self, method, path, headers, body):
        connection = self.connection
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", HOST)
        if body is not None or method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(body or b"")))
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
        if response.will_close:
            self.close()
        return answer

    def take_cookies(self, answer):
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
                if not self.cookies[key]:
                    del self.cookies[key]


def stop_all(folder):
    for side in Side.started:
        side.close()  # a server waits for open connections before it ends
    machine.Process.stop_all()
    for name in ("demo", "old", "new"):
        machine.stop_clusters(f"{folder}/{name}")
