"""The differences allowed between two equivalent servers: times of this run, and random values. Everything else is compared byte for byte.
Times are recognised by their value: only those since the start of the run are ignored. Random values are paired: wherever one occurs again on one
side, its partner must occur on the other."""
import datetime
import difflib
import email.utils
import re
import time

started = 0.0
MOMENTS = [
    re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)"),  # ISO 8601
    re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})"),  # HTTP and RSS
]
CURSOR = re.compile(r"\b([0-9a-z]{10})_[0-9a-z]+\b")  # microseconds and an ID, in base 36
RANDOM = {
    "request": re.compile(r"(?:urn:n4md:request:|(?:Request|Pedido) (?:<code>)?)([0-9a-f]{24,32})\b"),
    "form token": re.compile(r"form_token\W+value=\"([\w-]{43})\""),
    "cookie": re.compile(r"^[\w-]*newsroom[\w-]*=([\w-]{22,})"),
    "link of an invitation": re.compile(r"/admin/welcome/([\w-]{22,})"),
    "token": re.compile(r"\b(n4md_[\w-]{43})"),
    "secret of a webhook": re.compile(r"\b(whsec_[\w+/=-]{20,})"),
    "device": re.compile(r"(?:/devices/|\"device\":\")([\w-]{22})\b"),
    "article": re.compile(r"\burn:uuid:([0-9a-f-]{36})\b"),
    "checksum of an archive": re.compile(r"^\{\"sha256\":\"([0-9a-f]{64})\"\}"),
    "upload": re.compile(r"/uploads/([\w-]{22,})"),
}
LEASES = (0, 1, 2, 10, 14, 30, 90)  # days: an upload, a link, a subscription, a session, a token, a device
TAG = re.compile(r"\"([^\"]+)\"")
METRIC = re.compile(r"^([^#][^ ]*) .*$", re.MULTILINE)
TIMING = re.compile(r"dur=[\d.]+")
DURATION = re.compile(r'(?<="milliseconds":)\d+|(?<= · )\d+(?= ms\b)|\b\d\.\d(?= s\b)')
DRAWN = re.compile(r'("nextFetchAt":"|next fetch |próxima leitura )(?:\d[^"<]+)')  # part of the wait is random, so that sources are not all fetched at once


def begin():
    """Sets the start of the run to now."""
    global started
    started = time.time() - 1


def seconds(text):
    """The time in a text, in seconds since 1970."""
    try:
        if text[0].isdigit():
            return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
        return email.utils.parsedate_to_datetime(text).timestamp()
    except ValueError:
        return 0


def is_of_now(moment):
    """Whether a time belongs to this run, or is the expiry of something made during it."""
    days = round((moment - started) / 86_400)
    return days in LEASES and started - 60 < moment - 86_400 * days < time.time() + 2


def without_moments(text):
    for pattern in MOMENTS:
        text = pattern.sub(lambda match: "<now>" if is_of_now(seconds(match[0])) else match[0], text)
    return CURSOR.sub(lambda match: "<now>_n" if is_of_now(int(match[1], 36) / 1e6) else match[0], text)


class Pairs:
    """Pairs random values of the old side with those of the new side."""

    def __init__(self):
        self.forward, self.backward = {}, {}

    def fit(self, kind, old, new):
        return self.forward.get((kind, old), new) == new and self.backward.get((kind, new), old) == old

    def keep(self, found):
        for kind, old, new in found:
            self.forward[kind, old], self.backward[kind, new] = new, old


def told(text):
    """A text without the differences allowed, and the random values it contained."""
    found = []
    for kind, pattern in RANDOM.items():
        def replace(match, kind=kind):
            found.append((kind, match[1]))
            return match[0].replace(match[1], f"<{kind}>")
        text = pattern.sub(replace, text)
    return DRAWN.sub(r"\1<later>", DURATION.sub("<time>", without_moments(text))), found


def header(name, value):
    """Does the same for a header."""
    low = name.lower()
    if low == "date":
        return "<now>", []
    if low == "server-timing":
        return TIMING.sub("dur=<ms>", value), []
    if low == "etag":
        return TAG.sub('"<tag>"', value), [("tag", tag) for tag in TAG.findall(value)]
    return told(value)


class Comparison:
    """Two answers to the same request."""

    def __init__(self, old, new, pairs, is_metrics=False):
        self.differences, self.found, self.pairs = [], [], pairs
        if old.status != new.status:
            self.differences.append(f"status: {old.status} or {new.status}")
        is_same = old.body == new.body
        if not is_same:
            self.compare_bodies(old, new, is_metrics)
        elif old.body:
            self.note("", *(told(one.text)[1] for one in (old, new)) if is_text(old) else ([], []))
        # Times with different digits change the length of a compressed text.
        self.compare_headers(old.headers, new.headers, () if is_same else ("content-length",))

    def note(self, where, old, new):
        """Pairs the random values found in the same place."""
        if len(old) != len(new):
            self.differences.append(f"{where}: {len(old)} or {len(new)} random values")
        for (kind, mine), (_, other) in zip(old, new):
            if self.pairs.fit(kind, mine, other):
                self.found.append((kind, mine, other))
            else:
                self.differences.append(f"{where}: {kind} {mine} stands for {self.pairs.forward.get((kind, mine))}, but is {other} "
                                        f"(which stands for {self.pairs.backward.get((kind, other))})")

    def compare_headers(self, old, new, passed):
        old, new = ([(name, value) for name, value in one if name.lower() not in passed] for one in (old, new))
        if [name for name, _ in old] != [name for name, _ in new]:
            self.differences.append(f"headers: {[name for name, _ in old]} or {[name for name, _ in new]}")
            return
        for (name, mine), (_, other) in zip(old, new):
            (mine_told, mine_found), (other_told, other_found) = header(name, mine), header(name, other)
            if mine_told != other_told:
                self.differences.append(f"{name}: {mine!r} or {other!r}")
            self.note(name, mine_found, other_found)

    def compare_bodies(self, old, new, is_metrics):
        if not is_text(old) or not is_text(new):
            self.differences.append(f"body: {len(old.body)} or {len(new.body)} bytes that are no text")
            return
        mine, other = old.text, new.text
        if is_metrics:
            mine, other = METRIC.sub(r"\1", mine), METRIC.sub(r"\1", other)
        (mine, mine_found), (other, other_found) = told(mine), told(other)
        if mine != other:
            self.differences.append("body:\n" + first_lines(mine, other))
        self.note("body", mine_found, other_found)


def is_text(answer):
    kind = answer.header("Content-Type")
    return not answer.body or any(word in kind for word in ("text/", "json", "xml", "javascript", "opml"))


def first_lines(old, new, most=8):
    """The first lines in which two texts differ. Long lines are broken after tags and commas, and truncated."""
    def lines(text):
        return re.sub(r"(>|,\")", "\\1\n", text).splitlines()
    changes = [line for line in difflib.unified_diff(lines(old), lines(new), "old", "new", n=1, lineterm="")][2:]
    return "\n".join(f"    {line[:300]}" for line in changes[:most])
