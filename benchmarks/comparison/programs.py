"""Requests of programs to the API, valid and invalid, with and without tokens; and the program's commands."""
import itertools
import json
import struct
import tarfile
import time
import zlib
from urllib.parse import quote

from .pair import value

ROLES = ("contributor", "journalist", "editor", "chief")
ARTICLE = {
    "headline": "Harbour light is lit again", "standfirst": "It had been dark since March.", "byline": "Marta Quintal", "section": "city",
    "body": "<p>With a <b>light</b> wind from the west the keeper climbed the stairs.</p><script>alert(1)</script><h2>Then</h2><ul><li>Lamp</li></ul>",
    "categories": ["Transport", "Lighthouses"], "place": {"latitude": 41.14, "longitude": -8.61, "radius": 25}, "language": "en",
    "status": "unpublished"}
LISTS = ("articles", "editions", "editors", "newsroom", "pictures", "places?q=Coim", "policy", "policy/versions", "sections", "sources",
         "sources.opml", "tokens", "webhooks", "audit?limit=5", "wire/ninjs?limit=3", "wire/newsml?limit=3")
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Old News</title><link>https://old.example/</link><description>Of old</description>
<item><title>The mill turns again</title><guid>https://old.example/1</guid><link>https://old.example/1</link>
<pubDate>Mon, 06 Apr 2009 09:00:00 GMT</pubDate><category>Mills</category><description>&lt;p&gt;Its sails had been still.&lt;/p&gt;</description></item>
<item><title>A bridge of boats</title><guid>https://old.example/2</guid><pubDate>Tue, 07 Apr 2009 10:00:00 GMT</pubDate><description>Soldiers built it.</description></item>
</channel></rss>"""


def png(width, height, seed):
    """A small picture with colours determined by a seed."""
    rows = b"".join(b"\0" + bytes((x * seed + y * 3 + part * 80) % 256 for x in range(width) for part in range(3)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def multipart(data, name="file", kind="image/png", fields=()):
    """The body of a form with a file, and its content type."""
    parts = [f'--edge\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{text}\r\n'.encode() for key, text in fields]
    parts.append(f'--edge\r\nContent-Disposition: form-data; name="{name}"; filename="lamp.png"\r\nContent-Type: {kind}\r\n\r\n'.encode() + data + b"\r\n")
    return b"".join(parts) + b"--edge--\r\n", "multipart/form-data; boundary=edge"


class API:
    """The API, used with one person's token."""

    def __init__(self, pair, token="chief"):
        self.pair, self.headers = pair, {"Authorization": f"Bearer <<{token}>>"} if token else {}

    def ask(self, method, path, body=None, keep=None, **headers):
        return self.pair.ask(method, "/api/v1/" + path, body, keep, **self.headers | headers)

    def get(self, path, **headers):
        return self.ask("GET", path, keep={"tag": "header:ETag"}, **headers)[0]

    def change(self, method, path, body=None, read=None, **headers):
        """Reads something, then changes it: without a condition, with an outdated one, and with the right one."""
        self.ask(method, path, body, **headers)
        self.ask(method, path, body, If_Match='"old"', **headers)
        self.get(read or path)
        return self.ask(method, path, body, If_Match="<<tag>>", **headers)[0]

    def quickly(self, method, path, body=None, read=None):
        """Reads and changes something with the right condition only."""
        self.get(read or path)
        return self.ask(method, path, body, If_Match="<<tag>>")[0]


def people(pair):
    """Makes a person of each role, with tokens."""
    for role in ROLES:
        pair.command("editor", "add", f"Test {role}", "--role", role)
    pair.command("editor", "add", "Test chief", "--role", "chief")
    pair.command("editor", "add", "Nobody", "--role", "king")
    for side in pair.sides:
        for role in ROLES:
            side.kept[role] = side.command("token", "create", "--editor", f"Test {role}").split()[1]
        side.kept["reading"] = side.command("token", "create", "--editor", "Test chief", "--scope", "read").split()[1]
    pair.command("token", "create", "--editor", "Nobody")


def rights(pair):
    for path in LISTS:
        for token in (None, "contributor", "reading", "chief"):
            API(pair, token).get(path)
    for token in (None, "contributor", "journalist", "editor", "reading"):
        api = API(pair, token)
        for path, body in (("articles", ARTICLE | {"headline": f"By {token}"}), ("sections", {"slug": "s", "name": ""}), ("editors", {}), ("webhooks", {})):
            api.ask("POST", path, body)
    API(pair, None).ask("GET", "articles", Authorization="Bearer n4md_wrong")
    API(pair, None).ask("GET", "articles", Authorization="Basic eDp5")


