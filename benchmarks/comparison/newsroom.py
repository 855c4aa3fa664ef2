"""Requests of people in the newsroom, with a browser's cookies and form tokens."""
import re

from . import programs

FORM = {"Content_Type": "application/x-www-form-urlencoded"}
PASSWORD = "quiet ferry at dawn"


def enter(pair):
    """Logs in with an invitation, with wrong passwords, and with the right one."""
    for side in pair.sides:
        side.kept["welcome"] = re.search(r"/admin/welcome/\S+", side.command("editor", "password", "Test chief"))[0]

    def ask(method, path, body=None, **headers):
        return pair.ask(method, path, body, is_browser=True, **headers)
    for path in ("/admin", "/admin/articles", "/admin/log-in", "/admin/welcome/none", "/admin/code", "<<welcome>>"):
        ask("GET", path)
    for words in ("password=short&again=short", f"password={PASSWORD}&again=other words here", f"password={PASSWORD}&again={PASSWORD}"):
        ask("POST", "<<welcome>>", words.replace(" ", "+"), **FORM)
    ask("GET", "<<welcome>>")
    door = Page(pair, "/admin/log-in")
    door.send(name="Test chief", password="wrong")
    door.send(name="No such person", password="wrong")
    ask("GET", "/admin/log-in")
    pair.submit("/admin/log-in", {"name": "Test chief", "password": PASSWORD}, Sec_Fetch_Site="cross-site")
    door.send(name="Test chief", password=PASSWORD)
    ask("GET", "/admin/")
    pair.submit("/admin/log-out")
    ask("GET", "/admin/")
    door.send(name="Test chief", password=PASSWORD, to="/admin/articles")
    ask("POST", "/admin/articles", "form_token=wrong", **FORM)
    ask("POST", "/admin/articles", "", **FORM)


class Page:
    """A page of the newsroom whose forms are sent repeatedly."""

    def __init__(self, pair, path, action=None):
        self.pair, self.path, self.action = pair, path, action or re.escape(path)

    def send(self, **fields):
        self.pair.ask("GET", self.path, is_browser=True)
        return self.pair.submit(self.action, fields)


def new_article(pair):
    """Begins an article; returns its path."""
    answers = Page(pair, "/admin/articles", "/admin/articles").send() if has_form(pair, "/admin/articles") else Page(
        pair, "/admin/", "/admin/articles").send()
    return re.sub("[?#].*", "", answers[0].header("Location")) if answers else "/admin/articles/1"


def has_form(pair, action):
    pair.ask("GET", action, is_browser=True)
    return f'method="post" action="{action}"' in pair.sides[0].page.text


def writing(pair):
    path = new_article(pair)
    page = Page(pair, path)
    words = {"headline": "Written by hand", "standfirst": "With **marks**", "body": "A *first* paragraph.\n\n## Then\n\n- one\n- two\n\n> said\n\n[a link](https://example.org/)",
             "section": "city", "categories": "Transport, Hands", "byline": "Test chief", "language": "en"}
    for fields in ({"do": "save"}, words | {"do": "save"}, {"place_name": "Coimbra", "do": "find-place_name"}, {"place_name": "Coimbra", "do": "save"},
                   {"place_name": "", "latitude": "40.21", "longitude": "-8.43", "radius": "20", "do": "save"}, {"latitude": "900", "do": "save"},
                   {"related_q": "ferry", "do": "find-related"}, {"do": "relate-night-ferry-returns-to-the-old-quay-after-eleven-years"},
                   {"embargo": "x", "do": "save"}, {"edition": "x", "do": "save"}, {"do": "nothing"}, {"do": "submit"}, {"do": "review"},
                   {"do": "send-back", "text_send-back": "Say who"}, {"do": "submit"}, {"do": "approve"}, {"do": "schedule", "at": "2090-01-01T10:00"},
                   {"do": "unschedule"}, {"do": "publish"}, {"do": "correct", "text_correct": "It was two."}, {"body": "", "do": "save"},
                   {"do": "withdraw", "text_withdraw": "No."}, {"do": "restore"}, {"headline": "", "do": "save"}, {"do": "discard"}):
        page.send(**fields)
    pair.get("/articles/written-by-hand")
    pair.ask("GET", path, is_browser=True)
    stale = {side.name: side.page for side in pair.sides}
    page.send(headline="Saved by somebody else", do="save")
    for side in pair.sides:
        side.page = stale[side.name]
    pair.submit(re.escape(path), {"headline": "Saved at the same time", "do": "save"})
    pair.ask("GET", path, is_browser=True)
    Page(pair, path, re.escape(path) + "/working-copy").pair.ask("POST", path + "/working-copy", "headline=x", is_browser=True, **FORM)
    for part in ("/revisions", "/revisions/1", "/revisions/2", "/revisions/99", "/authors", "/cluster", "/links", "/preview/phone", "/preview/feature",
                 "/preview/none"):
        pair.ask("GET", path + part, is_browser=True)
    Page(pair, path + "/revisions/2").send()
    Page(pair, "/admin/articles/1/authors").send(note="sports")
    Page(pair, "/admin/articles/1/cluster").send(q="harbour", do="find")
    bare = new_article(pair)
    for fields in ({"headline": "A bare line", "do": "publish"}, {"headline": "A bare line", "do": "publish-without-text"}, {"do": "kill"}):
        Page(pair, bare).send(**fields)
    for query in ("?state=published", "?state=draft&q=hand", "?q=zzz", "?state=none", "?after=3", ".json?q=ferry"):
        pair.ask("GET", "/admin/articles" + query, is_browser=True)


