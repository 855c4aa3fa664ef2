"""The kinds of pages. A new kind needs a line here, and then every test in this folder checks it."""
from dataclasses import dataclass
from urllib.parse import urlencode

# Whether a page needs its scripts.
NONE, EXTRA, NEEDED = "has no script", "works without its script", "needs its script"


@dataclass(frozen=True)
class Page:
    """One kind of page of the demo newspaper."""
    name: str
    path: str
    edition: str = "mobile"
    stories: int = 0  # the least number of stories that it lists
    script: str = NONE
    status: int = 200
    offline: bool = False  # opens without a network after a first visit

    def address(self, **fields):
        """The page's path with fields of the context form."""
        return self.path + ("&" if "?" in self.path else "?") * bool(fields) + urlencode(fields)

    @property
    def settled(self):
        """The event to wait for before checking the page."""
        return "load" if self.script == NONE else "networkidle"

    def __str__(self):
        return self.name


ARTICLE = "night-ferry-returns-to-the-old-quay-after-eleven-years"
ARTICLE_WITHOUT_PICTURE = "water-in-cordoaria-safe-to-drink-again"
WITHDRAWN = "withdrawn-article"
EXPLAINED = "network=3g&battery=30&client=iphone&screen_width=320&screen_height=480"

PAGES = [
    Page("home", "/", stories=20, script=EXTRA),
    Page("front", "/m/", stories=20, script=EXTRA),
    Page("section", "/sections/culture", stories=5, script=EXTRA),
    Page("category", "/categories/transport", stories=1, script=EXTRA),
    Page("author", "/authors/hugo-sequeira", stories=2, script=EXTRA),
    Page("feeds", "/feeds"),
    Page("place", "/sections/place?latitude=38.71&longitude=-9.14", stories=1, script=EXTRA),
    Page("place-unknown", "/sections/place", script=EXTRA),
    Page("pictures", "/m/pictures", stories=5),
    Page("thumbnails", "/m/thumbnails"),
    Page("article", "/articles/" + ARTICLE, script=EXTRA),
    Page("article-without-picture", "/articles/" + ARTICLE_WITHOUT_PICTURE, script=EXTRA),
    Page("editions", "/editions"),
    Page("edition", "/editions/1", stories=5, script=EXTRA),
    Page("sections", "/sections"),
    Page("categories", "/categories"),
    Page("others", "/others"),
    Page("search", "/search"),
    Page("found", "/search?q=ferry"),
    Page("found-nothing", "/search?q=zeppelin"),
    Page("settings", "/settings"),
    Page("letters", "/letters"),
    Page("letters-asked", "/letters?asked=1"),
    Page("me", "/me"),
    Page("me-asked", "/me?asked=1"),
    Page("messages", "/news/messages?author=hugo-sequeira", script=NEEDED),
    Page("not-found", "/articles/no-such-article", status=404),
    Page("gone", "/articles/" + WITHDRAWN, status=410),
    Page("lite-front", "/lite/", "lite", stories=20),
    Page("lite-section", "/lite/sections/culture", "lite", stories=5),
    Page("lite-article", "/lite/articles/" + ARTICLE, "lite"),
    Page("lite-editions", "/lite/editions", "lite"),
    Page("lite-sections", "/lite/sections", "lite"),
    Page("lite-found", "/lite/search?q=ferry", "lite"),
    Page("lite-not-found", "/lite/articles/no-such-article", "lite", status=404),
    Page("news", "/news/", "news", stories=20, script=EXTRA, offline=True),
    Page("reader", "/reader/", "reader", script=EXTRA),
    Page("edition-front", "/edition/", "edition", stories=20, script=EXTRA),
    Page("edition-section", "/edition/sections/culture", "edition", stories=5, script=EXTRA),
    Page("edition-found", "/edition/search?q=ferry", "edition", script=EXTRA),
    Page("edition-article", "/edition/articles/" + ARTICLE, "edition", script=EXTRA),
    Page("form", "/ws/form", "tool", script=EXTRA),
    Page("explain", "/ws/explain?" + EXPLAINED, "tool"),
]

# The address of an article, and of the front page, in each web edition.
ARTICLES = {"mobile": "/articles/{}", "edition": "/edition/articles/{}", "lite": "/lite/articles/{}"}
FRONTS = {"mobile": "/m/", "news": "/news/", "reader": "/reader/", "edition": "/edition/", "lite": "/lite/"}
SCRIPT_LIMIT = 20_000  # bytes as sent, on any page


def by_name(name):
    return next(page for page in PAGES if page.name == name)