def articles(pair):
    api = API(pair)
    made = api.ask("POST", "articles", ARTICLE, Idempotency_Key="one")[0]
    api.ask("POST", "articles", ARTICLE, Idempotency_Key="one")
    api.ask("POST", "articles", ARTICLE | {"headline": "Other"}, Idempotency_Key="one")
    article = f"articles/{value(made, 'id')}"
    api.get(article)
    for body in ("{", "[]", "null", '{"headline": 7}', json.dumps(ARTICLE | {"headline": "", "section": "none", "place": {"latitude": 200}}),
                 json.dumps(ARTICLE | {"unknown": 1}), json.dumps(ARTICLE | {"picture": {"hash": "0" * 64}}),
                 json.dumps(ARTICLE | {"status": "gone", "publishedAt": "x"}), "", b"\xff\xfe"):
        api.ask("POST", "articles", body, Content_Type="application/json")
    api.ask("POST", "articles", "x", Content_Type="text/plain")
    api.ask("POST", "articles", json.dumps({"headline": "x", "body": "y" * 6_000_000}), Content_Type="application/json")
    api.change("PUT", article, ARTICLE | {"headline": "Harbour light shines", "keywords": ["light", "harbour"]})
    for move in ("submit", "recall", "submit", "review", "send-back", "fly", "submit", "approve", "publish", "publish"):
        api.quickly("POST", article + "/moves", {"move": move, "text": "Say more"}, article)
        pair.get("/articles/harbour-light-is-lit-again")
    for path in ("/ws?format=json&items=3", "/rss.xml", "/m/", "/news/", "/edition/latest", "/sitemaps/news.xml", "/search?q=harbour+light", "/ws?since=r5&format=json"):
        pair.get(path)
    api.change("POST", article + "/moves", {"move": "correct", "text": "The keeper climbed a ladder."}, article)
    for path in ("", "/revisions", "/revisions/1", "/revisions/99", "/authors", "/cluster", "/seen-as", "/working-copy"):
        api.get(article + path)
    api.change("POST", article + "/revisions/1/restore", None, article)
    api.change("PUT", article + "/authors", {"authors": [{"name": "Marta Quintal", "note": "sports"}]})
    api.change("PUT", article + "/cluster", {"members": [value(made, "id"), 1], "lead": 1})
    pair.get("/rss.xml")
    api.change("DELETE", article + "/cluster")
    copy = {"base": 1, "fields": {"headline": "Typed", "body": "With a *light* wind", "section": "city"}}
    api.ask("PUT", article + "/working-copy", copy, If_Match='"0"')
    api.change("PUT", article + "/working-copy", copy)
    api.get(article + "/seen-as")
    api.change("DELETE", article + "/working-copy")
    api.quickly("POST", article + "/moves", {"move": "withdraw", "text": "It was not so."}, article)
    for path in ("/articles/harbour-light-is-lit-again", "/atom.xml", "/feed.json", "/ws?since=r5&format=json"):
        pair.get(path)
    api.quickly("POST", article + "/moves", {"move": "restore"}, article)
    other = api.ask("POST", "articles", ARTICLE | {"headline": "Soon", "status": "scheduled", "publishAt": "2090-01-01T10:00:00Z"})[0]
    api.quickly("POST", f"articles/{value(other, 'id')}/moves", {"move": "unschedule"}, f"articles/{value(other, 'id')}")
    api.quickly("POST", f"articles/{value(other, 'id')}/moves", {"move": "kill"}, f"articles/{value(other, 'id')}")
    api.ask("POST", "articles", {"headline": "Bare line", "status": "published"})
    api.ask("POST", "articles", ARTICLE | {"headline": "Later", "status": "published", "embargoUntil": "2090-01-01T10:00:00Z"})
    api.change("DELETE", f"articles/{value(other, 'id')}")
    thrown = api.ask("POST", "articles", {"headline": "Thrown away"})[0]
    api.change("DELETE", f"articles/{value(thrown, 'id')}")
    for query in ("limit=3", "limit=0", "limit=x", "limit=3&after=5", "status=published&limit=4", "workflow=draft", "author=me", "q=harbour", "status=none", "x=1"):
        api.get("articles?" + query)
    for path in ("articles/0", "articles/x", "articles/99999", "articles/1", "articles/1/revisions", "articles/1/seen-as"):
        api.get(path)


