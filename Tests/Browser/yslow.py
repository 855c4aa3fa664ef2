"""YSlow's rules, as in its last version (3.1, rule set "YSlow(V2)"): the 22 of 2009, and the later one about empty addresses.

A rule is a function from a load to its offenders. Thresholds, points and weights are those of YSlow's src/common/rules.js. Where
the web has changed since, the rule's docstring explains the interpretation.
"""
import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

STATIC = ("css", "js", "image", "cssimage", "favicon")
KINDS = {"document": "doc", "stylesheet": "css", "script": "js", "xhr": "xhr", "fetch": "xhr", "image": "image", "font": "font"}
LADDER = (120, 160, 240, 320, 480, 640, 768, 960, 1200, 1600, 1920)  # the widths of renditions

DOCUMENT = """async () => ({
    elements: document.querySelectorAll('*').length,
    styles: Array.from(document.querySelectorAll('style'), node => node.textContent),
    scripts: Array.from(document.querySelectorAll('script:not([src])'), node => node.textContent).filter(Boolean),
    headScripts: Array.from(document.querySelectorAll('head script[src]')).filter(node => !node.defer || !node.async).map(node => node.src),
    bodySheets: Array.from(document.querySelectorAll('body link[rel~=stylesheet]'), node => node.href),
    icons: Array.from(document.querySelectorAll('link[rel~=icon]'), node => node.href),
    empty: Array.from(document.querySelectorAll('img[src=""],script[src=""],link[href=""],iframe[src=""]'), node => node.outerHTML),
    cookies: document.cookie.length,
    images: await Promise.all(Array.from(document.images).filter(image => image.currentSrc && image.getClientRects().length
        && !image.closest('#phone')).map(async image => {
        const file = new Image();
        file.src = image.currentSrc;
        await file.decode();
        return {url: image.currentSrc, shown: image.getBoundingClientRect().width * devicePixelRatio, width: file.naturalWidth};
    })),
})"""


@dataclass
class Component:
    """A resource of the page."""
    kind: str
    url: str
    status: int
    method: str
    headers: dict
    sent: dict
    body: bytes

    @property
    def lifetime(self):
        """The seconds for which it may be cached."""
        control = self.headers.get("cache-control", "")
        if "no-cache" in control or "no-store" in control:
            return 0
        if age := re.search(r"max-age=(\d+)", control):
            return int(age[1])
        expires = self.headers.get("expires")
        return parsedate_to_datetime(expires).timestamp() - time.time() if expires else 0

    def __str__(self):
        return f"{self.kind} {self.url}"


@dataclass
class Load:
    """A page as seen by YSlow."""
    document: dict
    components: list = field(default_factory=list)

    def of(self, *kinds):
        return [component for component in self.components if component.kind in kinds]

    @property
    def styles(self):
        return self.document["styles"] + [component.body.decode() for component in self.of("css")]


@dataclass
class Rule:
    """A rule: how much it takes from 100 points, and its weight among the others."""
    check: callable
    weight: int
    points: int
    first: int
    reason: str

    @property
    def name(self):
        return self.check.__name__

    def score(self, load):
        offenders = len(self.check(load))
        return max(0, 100 - self.points * offenders - (self.first if offenders else 0))


RULES = []


def rule(weight, points, first=0, not_applicable=""):
    """Registers a rule with the points that each offender costs, and those that the first one costs in addition."""
    def register(check):
        RULES.append(Rule(check, weight, points, first, not_applicable))
        return check
    return register


def score(load, rules):
    """The weighted mean of the rules' scores, 0 to 100."""
    return sum(one.weight * one.score(load) for one in rules) / sum(one.weight for one in rules)


@rule(weight=8, points=4)
def few_requests(load):
    """ynumreq: at most 3 scripts, 2 style sheets and 6 background pictures."""
    return load.of("js")[3:] + load.of("css")[2:] + load.of("cssimage")[6:]


@rule(weight=6, points=10, not_applicable="a content delivery network takes more than one host")
def delivery_network(load):
    """ycdn: scripts, style sheets and pictures come from hosts near the reader."""
    return load.of("js", "css", "image", "cssimage")


@rule(weight=10, points=11)
def expires(load):
    """yexpires: static resources may be cached for more than 2 days."""
    return [component for component in load.of(*STATIC) if component.lifetime <= 172_800]


@rule(weight=8, points=11)
def compressed(load):
    """ycompress: texts of 500 bytes or more are sent compressed."""
    return [component for component in load.of("doc", "xhr", "js", "css")
            if len(component.body) >= 500 and "content-encoding" not in component.headers]


@rule(weight=4, points=10, first=1)
def sheets_at_the_top(load):
    """ycsstop: no style sheet is linked from the body."""
    return load.document["bodySheets"]


@rule(weight=4, points=5)
def scripts_at_the_bottom(load):
    """yjsbottom: no script is linked from the head unless it is both deferred and asynchronous."""
    return load.document["headScripts"]


@rule(weight=3, points=2, first=10)
def no_expressions(load):
    """yexpressions: no style sheet uses CSS expressions."""
    return [found for style in load.styles for found in re.findall(r"expression\(.{0,40}", style)]


@rule(weight=4, points=100, not_applicable="YSlow itself gives no score for it: only common home pages are to consider it")
def external(load):
    """yexternal: scripts and styles are separate files. Our pages contain no script, but their style, which saves a request."""
    return load.document["scripts"]


