"""The contents of a running newspaper, as anybody can read them."""
import json
import re

from .requests import base36
from .weigh import Connection, from_json, plain


class Newsroom:
    """The newspaper's contents: what may be requested, and the parts of its stories when the budget is
    ample."""

    def __init__(self, port):
        connection = Connection(port)
        path = "/ws?format=json&network=ethernet&images=full&text=html&items=25&screen_width=120&dpr=1"
        self.whole, self.cursors, self.numbers, categories, before = {}, [], [], set(), ""
        for _ in range(1000):
            status, headers, body = connection.get(path + before, **{"Accept-Encoding": "gzip"})
            if status != 200:
                raise SystemExit(f"the newspaper answers {status}")
            document = json.loads(plain(headers, body))
            self.whole |= {story.name: story for story in from_json(document).stories}
            revision = int(document["sync"].partition(".")[0], 36)
            for item in document["items"]:
                self.numbers.append(item["id"])
                listed = item.get("categories") or item.get("category") or []
                categories |= set([listed] if isinstance(listed, str) else listed)
            if not document.get("older"):
                break
            self.cursors.append(document["older"]["before"])
            before = "&before=" + self.cursors[-1]
        # Devices that have news of some revisions ago, up to the whole history of the newspaper.
        self.tokens = [base36(max(0, revision - ago)) + ".0" for ago in (0, 1, 2, 5, 10, 20, 50, 100, 200)]
        self.sections = self.slugs(connection, "/sections", "sections")
        self.editions = self.slugs(connection, "/editions", "editions")
        self.categories = sorted(filter(lambda slug: connection.get("/categories/" + slug)[0] == 200,
                                        {re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in sorted(categories)[:60]} - {""}))
        if not self.cursors:
            self.cursors = [f"{document['items'][-1]['id']}"] if document["items"] else ["x"]
        connection.close()

    @property
    def articles(self):
        """The slugs of its articles."""
        return sorted(self.whole)

    @staticmethod
    def slugs(connection, path, word):
        return sorted(set(re.findall(rf'href="/{word}/([^"/?]+)"', connection.get(path)[2].decode())))