def pictures(pair):
    api, data = API(pair), png(300, 200, 7)
    made = api.ask("POST", "pictures", data, Content_Type="image/png")[0]
    name = value(made, "hash")
    api.ask("POST", "pictures", data, Content_Type="image/png")
    body, kind = multipart(png(200, 300, 5))
    other = value(api.ask("POST", "pictures", body, Content_Type=kind)[0], "hash")
    for wrong, kind in ((b"GIF89a", "image/gif"), (b"", "image/png"), (data[:100], "image/png"), (data, "text/plain"), (b"x" * 21_000_000, "image/jpeg")):
        api.ask("POST", "pictures", wrong, Content_Type=kind)
    api.change("PUT", f"pictures/{name}", {"title": "Lamp", "alt": "A lamp", "caption": "The lamp", "credit": "Test"})
    api.ask("PUT", f"pictures/{name}/focus", {"x": 70, "y": 40})
    api.ask("PUT", f"pictures/{name}/focus", {"x": 170})
    api.get(f"pictures/{name}")
    for query in ("limit=2", "q=lamp", "filter=unused", "filter=undescribed&limit=3", "filter=x", "after=3"):
        api.get("pictures?" + query)
    for file in ("160q60.jpg", "160q30-square50.jpg", "320q60.jpg"):
        pair.get(f"/media/{name}/{file}")
    shown = ARTICLE | {"headline": "A lamp", "status": "published", "picture": {"hash": name, "alt": "A lamp", "caption": "c", "credit": "d"},
                       "body": f'<p>See <img src="picture:{name}" alt="lamp"></p>', "publishedAt": "2026-01-05T10:00:00Z"}
    api.ask("POST", "articles", shown)
    api.change("DELETE", f"pictures/{name}")
    api.get(f"pictures/{name}")
    api.change("POST", f"pictures/{name}/replacement", {"hash": other}, f"pictures/{name}")
    pair.get(f"/media/{name}/160q60.jpg")
    pair.get("/articles/a-lamp")
    api.quickly("DELETE", f"pictures/{name}")
    tus = {"Tus_Resumable": "1.0.0"}
    part = png(120, 90, 3)
    pair.ask("OPTIONS", "/api/v1/uploads")
    for side, answer in zip(pair.sides, api.ask("POST", "uploads", b"", Upload_Length=str(len(part)), Upload_Metadata="filename bGFtcC5wbmc=", **tus)):
        side.kept["upload"] = answer.header("Location").rpartition("/")[2]
    for offset, piece in ((0, part[:50]), (10, part[50:]), (50, part[50:])):
        api.ask("PATCH", "uploads/<<upload>>", piece, Upload_Offset=str(offset), Content_Type="application/offset+octet-stream", **tus)
        api.ask("HEAD", "uploads/<<upload>>", **tus)
    api.ask("POST", "uploads", b"", Upload_Length="99999999999", **tus)
    api.ask("POST", "uploads", b"", Upload_Length="5")
    api.ask("DELETE", "uploads/<<upload>>", **tus)


def desks(pair, port):
    """Sections, editions, the policy, people, webhooks and sources in turn: made, changed, refused and deleted."""
    api = API(pair)
    api.ask("POST", "sections", {"slug": "harbour", "name": "Harbour", "place": {"latitude": 41.1, "longitude": -8.6, "radius": 9}, "position": 2})
    api.ask("POST", "sections", {"slug": "harbour", "name": "Harbour"})
    api.ask("POST", "sections", {"slug": "A b", "name": ""})
    api.change("PUT", "sections/harbour", {"name": "Harbour and sea"})
    pair.get("/sections/harbour")
    api.change("DELETE", "sections/harbour")
    api.quickly("DELETE", "sections/city")
    edition = value(api.ask("POST", "editions", {"date": "2031-05-31", "title": "The river", "state": "open", "copyOf": 1})[0], "number")
    api.ask("POST", "editions", {"date": "x"})
    api.change("PUT", f"editions/{edition}", {"title": "The wide river"})
    api.change("PUT", f"editions/{edition}/front-page", {"stories": [3, 1, 2], "editorial": 4})
    api.quickly("PUT", f"editions/{edition}/front-page", {"stories": [3, 3, 99999]})
    for move in ("publish", "archive", "reopen", "take-back", "fly"):
        api.quickly("POST", f"editions/{edition}/moves", {"move": move, "articles": False}, f"editions/{edition}")
        pair.get("/edition/latest")
    api.change("DELETE", f"editions/{edition}")
    for path in ("editions/1", "editions/1/front-page", "editions/99", "editions?limit=1"):
        api.get(path)
    rules = {"off": ["light"], "congestionHours": [18, 19], "timeZone": "Europe/Lisbon", "note": "Summer"}
    api.ask("POST", "policy/preview", rules)
    api.change("PUT", "policy", rules)
    pair.get("/ws?network=3g&light=3&format=json")
    api.quickly("PUT", "policy", {"off": ["none"], "congestionHours": [40]})
    api.quickly("PUT", "policy", {"off": [], "congestionHours": [], "timeZone": None, "note": "As before"})
    api.get("policy/versions")
    person = value(api.ask("POST", "editors", {"name": "Ana Lopes", "role": "journalist"})[0], "id")
    for body in ({"name": "Ana Lopes", "role": "journalist"}, {"name": "", "role": "king"}):
        api.ask("POST", "editors", body)
    for method, path, body in (("PUT", f"editors/{person}", {"role": "editor", "isDisabled": True}), ("POST", f"editors/{person}/password-link", None),
                               ("DELETE", f"editors/{person}/second-factor", None), ("PUT", "newsroom", {"secondFactorFrom": None}),
                               ("PUT", "newsroom", {"secondFactorFrom": "king"}), ("DELETE", "tokens/999", None), ("GET", f"editors/{person}", None)):
        api.ask(method, path, body)
    hook = {"url": f"http://127.0.0.1:{port}/hook", "description": "Test", "events": ["article.published"], "paused": True}
    made = value(api.ask("POST", "webhooks", hook)[0], "id")
    api.ask("POST", "webhooks", {"url": "ftp://x", "events": ["x"]})
    api.change("PUT", f"webhooks/{made}", hook | {"description": "Changed"})
    api.change("POST", f"webhooks/{made}/secret", None, f"webhooks/{made}")
    api.ask("POST", f"webhooks/{made}/test")
    for path in (f"webhooks/{made}", f"webhooks/{made}/deliveries", f"webhooks/{made}/deliveries?state=failed", "webhooks/99"):
        api.get(path)
    api.change("DELETE", f"webhooks/{made}")
    sources(api, port)
    for query in ("limit=400", "what=article.", "subject=article/1", "who=nobody&limit=3", "from=2020-01-01&to=2090-01-01&limit=9", "what=x", "limit=5000"):
        api.get("audit?" + query)
    for form, query in itertools.product(("ninjs", "newsml"), ("?limit=2&section=city", "?category=none", "/1", "/99999", "?limit=x")):
        api.get(f"wire/{form}{query}")


