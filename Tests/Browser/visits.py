"""Visits a page with a device, and records everything that the tests check about a load at once."""
import os
import re
import time
import warnings
from dataclasses import dataclass
from types import SimpleNamespace

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error

import yslow

HERE = os.path.dirname(os.path.abspath(__file__))
CHROMIUM = next(filter(os.path.exists, ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")), "/usr/bin/chromium")
# The same engine without the browser around it, which takes a third of the CPU time.
SHELL = next(filter(os.path.exists, ("/usr/lib/chromium/chromium-headless-shell",)), CHROMIUM)
LEAST_TEXT, LEAST_TARGET = 16, 44  # CSS pixels

# Chromium estimates the link from the load of this machine, adds up to a tenth of noise, and reports it to the server and scripts, so plans
# would change from run to run. Visits report one of these instead.
LINK = {"ECT": "4g", "Downlink": "1.6", "RTT": "200"}
EDGE = {"ECT": "2g", "Downlink": "0.2", "RTT": "840"}


def connection(link, saves_data=False):
    """A script that makes pages see this link."""
    return f"""Object.defineProperty(Navigator.prototype, 'connection', {{ configurable: true, get: () => ({{
        effectiveType: '{link["ECT"]}', downlink: {link["Downlink"]}, rtt: {link["RTT"]}, saveData: {str(saves_data).lower()},
        addEventListener() {{}} }}) }});"""


# Chromium's user agent on a phone and, with a window, on a desktop.
PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{0}.0.0.0 Mobile Safari/537.36"
COMPUTER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{0}.0.0.0 Safari/537.36"


@dataclass(frozen=True)
class Size:
    """A screen, in CSS pixels."""
    width: int
    height: int
    ratio: float
    is_phone: bool = True

    def __str__(self):
        return f"{self.width}x{self.height}"


SMALL, PORTRAIT, LANDSCAPE = Size(320, 568, 2), Size(390, 844, 3), Size(844, 390, 3)
DESKTOP, WIDE = Size(1280, 800, 1, False), Size(1920, 1080, 1, False)
SIZES = (SMALL, PORTRAIT, LANDSCAPE, DESKTOP, WIDE)
PALETTES = {"day": "light", "night": "dark"}
# The screens on which measured visits also run axe.
LOOKS = [(PORTRAIT, "day"), (PORTRAIT, "night"), (DESKTOP, "day")]

with open(f"{HERE}/probes.js", encoding="utf-8") as file:
    PROBES = file.read()
with open(f"{HERE}/style.js", encoding="utf-8") as file:
    STYLE = file.read()
AXE = Axe()
# Chromium reports layout shifts only to observers present when they happen.
LISTEN = """window.layoutShifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => window.layoutShifts.push({
    value: entry.value, time: Math.round(entry.startTime), screen: `${innerWidth}x${innerHeight}`, moves: entry.sources.map(source => ({
        node: source.node && source.node.nodeType === 3 ? source.node.parentElement : source.node,
        places: [source.previousRect, source.currentRect].map(box => `${box.x},${box.y} ${box.width}x${box.height}`).join(' to '),
    })).filter(move => move.node)}))).observe({type: 'layout-shift', buffered: true});"""


class Device:
    """A browser context that emulates a device, and records its requests, responses and complaints."""

    def __init__(self, browser, size=PORTRAIT, palette="day", scripts=True, link=LINK, **options):
        """Without a link, the browser reports its own estimate."""
        agent = (PHONE if size.is_phone else COMPUTER).format(browser.version.split(".")[0])
        self.context = browser.new_context(
            viewport={"width": size.width, "height": size.height}, device_scale_factor=size.ratio, is_mobile=size.is_phone,
            has_touch=size.is_phone, color_scheme=PALETTES[palette], java_script_enabled=scripts, user_agent=agent,
            extra_http_headers=link, **options)
        if link:
            self.context.add_init_script(connection(link))
        self.size = size
        self.requests, self.responses, self.complaints = [], [], []
        self.context.on("request", lambda request: self.requests.append(request))
        self.context.on("response", lambda response: self.responses.append(response))
        self.context.on("console", lambda told: self.complaints.append(told) if told.type in ("error", "warning") else None)
        self.context.on("weberror", lambda told: self.complaints.append(SimpleNamespace(text=str(told.error), location={})))

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.context.close()

    def open(self, address, wait_until="load"):
        """Opens the page in a new tab."""
        tab = self.context.new_page()
        tab.goto(address, wait_until=wait_until)
        return tab

    def throttle(self, tab, kilobits=1500, latency=270, processor=4):
        """Slows down the link and the CPU from now on: latency in milliseconds, and a factor for the CPU."""
        session = self.context.new_cdp_session(tab)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": latency, "downloadThroughput": kilobits * 125, "uploadThroughput": kilobits * 125})
        session.send("Emulation.setCPUThrottlingRate", {"rate": processor})

    def probe(self, tab):
        return SimpleNamespace(**tab.evaluate(
            PROBES, {"width": self.size.width, "leastText": LEAST_TEXT, "leastTarget": LEAST_TARGET}))


def is_true(tab, expression):
    try:
        return expression() if callable(expression) else tab.evaluate(expression)
    except Error:  # while another page is being opened
        return False


def until(tab, expression, seconds=30):
    """Waits until an expression is true. Playwright's own method needs eval, which the app's content security policy forbids."""
    deadline = time.monotonic() + seconds
    while not is_true(tab, expression):
        assert time.monotonic() < deadline, f"{expression}: {tab.inner_text('body')[:300]}"
        tab.wait_for_timeout(30)


def without_request(text):
    """Removes the request's ID, which differs on every error page."""
    return re.sub(r"(?<=if you write to us: )[0-9a-f]+", "", text)


def complaints(device, page, url):
    """The console's messages, except that an error page has an error status."""
    return [f"{told.text} ({told.location.get('url', '')})" for told in device.complaints
            if not (page.status >= 400 and told.location.get("url") == url + page.path and str(page.status) in told.text)]


def visit(browser, url, page, *arguments, **options):
    """The record of a load."""
    return steadier(page, lambda: load(browser, url, page, *arguments, **options))


def steadier(page, load):
    """The record of a load, or of a second one. A shift that does not recur is only a warning: a faulty page shifts in every load, `stream.js`
    tries every interruption, and a busy Chromium reports a shift that cannot be reproduced about once in a thousand loads."""
    record = load()
    if record.shifts:
        again = load()
        if not again.shifts:
            warnings.warn(f"{page} moved in one of two loads: {record.shifts}")
            return again
    return record


def load(browser, url, page, size=PORTRAIT, palette="day", kilobits=None, disconnect=False, is_unfolded=False, **options):
    """Loads a page, scrolls to its end, and returns the record. `kilobits` slows down the link; `disconnect` cuts it once the page has
    loaded. Axe runs last, on the scrolled page, with all details open if `is_unfolded`."""
    with Device(browser, size, palette, **options) as device:
        device.context.add_init_script(LISTEN)
        tab = device.context.new_page()
        if kilobits:
            device.throttle(tab, kilobits)
        answer = tab.goto(url + page.path, wait_until=page.settled)
        came = list(device.responses)
        until(tab, "!document.querySelector('[aria-busy=true]')")  # The app loads what did not fit one request at a time.
        scripts = [request.sizes()["responseBodySize"] for request in list(device.requests) if request.resource_type == "script"]
        before = tab.inner_text("body")
        device.context.set_offline(disconnect)
        record = device.probe(tab)
        record.textBefore = before
        record.status = answer.status
        record.complaints = complaints(device, page, url)
        # A service worker makes its requests after the page has loaded.
        record.requests = [(request.resource_type, request.url) for request in device.requests if not request.service_worker and request.frame == tab.main_frame]
        record.cookies = device.context.cookies()
        record.scripts = scripts
        if (size, palette) in LOOKS and not kilobits and not disconnect:
            record.yslow = yslow.load(device, tab, came) if palette == "day" and not is_unfolded else None
            if is_unfolded:
                unfold(tab)
            record.violations = violations(tab)
        return record


def load_without_scripts(browser, url, page):
    """The text of a page without scripts, and the parts of its style sheets that the browser does not understand."""
    with Device(browser, scripts=False) as device:
        tab = device.open(url + page.path)
        sheets = tab.eval_on_selector_all("style", "all => all.map(style => style.textContent)")
        for address in tab.eval_on_selector_all("link[rel=stylesheet]", "all => all.map(link => link.href)"):
            sheets.append(device.context.request.get(address).text())
        return SimpleNamespace(text=tab.inner_text("body"), sheets=sheets, faults=tab.evaluate(STYLE, sheets))


def unfold(tab):
    tab.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")


def violations(tab):
    """The violations found by axe: a line for each rule and element."""
    found = AXE.run(tab).response["violations"]
    return [f"{one['id']}: {' '.join(map(str, node['target']))}: "
            + "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])
            for one in found for node in one["nodes"]]
