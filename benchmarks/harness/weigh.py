"""The weight of a response as received, with every picture it names; and the parts it leaves out."""
import gzip
import http.client
import json
import re
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
import zlib
from html.parser import HTMLParser
from urllib.parse import urlsplit

SPACE = "{urn:n4md:1}"
INLINE = re.compile(r"<img\b[^>]*?\bsrc\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
TEXTS = ("headline", "summary", "opening", "plain", "html")


def from_brotli(body):
    """Uses Debian's program, since Python has no decoder."""
    result = subprocess.run(["brotli", "-dc"], input=body, capture_output=True)
    if result.returncode:
        raise ValueError(result.stderr.decode(errors="replace")[-200:])
    return result.stdout


CODINGS = {"gzip": gzip.decompress, "br": from_brotli, "identity": bytes}


class Fault(Exception):
    """A response that is wrong."""


class Connection:
    """A persistent connection, reopened if the server has closed it."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def send(self, request):
        """Sends a request; returns status, headers and the body as received."""
        for is_last in (False, True):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                self.connection.putrequest(request.method, request.path, skip_accept_encoding=True)
                for name, value in request.headers.items():
                    self.connection.putheader(name, value)
                if request.body is not None:
                    self.connection.putheader("Content-Length", str(len(request.body)))
                self.connection.endheaders(request.body)
                response = self.connection.getresponse()
                body = response.read()
                if response.will_close:
                    self.close()
                return response.status, response.headers, body
            except (http.client.HTTPException, OSError) as error:
                self.close()
                if is_last:
                    raise Fault(f"no answer: {error!r}") from error

    def get(self, path, **headers):
        return self.send(Get(path, headers))

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Get:
    method, body = "GET", None

    def __init__(self, path, headers):
        self.path, self.headers = path, headers


class Pictures:
    """The sizes of picture files, each fetched once."""

    def __init__(self):
        self.sizes = {}
        self.lock = threading.Lock()

    def size(self, address, connection):
        parts = urlsplit(address)
        path = parts.path + ("?" + parts.query if parts.query else "")
        if (known := self.sizes.get(path)) is None:
            status, headers, body = connection.get(path)
            if status != 200 or not body or not headers.get("Content-Type", "").startswith("image/"):
                raise Fault(f"the picture {path} is answered with {status} and {len(body)} bytes")
            with self.lock:
                known = self.sizes[path] = len(body)
        return known


class Story:
    """The parts of a story in a response."""

    def __init__(self, name, standfirst, text, thumbnail, picture):
        self.name, self.standfirst, self.text, self.thumbnail, self.picture = name, standfirst, text, thumbnail, picture


class Answer:
    """A channel or a page: its stories, and its pictures as lists of alternative addresses of which a
    device loads one."""

    def __init__(self):
        self.stories, self.pictures, self.stated, self.plan, self.has_older = [], [], [], None, False
        self.is_delta = self.is_single = False


def slug(link):
    return urlsplit(link or "").path.rsplit("/", 1)[-1]


def plain(headers, body):
    coding = headers.get("Content-Encoding", "identity")
    if coding not in CODINGS:
        raise Fault(f"the coding {coding} is not known here")
    try:
        return CODINGS[coding](body)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Fault(f"the answer is no {coding}: {error!r}") from error


def channel(headers, body):
    kind, text = headers.get("Content-Type", ""), plain(headers, body)
    try:
        return from_json(json.loads(text)) if "json" in kind else from_xml(ElementTree.fromstring(text))
    except (ValueError, ElementTree.ParseError, KeyError, AttributeError, TypeError) as error:
        raise Fault(f"the answer is not understood: {error!r}") from error


def feed(headers, body):
    """A feed's pictures: every file that it names counts once for each story."""
    answer = Answer()
    for item in re.split(rb"<item>|<entry>|\{\"id\":", plain(headers, body)):
        for address in sorted(set(re.findall(rb"[^\"'<>\s;]*/media/[0-9a-f]{64}/[a-z0-9-]+\.[a-z0-9]+", item))):
            answer.pictures.append([address.decode()])
            answer.stated.append(-1)
    return answer


def from_xml(root):
    answer = Answer()
    answer.is_delta = root.find(SPACE + "since") is not None
    answer.is_single = len(root.findall("items/item")) == 1
    answer.plan = dict(root.find(SPACE + "plan").attrib)
    answer.has_older = root.find(SPACE + "older") is not None
    for item in root.find("items"):
        if item.tag != "item":
            continue

        def text(name):
            return (item.findtext(name) or "").strip()
        for name in ("image", "thumbnail"):
            if text(name):
                answer.pictures.append([text(name)])
                answer.stated.append(int(item.find(name).get(SPACE + "bytes", -1)))
        add(answer, text("link"), text("description"), text("text"), text("thumbnail"), text("image"))
    return answer


def from_json(root):
    answer = Answer()
    answer.plan = root["plan"]
    answer.has_older = bool(root.get("older"))
    answer.is_delta, answer.is_single = "since" in root, len(root["items"]) == 1
    for item in root["items"]:
        named = {name: item.get(name) or {} for name in ("image", "thumbnail")}
        for picture in named.values():
            if picture:
                answer.pictures.append([picture["link"]])
                answer.stated.append(picture.get("bytes", -1))
        add(answer, item["link"], item.get("description"), item.get("text"), named["thumbnail"], named["image"])
    return answer


def add(answer, link, standfirst, text, thumbnail, picture):
    answer.stories.append(Story(slug(link), bool(standfirst), bool(text), bool(thumbnail), bool(picture)))
    for address in INLINE.findall(text or ""):
        answer.pictures.append([address])
        answer.stated.append(-1)


class Page(HTMLParser):
    """The stories and pictures of a page of the mobile edition."""

    def __init__(self, headers, body):
        super().__init__()
        self.answer, self.story, self.in_heading, self.paragraph = Answer(), None, False, None
        self.feed(plain(headers, body).decode())
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "article":
            self.story = Story("", False, False, False, False)
        elif tag == "img" and values.get("src"):
            others = [part.split()[0] for part in (values.get("srcset") or "").split(",") if part.strip()]
            if not values["src"].startswith("data:"):
                self.answer.pictures.append([values["src"], *others])
                self.answer.stated.append(-1)
            if self.story:
                self.story.thumbnail = self.story.picture = True
        elif self.story and tag == "h2":
            self.in_heading = True
        elif self.story and tag == "p":
            self.paragraph = values.get("class") or "standfirst"
        elif tag == "a" and self.in_heading:
            self.story.name = slug(values.get("href"))
        elif tag == "a" and "before=" in (values.get("href") or ""):
            self.answer.has_older = True

    def handle_data(self, data):
        if self.story and self.paragraph == "standfirst" and data.strip():
            self.story.standfirst = True

    def handle_endtag(self, tag):
        if tag == "article" and self.story:
            self.answer.stories.append(self.story)
            self.story = None
        elif tag == "h2":
            self.in_heading = False
        elif tag == "p":
            self.paragraph = None


def weight(answer, body, pictures, connection):
    """Returns the bytes of the document as received and of its pictures, counting the largest alternative
    of each. A picture shared by two stories counts twice, as in the plan."""
    total = 0
    for addresses, stated in zip(answer.pictures, answer.stated):
        sizes = [pictures.size(address, connection) for address in addresses]
        if stated >= 0 and stated != sizes[0]:
            raise Fault(f"{addresses[0]} has {sizes[0]} bytes, not {stated}")
        total += max(sizes)
    return len(body), total


def lacking(answer, plan, whole, limit=None):
    """Returns the parts that the stories lack within the plan for want of budget, compared with `whole`,
    the complete stories by name. A page has a `limit` of stories, and one picture for each."""
    wanted, use = TEXTS.index(plan["text"]), plan["pictures"]
    count = str(plan.get("items"))
    most = min(int(count) if count.isdigit() else 200, limit or 200)
    found = []
    if answer.has_older and len(answer.stories) < most and (limit or count.isdigit()):
        found.append("stories")
    for story in answer.stories:
        known = whole.get(story.name)
        if known:
            parts = {"standfirst": wanted >= 1, "text": wanted >= 2 and not limit, "thumbnail": use != "off",
                     "picture": use == "full" and not limit}
            found += [name for name, is_wanted in parts.items() if is_wanted and getattr(known, name) and not getattr(story, name)]
    return found
