"""Requests of readers, devices and other programs: the channel, web editions, feeds, catalogues, pictures, and faulty requests."""
import itertools
import json
import random
import re
from urllib.parse import quote

from harness.devices import Devices

from .pair import value

FORM = {"Content_Type": "application/x-www-form-urlencoded"}
JSON = {"Content_Type": "application/json"}
PHONE = {"User_Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
                       "Mobile/15E148 Safari/604.1", "Accept": "text/html,application/xhtml+xml,image/avif,image/webp,*/*;q=0.8"}
DESK = {"User_Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
        "Accept": "text/html,image/webp,*/*;q=0.8"}
EDITIONS = {"/m/": PHONE, "/news/": PHONE, "/reader/": DESK, "/edition/": DESK, "/lite/": {"User_Agent": "Lynx/2.8.9rel.1"}}
FEEDS = ("rss.xml", "atom.xml", "feed.json")


def contexts():
    """All combinations of networks, batteries and screens, with formats and languages in turn."""
    turns = itertools.cycle(itertools.product(("xml", "json"), ("en", "pt-PT,pt;q=0.9", "de,*;q=0.1")))
    for network, battery, screen in itertools.product(("gprs", "edge", "3g", "4g", "wifi"), (5, 60), ((240, 1), (390, 3), (1440, 1))):
        form, language = next(turns)
        yield (f"network={network}&battery={battery}&screen_width={screen[0]}&dpr={screen[1]}&format={form}"
               f"&language={quote(language)}&local_time=2026-06-{1 + battery % 28:02}T{battery % 24:02}:30:00Z")


def learn(pair):
    """The newspaper's contents, as reported by the old side."""
    whole = pair.get("/ws?format=json&network=ethernet&items=all&text=html&images=full&strict=1")[0]
    stories = value(whole, "items") or []
    sections = re.findall(r"/sections/([\w-]+)", pair.get("/sections")[0].text)
    categories = re.findall(r"/categories/([\w-]+)", pair.get("/categories")[0].text)
    pictures = sorted(set(re.findall(r"/media/([0-9a-f]{64})/([\w.-]+)", whole.text)))
    slugs = list(dict.fromkeys(re.findall(r"/articles/([\w-]+)", whole.text)))
    authors = re.findall(r"/authors/([\w-]+)", "".join(pair.get(f"/articles/{slug}")[0].text for slug in slugs[:5]))
    before = value(whole, "older", "before") or value(pair.get("/ws?format=json&items=3")[0], "older", "before") or "x"
    numbers = [story.get("id") for story in stories]
    return {"sections": list(dict.fromkeys(sections)), "categories": list(dict.fromkeys(categories)), "pictures": pictures, "slugs": slugs,
            "authors": list(dict.fromkeys(authors)), "before": before, "numbers": numbers}


def channel(pair, known):
    for number, query in enumerate(contexts()):
        if number % 3:
            pair.get("/ws?" + query)
        else:
            pair.ask("POST", "/ws", query, **FORM)
    pair.ask("POST", "/ws", json.dumps({"network": "3g", "battery": 40, "sections": known["sections"][:2], "format": "json"}), **JSON)
    for query in (f"before={known['before']}&items=3", "since=r1", "since=r99999", "since=x", "items=0", "items=900&strict=1", "network=7g",
                  "network=7g&strict=1", "latitude=41.1&longitude=-8.6", "articles=1,2,3&text=html", "articles=x", "edition=1", "edition=2",
                  "edition=2026-01-01", "edition=999", f"categories={known['categories'][0]}", "sections=nowhere", "images=off&text=headline",
                  "text=html&palette=night&text_size=1.6", "user_agent=Nokia6300", "timezone=Europe/Lisbon&moving=1&silent=1&light=4"):
        pair.get("/ws?" + query)
        pair.get("/ws?format=json&" + query)
    draw = Devices(random.Random(11), known["sections"], known["categories"], ["1", "2"], [known["before"], "x"])
    for _ in range(60):
        request = draw.next()
        pair.ask(request.method, request.path, request.body, **request.headers)
        explained = request.explained()
        pair.ask(explained.method, explained.path, explained.body, **explained.headers)


