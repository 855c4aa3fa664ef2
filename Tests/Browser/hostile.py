"""A feed in which every field of every item is a cross-site scripting payload, and the means to notice one that gets through."""
import os
import struct
import zlib
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from playwright.sync_api import Error

HERE = os.path.dirname(os.path.abspath(__file__))
HARMLESS = "<p>Nothing to see here.</p>"

with open(f"{HERE}/payloads.txt", encoding="utf-8") as file:
    PAYLOADS = [line.rstrip("\n").replace("\u2424", "\n") for line in file if line.strip() and not line.startswith("# ")]

FEED = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>{title}</title><link>http://evil.test/</link><description>{title}</description><language>en</language>
{items}</channel></rss>"""
ITEM = """<item><title>{number} {text}</title><link>http://evil.test/{number}</link><guid isPermaLink="false">{number}</guid>
<pubDate>{date}</pubDate><dc:creator>{text}</dc:creator><category>{section}</category><category>{number} {text}</category>
<description>{text}</description><media:content url="http://evil.test/canary.png" medium="image" type="image/png">
<media:title>{text}</media:title><media:description>{text}</media:description><media:credit>{text}</media:credit></media:content>
<content:encoded>{text}</content:encoded></item>
"""

# Reports a script that runs in any frame, even if the page does not allow dialogs.
ALARM = """for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => { canary(name + ' in ' + location.href); };"""

# Touches everything as a reader might. Ordinary links are not followed, but script links are. The button that deletes everything and
# starts again is left alone.
PROVOKE = """async () => {
    document.addEventListener('click', event => {
        const link = event.target.closest && event.target.closest('a[href],area[href]');
        if (link && !/^javascript:/i.test(link.protocol)) event.preventDefault();
    }, true);
    document.addEventListener('submit', event => { if (!/^javascript:/i.test(event.target.action)) event.preventDefault(); }, true);
    const events = ['mouseover', 'mousemove', 'mousedown', 'pointerover', 'pointerenter', 'focus', 'copy', 'contextmenu', 'beforeinput', 'toggle',
        'animationstart', 'wheel', 'touchstart', 'keydown'];
    for (const node of document.querySelectorAll('body, body :not(#reset)')) {
        if (node.click) node.click(); else node.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
        if (node.focus) node.focus();
        for (const type of events) node.dispatchEvent(new Event(type, {cancelable: true}));
    }
    await new Promise(done => setTimeout(done));
}"""

# Finds markup that no article may contain, whether it runs in today's browsers or only in future ones.
MARKS = """() => {
    const found = [], elements = new Set('script iframe frame frameset object embed applet portal svg math template noscript audio video source track base '
        .concat('marquee input button select textarea form isindex xmp plaintext noembed noframes listing map area style link meta').split(' '));
    for (const node of document.querySelectorAll('*')) {
        if (elements.has(node.localName)) found.push('<' + node.localName + '>');
        for (const {name, value} of node.attributes) {
            if (/^on|^(srcdoc|formaction|background|ping|xlink:href|contenteditable|popover)$/.test(name)) found.push(name);
            if (/^(href|src|action|cite|poster|data)$/.test(name) && /^[\\s\\x00-\\x20]*[a-z][\\w+.-]*:/i.test(value)
                && !/^(https?|mailto|tel|geo):/i.test(value)) found.push(name + '=' + value.slice(0, 40));
        }
    }
    return found.sort();
}"""


def picture():
    """A PNG of 64 x 64 grey pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress((b"\0" + b"\x80" * 64) * 64)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)) + chunk(b"IDAT", rows)
            + chunk(b"IEND", b""))


def write_feed(folder):
    """Writes the feed, with its picture beside it; returns its path. The first item is harmless, for comparison."""
    os.makedirs(f"{folder}/media")
    with open(f"{folder}/media/canary.png", "wb") as file:
        file.write(picture())
    items = [ITEM.format(number=f"Item{number}", text=escape(text), section=f"Section {number % 8}",
                         date=f"Mon, 01 Jun 2026 {number // 60:02}:{number % 60:02}:00 +0000")
             for number, text in enumerate([HARMLESS, *PAYLOADS])]
    path = f"{folder}/feed.xml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(FEED.format(title=escape("<script>alert(1)</script><img src=x onerror=alert(1)>"), items="".join(items)))
    return path


def page_of(payload):
    """A page that shows a payload unescaped."""
    return f"<!DOCTYPE html><title>raw</title><p>{payload}"


class Watch:
    """Notices scripts that run in a browser context, and requests made by payloads."""

    def __init__(self, context):
        self.alarms = []
        context.expose_binding("canary", lambda source, told: self.alarms.append(told))
        context.add_init_script(ALARM)
        context.on("dialog", self.dialog)
        context.on("page", lambda page: self.alarms.append("new window"))
        context.on("request", self.request)
        self.tab = context.new_page()
        self.following = None
        self.alarms.clear()

    def dialog(self, dialog):
        self.alarms.append("dialog")
        dialog.dismiss()

    def request(self, request):
        if "/canary" in urlsplit(request.url).path or "evil.test" in urlsplit(request.url).netloc:
            self.alarms.append(request.url)

    def look(self, address, expected=(200,)):
        """Opens a page and touches everything on it. Returns the alarms and the marks, and remembers where the list goes on."""
        self.alarms.clear()
        answer = self.tab.goto(address)
        assert answer.status in expected, f"{address}: {answer.status}"
        marks = self.tab.evaluate(MARKS)
        self.following = self.tab.evaluate("document.querySelector('a[rel=next]:not([href^=\"#\"])')?.href")
        try:
            self.tab.evaluate(PROVOKE)
        except Error:  # a button loads the app anew
            self.tab.wait_for_load_state()
            if urlsplit(self.tab.url).path != urlsplit(address).path:
                raise
        if urlsplit(self.tab.url).path != urlsplit(address).path:
            self.alarms.append("went to " + self.tab.url)
        strange = [frame.url for frame in self.tab.frames[1:] if not frame.name.startswith("device-")]  # those of /ws/form
        if strange:
            self.alarms.append("frames: " + ", ".join(strange))
        return list(self.alarms), marks

    def rings(self, address):
        """The alarms of an unprotected page, which may also lead elsewhere."""
        try:
            return self.look(address)[0]
        except Error:  # the page was left while it was touched
            return [*self.alarms, "went away"]
