"""Sends the same requests to both sides, and reports differences."""
import html.parser
import json
import re
import time
from urllib.parse import urlencode, urljoin, urlsplit

from . import rules

PATIENCE = (0.5, 0.5, 1, 2, 4, 8, 0)  # seconds between tries, until background work is done on both sides
ENOUGH = 30  # differences, after which there are no more retries


class Forms(html.parser.HTMLParser):
    """The forms of a page with the fields they would send, and its links."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.links, self.open, self.area, self.choice = [], [], None, None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.open = {"action": given.get("action"), "id": given.get("id"), "fields": []}
            self.forms.append(self.open)
        elif tag == "a" and given.get("href"):
            self.links.append(given["href"])
        form = next((one for one in self.forms if one["id"] == given["form"]), None) if "form" in given else self.open
        if form is None:
            return
        kind, name = given.get("type", "text"), given.get("name")
        if tag == "select":
            self.choice = [form, name, None]
        elif tag == "option" and self.choice:
            if self.choice[2] is None or "selected" in given:
                self.choice[2] = given.get("value", "")
        elif tag == "textarea" and name:
            self.area = [form, name, ""]
        elif tag == "input" and name and kind not in ("submit", "file", "button") and (
                kind not in ("checkbox", "radio") or "checked" in given):
            form["fields"].append((name, given.get("value", "on" if kind == "checkbox" else "")))

    def handle_data(self, data):
        if self.area:
            self.area[2] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None
        elif tag == "select" and self.choice:
            self.choice[0]["fields"].append((self.choice[1], self.choice[2] or ""))
            self.choice = None
        elif tag == "textarea" and self.area:
            self.area[0]["fields"].append((self.area[1], self.area[2].removeprefix("\n")))
            self.area = None


def within_a_minute(seconds):
    """Waits for the next minute if less than `seconds` are left: pages show times to the minute, which must be equal on both sides."""
    left = 60 - time.time() % 60
    if left < seconds:
        time.sleep(left)


class Pair:
    """The two sides, and the results of comparing them."""

    def __init__(self, old, new, most=None):
        self.sides, self.pairs, self.most = [old, new], rules.Pairs(), most
        self.count = self.differing = 0
        self.late, self.statuses, self.areas, self.area = [], {}, {}, ""

    @property
    def is_full(self):
        return self.most is not None and self.count >= self.most

    def ask(self, method, path, body=None, keep=None, is_browser=False, **headers):
        """Returns both answers. `keep` names values for later requests to use as `<<name>>`: the name of a header, or a pattern for the body."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        answers, is_late = self.agreed(method, path, headers, body, is_browser)
        comparison = self.compared(path, answers)
        self.pairs.keep(comparison.found)
        self.counted()
        status = answers[0].status
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if comparison.differences:
            self.tell(f"{method} {path}", comparison.differences, headers, body)
        elif is_late:
            self.late.append(f"{method} {path}")
        for side, answer in zip(self.sides, answers):
            self.remember(side, answer, keep or {})
            if is_browser:
                side.page = answer
        return answers

    def counted(self):
        self.count += 1
        self.areas[self.area] = self.areas.get(self.area, 0) + 1

    def agreed(self, method, path, headers, body, is_browser):
        """Repeats reads until the answers agree, for some seconds, since background work may take longer on one side."""
        if method not in ("GET", "HEAD"):
            within_a_minute(1.5)
        for turn, seconds in enumerate(PATIENCE):
            answers = [side.ask(method, path, dict(headers), body, is_browser) for side in self.sides]
            if method not in ("GET", "HEAD") or self.differing > ENOUGH or not self.compared(path, answers).differences:
                return answers, turn > 0
            time.sleep(seconds)
        return answers, True

    def compared(self, path, answers):
        return rules.Comparison(*answers, self.pairs, path == "/metrics")

    def tell(self, request, differences, headers=None, body=None):
        self.differing += 1
        print(f"DIFFERS ({self.area}): {request}", flush=True)
        if headers:
            print("  with", ", ".join(f"{name}: {value[:80]}" for name, value in headers.items() if name != "Authorization"))
        if body is not None:
            print("  and the body", repr(body)[:300])
        for difference in differences[:6]:
            print("  " + difference, flush=True)

    @staticmethod
    def remember(side, answer, keep):
        for name, source in keep.items():
            if source.startswith("header:"):
                value = answer.header(source[7:])
            else:
                match = re.search(source, answer.text)
                value = match[1] if match else ""
            side.kept[name] = value

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def get_page(self, path):
        """The text of a newsroom page on the old side."""
        return self.ask("GET", path, is_browser=True)[0].text

    def each(self, name):
        """A body that each side has kept for itself."""
        return lambda side: side.kept[name].encode("latin-1")

    def command(self, *words):
        """Runs the same command of both programs, and compares their output."""
        within_a_minute(8)
        self.expect("n4md " + " ".join(words), *(side.command(*words).replace(side.scratch, "") for side in self.sides))

    def expect(self, what, old, new):
        """Compares two texts that are not answers."""
        old, new = rules.told(old)[0], rules.told(new)[0]
        self.counted()
        if old != new:
            self.tell(what, [rules.first_lines(old, new)])

    def submit(self, action, changes=None, **headers):
        """Sends a form on the last page, with each side's own hidden fields."""
        bodies = []
        for side in self.sides:
            forms = [form for form in Forms(side.page.text).forms if re.fullmatch(action, form["action"] or "")]
            if not forms:
                self.tell(f"a form {action} on the page", [f"{side.name} has none of it"])
                return None
            form = forms[0]
            fields = [(name, value) for name, value in form["fields"] if name not in (changes or {})]
            bodies.append((form["action"], fields + [(name, value) for name, value in (changes or {}).items() if value is not None]))
        for side, (_, fields) in zip(self.sides, bodies):
            side.kept["form"] = urlencode(fields)
        return self.ask("POST", bodies[0][0], "<<form>>", is_browser=True, **{
            "Content_Type": "application/x-www-form-urlencoded"} | headers)

    def crawl(self, start, wanted, most, is_browser=False, **headers):
        """Visits a page, and the pages it links to whose paths begin with `wanted`."""
        waiting, seen = [start], {start}
        while waiting and most > 0 and not self.is_full:
            path, most = waiting.pop(0), most - 1
            answer = self.ask("GET", path, is_browser=is_browser, **headers)[0]
            links = Forms(answer.text).links if "html" in answer.header("Content-Type") else []
            for link in links + [answer.header("Location")] * bool(answer.header("Location")):
                parts = urlsplit(urljoin("http://news.example.org" + path, link))
                address = parts.path + ("?" + parts.query if parts.query else "")
                if parts.netloc == "news.example.org" and address.startswith(wanted) and address not in seen:
                    seen.add(address)
                    waiting.append(address)


def value(answer, *names):
    """A part of a JSON answer; None if it is missing."""
    try:
        part = json.loads(answer.text)
        for name in names:
            part = part[name]
        return part
    except (ValueError, KeyError, IndexError, TypeError):
        return None