def conditions(pair):
    """Conditional requests, ranges and deltas."""
    for path in ("/ws?network=3g", "/m/", "/rss.xml", "/atom.xml", "/static/style.css", "/opml.xml", "/sitemap.xml", "/openapi.json"):
        pair.ask("GET", path, keep={"tag": "header:ETag", "moment": "header:Last-Modified", "place": "header:Content-Location"})
        pair.get(path, If_None_Match="<<tag>>")
        pair.get(path, If_None_Match='"other", W/<<tag>>')
        pair.get(path, If_None_Match='"other"', A_IM="feed")
        if all(side.kept["moment"] for side in pair.sides):
            pair.get(path, If_Modified_Since="<<moment>>")
        pair.ask("HEAD", path)
        for coding in ("gzip", "br", "deflate", "gzip;q=0, br;q=0.1", "*;q=0"):
            pair.get(path, Accept_Encoding=coding)
    pair.ask("GET", "/ws?network=3g&format=json", keep={"place": "header:Content-Location", "since": r'"sync":"?([\w-]+)'})
    pair.get("<<place>>")
    pair.get("/ws?network=3g&format=json&since=<<since>>")
    for path in ("/channel/1/x.xml", "/channel/x/p1.xml", "/ws/form", "/ws/explain?network=edge", "/ws/explain?format=json&battery=3"):
        pair.get(path)
    pair.get("/ws/explain?network=edge&battery=15", **PHONE)


def editions(pair, known, most):
    for start, headers in EDITIONS.items():
        pair.crawl(start, start, most, **headers)
        pair.get(start, Save_Data="on", ECT="2g", Accept_Language="pt", **headers)
    for path in ("/", "/settings", "/m", "/news", "/lite", "/reader", "/edition", "/news/shell", "/news/sw.js", "/news/manifest.webmanifest",
                 "/m/pictures", "/m/thumbnails", "/edition/latest", "/edition/editorial", "/others", "/sections", "/categories", "/editions",
                 "/m/editions", "/lite/editions"):
        pair.get(path, **PHONE)
        pair.get(path, **DESK)
    wishes = "web_edition=lite&palette=night&text_size=1.2&images=off&language=pt"
    pair.ask("POST", "/settings", wishes, keep={"wish": "header:Set-Cookie"}, **FORM)
    for path in ("/", "/settings", "/m/", "/news/", "/lite/"):
        pair.get(path, Cookie=re.sub(";.*", "", pair.sides[0].kept["wish"]), **PHONE)
    pair.ask("POST", "/settings", "reset=1", **FORM)
    pair.ask("POST", "/", "network=edge&battery=9", **FORM)
    lists = [f"/sections/{slug}" for slug in known["sections"][:4]] + [f"/categories/{slug}" for slug in known["categories"][:4]]
    lists += [f"/authors/{slug}" for slug in known["authors"][:3]] + ["/editions/1", "/editions/2", "/editions/x", "/editions/99"]
    for path, (root, headers) in itertools.product(lists, (("", PHONE), ("/edition", DESK), ("/lite", PHONE), ("", DESK))):
        pair.get(root + path, **headers)
    for slug in known["slugs"][:8] + ["no-such-article"]:
        for root in ("", "/edition", "/lite"):
            pair.get(f"{root}/articles/{slug}", **PHONE)
    for query in ("", "q=harbour", "q=ferry+-night", "q=%22old+quay%22", "q=zzzz", "q=the&section=city", "q=" + "a" * 300, "q=ferry&items=2"):
        for root in ("", "/edition", "/lite"):
            pair.get(f"{root}/search?{query}", **PHONE)


def feeds(pair, known):
    folders = ["/", f"/sections/{known['sections'][0]}/", f"/categories/{known['categories'][0]}/", "/places/41.1,-8.6/", "/sections/none/",
               "/places/x/"] + [f"/authors/{slug}/" for slug in known["authors"][:2]]
    for folder, file in itertools.product(folders, FEEDS):
        pair.get(folder + file)
    for file in FEEDS:
        for query in ("network=edge&battery=15", "items=3", f"before={known['before']}", "images=off&text=headline", "network=x&strict=1"):
            pair.get(f"/{file}?{query}")
        pair.get(f"/search/{file}?q=harbour&section=city")
        pair.get(f"/search/{file}")
        for query in ("", "?plain=1"):
            pair.get(f"/{file}{query}", Sec_Fetch_Dest="document", **DESK)
    for path in ("/feeds", "/opml.xml", "/sitemap.xml", "/sitemaps/news.xml", "/sitemaps/1.xml", "/sitemaps/99.xml", "/robots.txt",
                 "/.well-known/security.txt", "/favicon.ico", "/openapi.json", "/health/live", "/health/ready"):
        pair.get(path)
    for path in re.findall(r"<loc>http://news.example.org(/[^<]+)", pair.get("/sitemap.xml")[0].text):
        pair.get(path)
    page = f"http://news.example.org/articles/{known['slugs'][0]}"
    for query in (f"url={page}", f"url={page}&format=json&maxwidth=200", f"url={page}&format=xml", "url=http://other.example/", ""):
        pair.get("/oembed?" + query)
    topic, back = "http://news.example.org/rss.xml", "http://127.0.0.1:9/back"
    for form in (f"hub.mode=subscribe&hub.topic={topic}&hub.callback={back}", f"hub.mode=unsubscribe&hub.topic={topic}&hub.callback={back}",
                 "hub.mode=other", f"hub.mode=subscribe&hub.topic=http://other.example/&hub.callback={back}",
                 f"hub.mode=subscribe&hub.topic={topic}&hub.callback={back}&hub.secret={'s' * 300}"):
        pair.ask("POST", "/websub", form, **FORM)
    pair.get("/websub/sources/none?hub.mode=subscribe")
    pair.ask("POST", "/websub/sources/none", "x")