def desks(pair, port):
    sections = Page(pair, "/admin/sections")
    for fields in ({"do": "save", "name": "Bridges", "slug": "bridges"}, {"do": "save", "name": "", "slug": "A b"}, {"do": "up", "move": "bridges"},
                   {"do": "down", "move": "bridges"}, {"do": "save", "name": "Twice", "slug": "bridges", "latitude": "x"}):
        sections.send(**fields)
    bridges = Page(pair, "/admin/sections/bridges")
    bridges.send(name="All bridges", do="save")
    bridges.send(do="delete")
    Page(pair, "/admin/sections/city").send(do="delete")
    editions = Page(pair, "/admin/editions")
    editions.send(date="2032-02-03", title="By hand", copy="1")
    number = re.search(r"\d+$", pair.sides[0].page.header("Location"))
    editions.send(date="x", title="")
    edition = Page(pair, f"/admin/editions/{number[0] if number else 2}")
    for fields in ({"add": "1"}, {"add": "2"}, {"up": "2"}, {"lead": "1"}, {"remove": "2"}, {"take": "3"}, {"editorial": "4"}, {"title": "Renamed", "do": "rename"},
                   {"move": "publish"}, {"move": "archive"}, {"move": "reopen"}, {"move": "take-back"}, {"move": "x"}, {"do": "delete"}):
        edition.send(**fields)
    for part in ("?q=ferry", "/preview/phone", "/preview/none"):
        pair.ask("GET", edition.path + part, is_browser=True)
    people = Page(pair, "/admin/people")
    people.send(name="By hand", role="journalist")
    people.send(name="By hand", role="journalist")
    people.send(name="", role="king")
    for do in ("role", "link", "disable", "enable", "factor"):
        Page(pair, "/admin/people", r"/admin/people/\d+").send(do=do, role="editor")
    Page(pair, "/admin/people", "/admin/people/rules").send(**{"from": ""})
    hooks = Page(pair, "/admin/webhooks")
    hooks.send(url=f"http://127.0.0.1:{port}/hook", description="By hand", events="article.published")
    hooks.send(url="x")
    path = re.search(r"/admin/webhooks/\d+", pair.get_page("/admin/webhooks"))
    for do in ("pause", "resume", "secret", "test", "save", "delete") if path else ():
        Page(pair, path[0]).send(do=do)
    sources = Page(pair, "/admin/sources")
    sources.send(address=f"http://127.0.0.1:{port}/feed.xml", url=f"http://127.0.0.1:{port}/feed.xml", section="city", trust="draft")
    sources.send(address="x", url="x")
    path = re.search(r"/admin/sources/\d+", pair.get_page("/admin/sources"))
    for do in ("pause", "resume", "save", "pause", "delete") if path else ():
        Page(pair, path[0]).send(do=do)
    account = Page(pair, "/admin/account", "/admin/account/tokens")
    account.send(name="By hand", scope="read", days="30", present="wrong")
    account.send(name="By hand", scope="read", days="30", present=PASSWORD)
    Page(pair, "/admin/account", r"/admin/account/tokens/\d+").send()
    Page(pair, "/admin/account", "/admin/account/password").send(present="wrong", password="x", again="y")
    for path in ("/admin/websub", "/admin/audit", "/admin/audit?what=article.&limit=5", "/admin/audit.csv", "/admin/places.json?q=Lag", "/admin/pictures.json",
                 "/admin/sources.opml"):
        pair.ask("GET", path, is_browser=True)


def pictures(pair):
    pair.ask("GET", "/admin/pictures", is_browser=True)
    for side in pair.sides:
        side.kept["mark"] = (re.findall(r'form_token\W+value="([^"]+)"', side.page.text) or ["none"])[0]
    for name, data in (("image/png", programs.png(160, 120, 9)), ("image/png", b"no picture")):
        for side in pair.sides:
            body, kind = programs.multipart(data, kind=name, fields=[("form_token", side.kept["mark"]), ("title", "By hand")])
            side.kept["body"] = body.decode("latin-1")
        pair.ask("POST", "/admin/pictures", pair.each("body"), is_browser=True, Content_Type=kind)
    path = re.search(r"/admin/pictures/[0-9a-f]{64}", pair.get_page("/admin/pictures"))
    if not path:
        return
    page = Page(pair, path[0])
    page.send(alt="What it shows", caption="By hand", credit="Test", title="Hand")
    Page(pair, path[0], re.escape(path[0]) + "/focus").send(x="20", y="80")
    Page(pair, path[0], re.escape(path[0]) + "/focus").send(x="x", y="")
    Page(pair, path[0], re.escape(path[0]) + "/delete").send()
    for query in ("?q=hand", "?filter=unused", "?filter=undescribed"):
        pair.ask("GET", "/admin/pictures" + query, is_browser=True)


def visit(pair, port, most):
    """Makes all requests, following links to at most `most` pages."""
    for name, visits in (("newsroom, way in", lambda: enter(pair)), ("newsroom, writing", lambda: writing(pair)),
                         ("newsroom, desks", lambda: desks(pair, port)), ("newsroom, pictures", lambda: pictures(pair)),
                         ("newsroom, all pages", lambda: pair.crawl("/admin/", "/admin", most, is_browser=True)),
                         ("newsroom, Portuguese", lambda: pair.crawl("/admin/", "/admin", most // 4, is_browser=True, Accept_Language="pt"))):
        pair.area = name
        visits()
