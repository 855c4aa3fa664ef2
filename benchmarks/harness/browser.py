"""Headless Chromium, controlled by the DevTools protocol over a pipe: JSON texts, each followed by a
NUL byte."""
import json
import queue
import shutil
import subprocess
import threading
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Failure(Exception):
    """The browser refused a command, exited or timed out, or the page is wrong."""


class Browser:
    """A Chromium process. It reads commands from descriptor 3 and writes answers to 4, which a shell sets
    up from a pair of pipes."""

    def __init__(self, folder, program=None, switches=()):
        program = program or next(filter(None, map(shutil.which, NAMES)), None)
        if not program:
            raise SystemExit("Chromium is not here: apt-get install chromium")
        with open(folder + "/chromium.log", "ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh", program, "--headless=new", "--no-sandbox",
                 "--remote-debugging-pipe", f"--user-data-dir={folder}/profile", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-default-apps", "--disable-sync", "--disable-extensions", "--mute-audio",
                 "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", *switches, "about:blank"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.number = 0
        self.answers = {}
        self.sessions = {}
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.version = self.send("Browser.getVersion")["product"]

    def read(self):
        rest = b""
        while chunk := self.process.stdout.read1(1 << 16):
            *messages, rest = (rest + chunk).split(b"\0")
            with self.changed:
                for message in map(json.loads, messages):
                    if "id" in message:
                        self.answers[message["id"]] = message
                    elif message.get("sessionId") in self.sessions:
                        self.sessions[message["sessionId"]].put(message)
                self.changed.notify_all()

    def send(self, method, session=None, limit=60, **parameters):
        """Sends a command and returns the browser's answer."""
        with self.changed:
            self.number += 1
            number = self.number
            message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
            self.process.stdin.write(json.dumps(message).encode() + b"\0")
            self.process.stdin.flush()
            if not self.changed.wait_for(lambda: number in self.answers or not self.reader.is_alive(), limit):
                raise Failure(f"{method}: no answer within {limit} s")
            answer = self.answers.pop(number, {"error": {"message": "Chromium has ended"}})
        if "error" in answer:
            raise Failure(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def close(self):
        if self.process.poll() is None:
            try:
                self.send("Browser.close", limit=10)
                self.process.wait(10)
            except (Failure, OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()


class Tab:
    """A page in its own context, which shares no connections, cache or cookies with any other."""

    def __init__(self, browser):
        self.browser = browser
        self.context = browser.send("Target.createBrowserContext")["browserContextId"]
        self.target = browser.send("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.events = queue.Queue()
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.sessions[self.session] = self.events

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def event(self, limit):
        """The next event; None if there is none within the limit in seconds."""
        try:
            return self.events.get(timeout=limit)
        except queue.Empty:
            return None

    def evaluate(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Failure(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def close(self):
        del self.browser.sessions[self.session]
        self.browser.send("Target.disposeBrowserContext", browserContextId=self.context)


class Resource:
    """A resource loaded by a page. Times are from the browser's clock, in seconds."""

    def __init__(self, event):
        self.url = event["request"]["url"]
        self.started = event["timestamp"]
        self.wall = event["wallTime"]
        self.kind = event.get("type")
        self.finished = None
        self.failed = None
        self.bytes = 0
        self.status = None
        self.mime = None
        self.timing = None
        self.connection = None
        self.is_reused = None
        self.sent = {}


def load(tab, url, limit=120, quiet=1.5):
    """Opens an address and waits until it has loaded and no request has been under way for a while. Returns
    the resources."""
    for domain in ("Page", "Network", "Runtime"):
        tab.send(domain + ".enable")
    resources, headers, is_loaded, deadline = {}, {}, False, time.monotonic() + limit
    answer = tab.send("Page.navigate", url=url)
    if answer.get("errorText"):
        raise Failure(f"{url}: {answer['errorText']}")
    while time.monotonic() < deadline:
        event = tab.event(quiet)
        under_way = any(resource.finished is None for resource in resources.values())
        if event is None:
            if is_loaded and not under_way:
                break
            continue
        method, told = event["method"], event["params"]
        if method == "Page.loadEventFired":
            is_loaded = True
        elif method == "Network.requestWillBeSent" and not told["request"]["url"].startswith("data:"):
            name = told["requestId"]
            if name in resources:  # a redirect, or a repetition with the hints that the response declared critical
                resources[f"{name} before {told['timestamp']}"] = earlier = resources[name]
                earlier.finished, earlier.status = told["timestamp"], told.get("redirectResponse", {}).get("status")
                earlier.bytes = told.get("redirectResponse", {}).get("encodedDataLength", 0)
            resources[name] = Resource(told)
        elif method == "Network.requestWillBeSentExtraInfo":
            headers.setdefault(told["requestId"], []).append(told["headers"])
        elif (resource := resources.get(told.get("requestId"))) is None:
            continue
        elif method == "Network.responseReceived":
            response = told["response"]
            resource.status, resource.mime, resource.timing = response["status"], response["mimeType"], response.get("timing")
            resource.connection, resource.is_reused = response.get("connectionId"), response.get("connectionReused")
        elif method == "Network.loadingFinished":
            resource.finished, resource.bytes = told["timestamp"], told["encodedDataLength"]
        elif method == "Network.loadingFailed":
            resource.finished, resource.failed = told["timestamp"], told["errorText"]
    else:
        raise Failure(f"{url} is not loaded within {limit} s")
    for name, sent in headers.items():
        if name in resources:
            resources[name].sent = sent[-1]
    return sorted(resources.values(), key=lambda resource: resource.started)