def pictures(pair, known):
    hashes = list(dict.fromkeys(name for name, _ in known["pictures"]))
    for name in hashes[:3]:
        for file in ("320q60.jpg", "640q60.jpg", "1280q90.jpg", "160q30-square50.jpg", "320q60.webp", "320q60.avif", "320q60", "333q60.jpg",
                     "320q61.jpg", "x.jpg"):
            pair.get(f"/media/{name}/{file}", Accept="image/webp,*/*")
    for name, file in known["pictures"][:20]:
        pair.get(f"/media/{name}/{file}")
    path = "/media/{}/{}".format(*known["pictures"][0])
    pair.ask("GET", path, keep={"tag": "header:ETag"})
    pair.get(path, If_None_Match="<<tag>>")
    for part in ("bytes=0-99", "bytes=-50", "bytes=100-", "bytes=9999999-", "bytes=0-1,5-9", "x=1"):
        pair.get(path, Range=part)
    pair.get(f"/media/{'0' * 64}/320q60.jpg")
    for page in ("/m/", "/news/", "/reader/", "/edition/", "/lite/", "/admin", "/ws/form"):
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)', pair.get(page, **DESK)[0].text):
            pair.get(asset, Accept_Encoding="br")


def devices(pair):
    report = {"user_agent": "Nokia6300", "client": "feature", "screen_width": 240, "screen_height": 320, "network": "edge", "battery": 30}
    pair.ask("POST", "/devices", report, keep={"device": r'/devices/([\w-]{22})'})
    for answer, side in zip(pair.ask("POST", "/devices", report), pair.sides):
        side.kept["device"] = answer.header("Location").rpartition("/")[2] or side.kept["device"]
    pair.get("/devices/<<device>>")
    pair.get("/ws?device=<<device>>")
    pair.ask("PUT", "/devices/<<device>>", report | {"network": "wifi"})
    pair.get("/ws?device=<<device>>&format=json")
    pair.ask("DELETE", "/devices/<<device>>")
    pair.get("/devices/<<device>>")
    pair.get("/ws?device=<<device>>&strict=1")
    pair.ask("POST", "/devices", {"screen_width": "x"})
    pair.ask("POST", "/devices", "{", **JSON)
    pair.ask("POST", "/devices", "x", Content_Type="text/plain")


def faults(pair):
    """Unknown addresses, methods and types, and impossible sizes."""
    for path in ("/nowhere", "/m/nowhere", "/static/none.css", "/static/..%2fdemo", "/admin/nowhere", "/api/v1/nowhere", "/m/articles/", "//m/",
                 "/%ff", "/media/x/y"):
        pair.get(path)
        pair.get(path, Accept_Language="pt", **PHONE)
    for method, path in itertools.product(("DELETE", "PUT", "PATCH", "OPTIONS", "BREW"), ("/ws", "/m/", "/rss.xml", "/api/v1/articles", "/static/style.css")):
        pair.ask(method, path)
    for kind in ("text/plain", "application/xml", "multipart/form-data; boundary=x", "application/json"):
        pair.ask("POST", "/ws", "network=3g", Content_Type=kind)
    pair.ask("POST", "/ws", "x=" + "a" * 300_000, **FORM)
    pair.ask("POST", "/ws", "%", **FORM)
    pair.get("/ws?" + "x=1&" * 5000)
    pair.get("/m/", X_Long="a" * 20_000)


def visit(pair, most):
    """Makes all requests, with at most `most` pages of each web edition."""
    pair.area = "what there is"
    known = learn(pair)
    for name, visits in (("channel", lambda: channel(pair, known)), ("conditions", lambda: conditions(pair)),
                         ("web editions", lambda: editions(pair, known, most)), ("feeds", lambda: feeds(pair, known)),
                         ("pictures", lambda: pictures(pair, known)), ("devices", lambda: devices(pair)), ("faults", lambda: faults(pair))):
        pair.area = name
        visits()
    return known