@rule(weight=3, points=5)
def few_hosts(load):
    """ydns: at most 4 hosts."""
    return sorted({urlsplit(component.url).hostname for component in load.components})[4:]


@rule(weight=4, points=10)
def minified(load):
    """yminify: no script or style consists of more than a fifth of line ends, tabs and runs of spaces."""
    texts = load.styles + load.document["scripts"] + [component.body.decode() for component in load.of("js")]
    return [text[:60] for text in texts if len(re.sub(r"\n| {2}|\t|\r", "", text)) < 0.8 * len(text)]


@rule(weight=4, points=10)
def no_redirects(load):
    """yredirects: no request is redirected."""
    return load.of("redirect")


@rule(weight=4, points=5)
def no_duplicates(load):
    """ydupes: no script or style sheet is linked twice."""
    addresses = [component.url for component in load.of("js", "css")]
    return sorted({address for address in addresses if addresses.count(address) > 1})


@rule(weight=2, points=11)
def etags(load):
    """yetags: no ETag has the form of Apache's (inode-size-time) or IIS's (time:change), which differ from server to server."""
    return [f"{component} {component.headers['etag']}" for component in load.of(*STATIC)
            if re.fullmatch(r'(W/)?"?[0-9a-f]+(-[0-9a-f]+-|:)[0-9a-f]+"?', component.headers.get("etag", ""))]


@rule(weight=4, points=5)
def cacheable_answers(load):
    """yxhr: answers to scripts may be cached for an hour, or forbid caching."""
    return [component for component in load.of("xhr")
            if component.lifetime < 3600 and not re.search("no-cache|no-store", component.headers.get("cache-control", ""))]


@rule(weight=3, points=5)
def asked_by_get(load):
    """yxhrmethod: scripts use GET. The context form is an exception: it is posted, so that no address contains a reader's position."""
    return [component for component in load.of("xhr") if component.method != "GET" and urlsplit(component.url).path != "/ws"]


@rule(weight=3, points=10, first=1)
def few_elements(load):
    """ymindom: at most 900 elements; every 250 more are an offender."""
    return list(range(900, load.document["elements"], 250))


@rule(weight=4, points=5)
def nothing_is_missing(load):
    """yno404: no resource of the page is missing."""
    return [component for component in load.of(*STATIC, "xhr") if component.status == 404]


@rule(weight=3, points=10, first=1)
def small_cookies(load):
    """ymincookie: cookies of at most 1000 bytes."""
    return list(range(1000, load.document["cookies"] + 1, 1000))


@rule(weight=3, points=5)
def no_cookies_for_files(load):
    """ycookiefree: static resources come from hosts without cookies. With a single host, no cookie is sent or set with them."""
    return [component for component in load.of(*STATIC) if "cookie" in component.sent or "set-cookie" in component.headers]


@rule(weight=4, points=5)
def no_filters(load):
    """ynofilter: no style sheet uses the AlphaImageLoader filter."""
    return [found for style in load.styles for found in re.findall(r"filter:[^;}]*AlphaImageLoader", style)]


@rule(weight=3, points=5)
def pictures_are_not_scaled(load):
    """yimgnoscale: no picture is wider than shown. Widths follow the screen and its pixel ratio, so this means that no narrower
    width of the ladder would have done. The form's preview is an exception: it shows another screen's pictures scaled down."""
    def least(shown):
        return next((width for width in LADDER if width >= shown - 1), LADDER[-1])
    return [f"{image['url']}: {image['width']} pixels for {image['shown']:.0f}" for image in load.document["images"]
            if image["width"] > least(image["shown"])]


@rule(weight=2, points=5)
def small_icon(load):
    """yfavicon: the icon exists, has at most 2000 bytes, and may be cached for an hour."""
    return [icon for icon in load.of("favicon") if icon.status == 404 or len(icon.body) > 2000 or icon.lifetime < 3600]


@rule(weight=30, points=100)
def no_empty_addresses(load):
    """yemptysrc (not among the 22): no picture, script or style sheet has an empty address, which would request the page itself."""
    return load.document["empty"]


def load(device, tab, came=None):
    """The page in a tab as YSlow would see it: from the given responses, otherwise from all so far."""
    responses = list(device.responses) if came is None else came
    document = tab.evaluate(DOCUMENT)
    shown = {image["url"] for image in document["images"]}
    result = Load(document)
    for response in responses:
        request, moved = response.request, 300 <= response.status < 400 and response.status != 304
        if response.url.startswith("data:") or request.service_worker or request.headers.get("service-worker"):
            continue  # not part of the page, but requested later to store it
        if request.frame != tab.main_frame:
            continue  # of a page in a frame, which is looked at as a page of its own
        if moved and response.headers.get("location") in (None, response.url):
            continue  # not the server's: Chromium repeats the request with the hints that the answer declared critical
        kind = "redirect" if moved else KINDS.get(request.resource_type, "other")
        if kind == "image" and response.url not in shown:
            kind = "cssimage"
        result.components.append(Component(
            kind, response.url, response.status, request.method, response.all_headers(), request.all_headers(),
            b"" if moved else response.body()))
    for icon in {urljoin(tab.url, "/favicon.ico"), *document["icons"]}:  # headless Chromium does not request it
        answer = device.context.request.get(icon)
        result.components.append(Component("favicon", icon, answer.status, "GET", answer.headers, {}, answer.body()))
    return result
