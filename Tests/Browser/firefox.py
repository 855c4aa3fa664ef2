"""Debian's Firefox, driven by its own protocol, Marionette: messages of JSON, each after its length. Playwright would need a build of its own."""
import itertools
import json
import os
import socket
import subprocess
import tempfile
import time

FIREFOX = "/usr/bin/firefox-esr"
LIMIT = 20  # seconds for a start and for an answer
LEAST_WIDTH = 500  # CSS pixels of a window
PREFERENCES = {"browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False}


class Firefox:
    """A headless Firefox with one window, and further preferences."""

    def __init__(self, preferences=None):
        self.profile = tempfile.TemporaryDirectory(prefix="n4md-firefox.")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        preferences = {**PREFERENCES, **(preferences or {}), "marionette.port": port}
        with open(f"{self.profile.name}/user.js", "w", encoding="ascii") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.profile.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile.name})
        self.numbers = itertools.count(1)
        self.stream = self.connect(port).makefile("rwb")
        self.read()  # the greeting
        self.ask("WebDriver:NewSession")

    def connect(self, port):
        deadline = time.monotonic() + LIMIT
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), LIMIT)
            except ConnectionRefusedError:
                assert time.monotonic() < deadline and self.process.poll() is None, "Firefox does not start"
                time.sleep(0.1)

    def read(self):
        digits = b""
        while not digits.endswith(b":"):
            digits += self.stream.read(1)
        return json.loads(self.stream.read(int(digits[:-1])))

    def ask(self, command, **parameters):
        """The answer to a command; fails with Firefox's own words."""
        message = json.dumps([0, next(self.numbers), command, parameters]).encode()
        self.stream.write(str(len(message)).encode() + b":" + message)
        self.stream.flush()
        _, _, fault, result = self.read()
        assert fault is None, fault
        return result

    def resize(self, width, height=900):
        """Makes the page this many CSS pixels wide. A window cannot be as narrow as a phone, so its page is zoomed."""
        self.ask("WebDriver:SetWindowRect", width=max(width, LEAST_WIDTH), height=height)
        self.ask("Marionette:SetContext", value="chrome")
        self.run("gBrowser.selectedBrowser.fullZoom = arguments[0]", max(1, LEAST_WIDTH / width))
        self.ask("Marionette:SetContext", value="content")
        deadline = time.monotonic() + LIMIT
        while abs(self.run("return innerWidth") - width) > 5:  # zooms are rounded
            assert time.monotonic() < deadline, f"the page stays {self.run('return innerWidth')} pixels wide"
            time.sleep(0.02)
        # Media queries and what observes sizes follow with the next frame.
        self.wait("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def open(self, address):
        self.ask("WebDriver:Navigate", url=address)

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(arguments), newSandbox=False)["value"]

    def wait(self, script, *arguments):
        """What an asynchronous script passes to the function that is its last argument."""
        return self.ask("WebDriver:ExecuteAsyncScript", script=script, args=list(arguments), newSandbox=False)["value"]

    def click(self, selector):
        """Clicks on an element as a person does."""
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)["value"]
        self.ask("WebDriver:ElementClick", id=next(iter(found.values())))

    def close(self):
        try:
            self.ask("Marionette:Quit", flags=["eForceQuit"])
        finally:
            self.process.wait(LIMIT)
            self.profile.cleanup()
