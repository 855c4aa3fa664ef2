"""Visits of a page by a device: everything that the tests ask about one load, gathered at once."""
import os
import re
import warnings
from dataclasses import dataclass
from types import SimpleNamespace

from axe_playwright_python.sync_playwright import Axe

import yslow

HERE = os.path.dirname(os.path.abspath(__file__))
CHROMIUM = next(filter(os.path.exists, ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")), "/usr/bin/chromium")
# The same engine without the windows around it: a visit takes a third of the processor's time.
SHELL = next(filter(os.path.exists, ("/usr/lib/chromium/chromium-headless-shell",)), CHROMIUM)
LEAST_TEXT, LEAST_TARGET = 16, 44  # CSS pixels

# Chromium guesses the link by how busy this machine is, adds up to a tenth by chance, and tells both the server and the scripts: plans
# would change from one run to the next. So visits tell one of these.
LINK = {"ECT": "4g", "Downlink": "1.6", "RTT": "200"}
EDGE = {"ECT": "2g", "Downlink": "0.2", "RTT": "840"}


def connection(link, saves_data=False):
    """A script by which pages see this link."""
    return f"""Object.defineProperty(Navigator.prototype, 'connection', {{ configurable: true, get: () => ({{
        effectiveType: '{link["ECT"]}', downlink: {link["Downlink"]}, rtt: {link["RTT"]}, saveData: {str(saves_data).lower()},
        addEventListener() {{}} }}) }});"""


# What Chromium calls itself on a phone and, where it has a window, on a desktop.
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


SMALL, PORTRAIT, LANDSCAPE, DESKTOP = Size(320, 568, 2), Size(390, 844, 3), Size(844, 390, 3), Size(1280, 800, 1, False)
SIZES = (SMALL, PORTRAIT, LANDSCAPE, DESKTOP)
PALETTES = {"day": "light", "night": "dark"}
# Where axe looks at a page that is measured anyway.
LOOKS = [(PORTRAIT, "day"), (PORTRAIT, "night"), (DESKTOP, "day")]

with open(f"{HERE}/probes.js", encoding="utf-8") as file:
    PROBES = file.read()
with open(f"{HERE}/style.js", encoding="utf-8") as file:
    STYLE = file.read()
AXE = Axe()
# Chromium tells shifts of the layout only to those who listen when they happen.
LISTEN = """window.layoutShifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => window.layoutShifts.push({
    value: entry.value, time: Math.round(entry.startTime), screen: `${innerWidth}x${innerHeight}`, moves: entry.sources.map(source => ({
        node: source.node && source.node.nodeType === 3 ? source.node.parentElement : source.node,
        places: [source.previousRect, source.currentRect].map(box => `${box.x},${box.y} ${box.width}x${box.height}`).join(' to '),
    })).filter(move => move.node)}))).observe({type: 'layout-shift', buffered: true});"""


class Device:
    """A browser context with the marks of a device, and the record of what it asked for and complained about."""

    def __init__(self, browser, size=PORTRAIT, palette="day", scripts=True, link=LINK, **options):
        """With no link, the browser tells what it guesses."""
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
        """A new tab with the page."""
        tab = self.context.new_page()
        tab.goto(address, wait_until=wait_until)
        return tab

    def throttle(self, tab, kilobits=1500, latency=270, processor=4):
        """A slow link and a slow processor from now on. Latency in milliseconds, the processor so many times slower."""
        session = self.context.new_cdp_session(tab)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": latency, "downloadThroughput": kilobits * 125, "uploadThroughput": kilobits * 125})
        session.send("Emulation.setCPUThrottlingRate", {"rate": processor})

    def probe(self, tab):
        return SimpleNamespace(**tab.evaluate(
            PROBES, {"width": self.size.width, "leastText": LEAST_TEXT, "leastTarget": LEAST_TARGET}))


def without_request(text):
    """Pages of errors name the request, and each has another name."""
    return re.sub(r"(?<=Request )[0-9a-f]+", "", text)


def complaints(device, page, url):
    """What the console said, but that a page which tells of an error is itself one."""
    return [f"{told.text} ({told.location.get('url', '')})" for told in device.complaints
            if not (page.status >= 400 and told.location.get("url") == url + page.path and str(page.status) in told.text)]


def visit(browser, url, page, *arguments, **options):
    """The record of a load. What moved in one load alone is told as a warning: a page moves in each load, wherever a link cuts it is tried
    by `stream.js`, and once in some thousand loads a busy Chromium tells of a shift that nobody has seen again."""
    record = load(browser, url, page, *arguments, **options)
    if record.shifts:
        again = load(browser, url, page, *arguments, **options)
        if not again.shifts:
            warnings.warn(f"{page} moved in one of two loads: {record.shifts}")
            return again
    return record


def load(browser, url, page, size=PORTRAIT, palette="day", kilobits=None, disconnect=False, is_unfolded=False, **options):
    """Loads a page, reads it to its end, and gives the record: on a slow link if so many kbit/s are said, without a network once it is
    there if that is wished. Axe has its turn last, on the page as it was read, with all that folds opened if that is wished."""
    with Device(browser, size, palette, **options) as device:
        device.context.add_init_script(LISTEN)
        tab = device.context.new_page()
        if kilobits:
            device.throttle(tab, kilobits)
        answer = tab.goto(url + page.path, wait_until=page.settled)
        came = list(device.responses)
        scripts = [request.sizes()["responseBodySize"] for request in list(device.requests) if request.resource_type == "script"]
        before = tab.inner_text("body")
        device.context.set_offline(disconnect)
        record = device.probe(tab)
        record.textBefore = before
        record.status = answer.status
        record.complaints = complaints(device, page, url)
        # What a service worker asks for comes once the page is there.
        record.requests = [(request.resource_type, request.url) for request in device.requests if not request.service_worker]
        record.cookies = device.context.cookies()
        record.scripts = scripts
        if (size, palette) in LOOKS and not kilobits and not disconnect:
            record.yslow = yslow.load(device, tab, came) if palette == "day" and not is_unfolded else None
            if is_unfolded:
                unfold(tab)
            record.violations = violations(tab)
        return record


def load_without_scripts(browser, url, page):
    """What a page says to a browser without scripts, and what of its style sheets the browser does not understand."""
    with Device(browser, scripts=False) as device:
        tab = device.open(url + page.path)
        sheets = tab.eval_on_selector_all("style", "all => all.map(style => style.textContent)")
        for address in tab.eval_on_selector_all("link[rel=stylesheet]", "all => all.map(link => link.href)"):
            sheets.append(device.context.request.get(address).text())
        return SimpleNamespace(text=tab.inner_text("body"), sheets=sheets, faults=tab.evaluate(STYLE, sheets))


def unfold(tab):
    tab.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")


def violations(tab):
    """What axe finds: a line for each rule and element."""
    found = AXE.run(tab).response["violations"]
    return [f"{one['id']}: {' '.join(map(str, node['target']))}: "
            + "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])
            for one in found for node in one["nodes"]]