def sources(api, port):
    feed = {"url": f"http://127.0.0.1:{port}/feed.xml", "title": "Example", "section": "city", "trust": "draft", "discover": False, "paused": True}
    made = value(api.ask("POST", "sources", feed)[0], "id")
    api.ask("POST", "sources", feed)
    api.ask("POST", "sources", {"url": "x", "section": "none"})
    api.ask("POST", "sources", {"url": f"http://127.0.0.1:{port}/", "section": "city", "paused": True})
    api.change("PUT", f"sources/{made}", {"paused": False, "byline": "Example", "trust": "publish"})
    api.ask("POST", f"sources/{made}/refresh")
    api.pair.get("/search?q=fetched")  # repeated until both sides have fetched the source
    for path in ("", "/fetches", "/entries", "/entries?limit=1"):
        api.get(f"sources/{made}{path}")
    api.quickly("PUT", f"sources/{made}", {"paused": True})
    outline = '<opml version="2.0"><body><outline text="Other" xmlUrl="https://example.org/{}.xml"/></body></opml>'
    for body in (outline.format("a"), outline.format("a"), "<opml", "x"):
        api.ask("POST", "sources.opml?section=city&trust=draft", body, Content_Type="text/x-opml")
    for path in ("sources.opml", "sources?limit=2", "sources?state=failing", "sources/99"):
        api.get(path)
    api.change("DELETE", f"sources/{made}")


def commands(pair, folder):
    """Import and export on the command line."""
    with open(f"{folder}/feed.xml", "w") as file:
        file.write(FEED)
    pair.command("import", f"{folder}/feed.xml")
    pair.command("import", f"{folder}/feed.xml")
    pair.command("import", f"{folder}/none.xml")
    time.sleep(7)  # keywords of imported articles are found within 5 seconds; pages cached earlier would lack them
    for path in ("/articles/the-mill-turns-again", "/search?q=" + quote("bridge of boats"), "/categories/mills", "/editions"):
        pair.get(path)
    for words in (["pictures", "check"], ["pictures", "collect", "--dry-run"], ["sources", "list"], ["migrate"], ["--version"], ["export"], ["help", "serve"]):
        pair.command(*words)
    for side in pair.sides:
        side.kept["export"] = f"{side.scratch}/newspaper.tar"
    pair.command("export", "<<export>>")
    compare_exports(pair)


def compare_exports(pair):
    """Compares the archives exported by both sides, file by file."""
    archives = []
    for side in pair.sides:
        with tarfile.open(side.kept["export"]) as archive:
            archives.append({member.name: archive.extractfile(member).read() for member in archive if member.isfile()})
    old, new = archives
    pair.expect("the files of an export", "\n".join(old), "\n".join(new))
    for name in old.keys() & new.keys():
        pair.expect(f"{name} of an export", *(one[name].decode("utf-8", "replace") for one in archives))


def visit(pair, port, folder):
    for name, visits in (("people", lambda: people(pair)), ("API, rights", lambda: rights(pair)), ("API, articles", lambda: articles(pair)),
                         ("API, pictures", lambda: pictures(pair)), ("API, desks", lambda: desks(pair, port)),
                         ("commands", lambda: commands(pair, folder))):
        pair.area = name
        visits()
