"""Contexts that devices might send: most make sense, some are absurd or malformed."""
import json
from urllib.parse import quote, quote_plus

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,"
# Kind, screen, pixel ratio, memory in GiB, user agent, and picture formats besides JPEG.
DEVICES = [
    ("iphone", 320, 480, 1, 0.12, "Mozilla/5.0 (iPhone; U; CPU iPhone OS 3_0 like Mac OS X; en-us) AppleWebKit/528.18 (KHTML, like "
     "Gecko) Version/4.0 Mobile/7A341 Safari/528.16", ""),
    ("iphone", 390, 844, 3, 6, "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
     "Version/17.5 Mobile/15E148 Safari/604.1", "image/avif,image/webp,"),
    ("ipod", 320, 480, 2, 0.25, "Mozilla/5.0 (iPod; CPU iPhone OS 6_1_6 like Mac OS X) AppleWebKit/536.26 (KHTML, like Gecko) "
     "Version/6.0 Mobile/10B500 Safari/8536.25", ""),
    ("ipad", 820, 1180, 2, 8, "Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 "
     "Mobile/15E148 Safari/604.1", "image/webp,"),
    ("android", 320, 533, 1.5, 0.5, "Mozilla/5.0 (Linux; U; Android 2.3.6; en-gb; GT-S5830i Build/GINGERBREAD) AppleWebKit/533.1 "
     "(KHTML, like Gecko) Version/4.0 Mobile Safari/533.1", ""),
    ("android", 360, 640, 2, 1, "Mozilla/5.0 (Linux; Android 8.1.0; Nokia 1) AppleWebKit/537.36 (KHTML, like Gecko) "
     "Chrome/90.0.4430.91 Mobile Safari/537.36", "image/avif,image/webp,"),
    ("android", 412, 915, 2.625, 8, "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
     "Safari/537.36", "image/avif,image/webp,"),
    ("android", 360, 800, 3, 4, "Mozilla/5.0 (Android 13; Mobile; rv:109.0) Gecko/118.0 Firefox/118.0", "image/avif,image/webp,"),
    ("tablet", 600, 960, 1.33, 2, "Mozilla/5.0 (Linux; Android 7.0; SM-T585) AppleWebKit/537.36 (KHTML, like Gecko) "
     "Chrome/88.0.4324.93 Safari/537.36", "image/webp,"),
    ("desktop", 1920, 1080, 1, 16, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
     "Safari/537.36", "image/avif,image/webp,"),
    ("desktop", 1440, 900, 2, 8, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
     "image/avif,image/webp,"),
    ("feature", 240, 320, 1, 0.03, "Nokia6300/2.0 (04.20) Profile/MIDP-2.0 Configuration/CLDC-1.1", ""),
    ("feature", 240, 320, 1, 0.5, "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", ""),
    ("tv", 1920, 1080, 1, 2, "Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV "
     "Safari/537.36", "image/webp,"),
    ("watch", 198, 242, 2, 1, "Mozilla/5.0 (Linux; Tizen 2.3.1; SAMSUNG SM-R720) AppleWebKit/537.3 (KHTML, like Gecko) Version/2.3 "
     "Mobile Safari/537.3", ""),
    ("bot", 1024, 768, 1, 4, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", ""),
    ("native", 375, 667, 2, 2, "Breakwater/3.1 CFNetwork/1390 Darwin/22.0.0", ""),
    ("web", 360, 640, 2, 2, "curl/7.88.1", ""),
]
NETWORKS = "none gprs edge edge 2g 3g 3g 3g hspa 4g 4g lte 5g wifi wifi ethernet slow-2g".split()
ABSURD = ["-1", "0", "0.0000001", "1e309", "nan", "inf", "99999999999999999999", "0x10", "true", "null", "\u0661\u0662", "-0", "1.5.2",
          ",,,", " ", "../../etc/passwd", "<b>&\"'", "'; drop table articles; --", "\U0001f4f1", "\0", "\n", "a" * 1001, "9" * 24, "+5",
          "1,5", "%", "{}"]


class Request:
    """A request, and the one that explains its decision."""

    def __init__(self, method, path, headers, body=None, is_page=False, may_fail=False, is_list=True, is_feed=False):
        self.method, self.path, self.headers, self.body = method, path, headers, body
        self.is_page, self.may_fail, self.is_list, self.is_feed = is_page, may_fail, is_list, is_feed

    def explained(self):
        """The same context for `/ws/explain`, which returns JSON to programs and a page to those that accept
        HTML."""
        query = self.path.partition("?")[2]
        if self.is_page or self.is_feed:  # its path selects the stories, so the query cannot
            fields = [field for field in query.split("&") if field.partition("=")[0] not in ("", "sections", "categories", "edition")]
            query = "&".join([*fields, "format=json"])
        headers = dict(self.headers, Accept=self.headers.get("Accept", "*/*").replace(BROWSER, "application/xml,"))
        return Request(self.method, "/ws/explain" + ("?" + query if query else ""), headers, self.body)

    def curl(self):
        def word(text):
            return "'" + text.replace("'", "'\\''") + "'"
        words = ["curl", "-sS"] + [f"-H {word(name + ': ' + value)}" for name, value in self.headers.items()]
        if self.body is not None:
            words.append("--data-binary " + word(self.body.decode()))
        return " ".join(words + [word("http://localhost:8080" + self.path)])


class Devices:
    """Draws requests for a newspaper with these sections, categories, editions, cursors, slugs and numbers of articles, and sync
    tokens."""

    def __init__(self, random, sections, categories, editions, cursors, articles=(), numbers=(), tokens=()):
        self.random, self.articles, self.numbers, self.tokens = random, sorted(articles), sorted(numbers), list(tokens)
        self.sections, self.categories, self.editions, self.cursors = sections, categories, editions, cursors

    def chance(self, share):
        return self.random.random() < share

    def next(self):
        device = self.random.choice(DEVICES)
        is_page, is_absurd = self.chance(0.2), self.chance(0.12)
        fields = self.fields(device, is_page)
        if is_absurd:
            self.spoil(fields)
        headers = self.headers(device, is_page, is_absurd, {name for name, _ in fields})
        may_fail = is_absurd and bool({"sections", "categories", "edition", "strict"} & {name for name, _ in fields})
        if not is_page and self.chance(0.12):
            return self.feed(fields, headers, may_fail)
        return self.page(fields, headers, may_fail) if is_page else self.channel(fields, headers, may_fail, is_absurd)

    def feed(self, fields, headers, may_fail):
        """A feed for a device; half of them as the reader's page asks for it when it refreshes."""
        fields = [field for field in fields if field[0] not in ("sections", "categories", "edition", "before")] or [("network", "edge")]
        if self.chance(0.5):
            fields = [field for field in fields if field[0] not in ("text", "images")] + [("text", "summary"), ("images", "off")]
        paths = ["/rss.xml", "/atom.xml", "/feed.json"] + [f"/sections/{slug}/rss.xml" for slug in self.sections[:4] if slug != "place"]
        return Request("GET", self.random.choice(paths) + "?" + self.encoded(fields), headers, may_fail=may_fail, is_feed=True)

    def fields(self, device, is_page):
        random, chance = self.random, self.chance
        kind, width, height, ratio, memory, agent, _ = device
        fields = []

        def maybe(share, name, draw):
            if chance(share):
                fields.append((name, str(draw())))
        maybe(0.1, "user_agent", lambda: agent)
        maybe(0.5, "client", lambda: kind)
        maybe(0.65, "network", lambda: random.choice(NETWORKS))
        maybe(0.12, "downlink", lambda: round(10 ** random.uniform(-1.5, 2), 2))
        maybe(0.12, "rtt", lambda: random.choice([0, 25, 50, 100, 150, 200, 300, 600, 850, 1400, 2500]))
        maybe(0.12, "save_data", lambda: random.choice(["1", "on", "0"]))
        maybe(0.4, "battery", lambda: random.choice([random.randint(0, 100), round(random.random(), 2)]))
        maybe(0.15, "charging", lambda: random.choice("10"))
        maybe(0.3, "orientation", lambda: random.choice(["portrait", "landscape", "0", "90", "180", "270"]))
        if chance(0.5):
            fields.append(("screen_width", str(width)))
            maybe(0.8, "screen_height", lambda: height)
        maybe(0.4, "dpr", lambda: ratio)
        maybe(0.2, "memory", lambda: memory)
        if chance(0.15):
            fields += [("latitude", f"{random.uniform(-60, 70):.4f}"), ("longitude", f"{random.uniform(-180, 180):.4f}")]
            maybe(0.5, "accuracy", lambda: random.choice([5, 65, 3000]))
        maybe(0.3, "local_time", lambda: f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}T{random.randint(0, 23):02}:"
              f"{random.randint(0, 59):02}:00" + random.choice(["Z", "+01:00", "-05:00", ""]))
        maybe(0.1, "timezone", lambda: random.choice(["Europe/Lisbon", "America/Sao_Paulo", "Asia/Kolkata", "UTC"]))
        maybe(0.15, "language", lambda: random.choice(["pt-PT,en;q=0.8", "en", "de-CH", "fr,*;q=0.1"]))
        maybe(0.1, "light", lambda: random.choice([0, 5, 9.9, 300, 10_000, 60_000]))
        for name, share in (("silent", 0.05), ("headphones", 0.05), ("moving", 0.1)):
            maybe(share, name, lambda: random.choice("10"))
        maybe(0.2, "items", lambda: random.choice([1, 2, 3, 5, 7, 10, 15, 25, 40, 60, 100, 200, random.randint(1, 200)]))
        maybe(0.15, "before", lambda: random.choice(self.cursors))
        maybe(0.15, "since", lambda: random.choice(["r1", "0.0", *self.tokens]))
        maybe(0.2, "images", lambda: random.choice(["off", "thumbnails", "full", "full"]))
        maybe(0.2, "text", lambda: random.choice(["headline", "summary", "opening", "plain", "html", "html"]))
        maybe(0.1, "text_size", lambda: random.choice([0.8, 1, 1.3, 2]))
        maybe(0.15, "palette", lambda: random.choice(["day", "night", "contrast", "auto"]))
        if not is_page:
            if self.sections:
                maybe(0.12, "sections", lambda: self.some(self.sections))
            if self.categories:
                maybe(0.08, "categories", lambda: self.some(self.categories))
            if self.editions:
                maybe(0.08, "edition", lambda: random.choice(self.editions))
            if self.numbers and chance(0.12):
                fields.append(("articles", ",".join(map(str, random.sample(self.numbers, min(len(self.numbers), random.choice([1, 1, 1, 2, 5])))))))
                maybe(0.4, "part", lambda: random.randint(0, 30))
            maybe(0.6, "format", lambda: random.choice(["xml", "json"]))
        random.shuffle(fields)
        return fields

    def some(self, slugs):
        return ",".join(self.random.sample(slugs, self.random.randint(1, min(3, len(slugs)))))

    def spoil(self, fields):
        """Corrupts, duplicates or adds one to three fields."""
        for _ in range(self.random.randint(1, 3)):
            if fields and self.chance(0.7):
                index = self.random.randrange(len(fields))
                fields[index] = (fields[index][0], self.random.choice(ABSURD))
            elif fields and self.chance(0.5):
                fields.append((self.random.choice(fields)[0], self.random.choice(ABSURD)))
            else:
                names = ["screen_width", "dpr", "items", "downlink", "rtt", "battery", "x" * 300, "network[]", "sections", "edition",
                         "strict"]
                fields.append((self.random.choice(names), self.random.choice(ABSURD + ["1", "20000", "8", "200", "600000"])))

    def headers(self, device, is_page, is_absurd, said):
        random, chance = self.random, self.chance
        kind, width, _, ratio, memory, agent, formats = device
        headers = {}
        if chance(0.75):
            headers["User-Agent"] = agent
        coding = random.choice(["gzip", "gzip, deflate, br", "gzip, deflate", "gzip;q=0.5", "identity", None, None])
        headers["Accept-Encoding"] = coding or "identity"
        if is_page or chance(0.3):
            headers["Accept"] = BROWSER + (formats if chance(0.8) else "") + "*/*;q=0.8"
        elif chance(0.7):
            headers["Accept"] = random.choice(["*/*", "application/xml", "application/json", "application/json," + formats + "*/*",
                                               formats + "*/*", "image/avif,image/webp,*/*", "image/webp,*/*"])
        hints = [("Save-Data", "on", 0.06), ("ECT", random.choice(["slow-2g", "2g", "3g", "4g"]), 0.2),
                 ("Downlink", str(round(10 ** random.uniform(-1.5, 1), 2)), 0.12),
                 ("RTT", str(random.choice([0, 50, 100, 300, 750, 1450, 2100])), 0.12), ("Device-Memory", str(memory), 0.15),
                 ("DPR", str(ratio), 0.15), ("Sec-CH-DPR", str(ratio), 0.1), ("Viewport-Width", str(width), 0.15),
                 ("Sec-CH-Viewport-Width", str(width), 0.1), ("Width", str(int(width * ratio)), 0.03), ("Sec-CH-UA-Mobile", "?1", 0.1),
                 ("Sec-CH-UA-Platform", '"Android"', 0.08), ("Sec-CH-UA-Model", '"Pixel 7"', 0.06),
                 ("Sec-CH-Prefers-Color-Scheme", random.choice(['"dark"', '"light"']), 0.08),
                 ("Sec-CH-Prefers-Reduced-Data", "reduce", 0.03), ("Accept-Language", "pt-PT,pt;q=0.9,en;q=0.5", 0.3)]
        for name, value, share in hints:
            if chance(share):
                headers[name] = value
        if is_absurd and chance(0.5):
            odd = [value for value in ABSURD if value.isascii() and value.isprintable()]
            headers[random.choice([name for name, _, _ in hints])] = random.choice(odd)
        return headers

    def page(self, fields, headers, may_fail):
        paths = ["/m/"] * 5 + [f"/sections/{slug}" for slug in self.random.sample(self.sections, min(4, len(self.sections)))]
        paths += [f"/categories/{self.random.choice(self.categories)}"] if self.categories else []
        paths += [f"/editions/{self.random.choice(self.editions)}"] if self.editions else []
        query = self.encoded(fields)
        others = self.others()
        is_list = not others or self.chance(0.5)
        path = self.random.choice(paths if is_list else others)
        return Request("GET", path + ("?" + query if query else ""), headers, is_page=True, may_fail=may_fail, is_list=is_list)

    def others(self):
        """Pages that are not lists of the mobile edition: articles and their later parts, the other editions, and pages of ways and settings."""
        articles = [f"{root}/articles/{self.random.choice(self.articles)}" for root in ("", "", "/edition")] if self.articles else []
        return articles + ["/edition/", "/edition/latest", "/reader/", "/news/", "/settings", "/feeds", "/search", "/others", "/ws/explain"]

    def channel(self, fields, headers, may_fail, is_absurd):
        if is_absurd and self.chance(0.1):
            fields.append(("strict", "1"))
            may_fail = True
        path = "/i/ws.php" if self.chance(0.1) else "/ws"
        kind = self.random.choices(["query", "form", "json", "both"], [6, 3, 1, 1])[0]
        if kind == "query":
            query = self.encoded(fields)
            return Request("GET", path + ("?" + query if query else ""), headers, may_fail=may_fail)
        if kind == "json":
            headers["Content-Type"] = "application/json"
            return Request("POST", path, headers, json.dumps(dict(fields)).encode(), may_fail=may_fail)
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        cut = self.random.randint(0, len(fields)) if kind == "both" else 0
        query = self.encoded(fields[:cut])
        return Request("POST", path + ("?" + query if query else ""), headers, self.encoded(fields[cut:]).encode(), may_fail=may_fail)

    def encoded(self, fields):
        encode = quote if self.chance(0.5) else quote_plus
        return "&".join(f"{encode(name, safe='')}={encode(value, safe='')}" for name, value in fields)
