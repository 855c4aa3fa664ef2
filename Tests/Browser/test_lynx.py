"""The lite edition in a text browser: complete, in order, and without markup."""
import re
import subprocess

import pytest

from pages import PAGES
from visits import without_request

LITE = [page for page in PAGES if page.edition == "lite"]


def dump(address):
    command = ["lynx", "-dump", "-nolist", "-width=80", "-display_charset=utf-8", address]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).stdout.decode("utf-8")  # lynx fails on error pages


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("page", LITE, ids=str)
def test_reads_like_the_page(site, visited, page):
    """lynx shows every line that Chromium shows, in the same order."""
    # Before the words of a button, lynx writes the value that it sends.
    rest = re.sub(r"\((en|pt)\) (?=English|Português)", "", without_request(words(dump(site.url + page.path))))
    for line in filter(None, map(words, without_request(visited(page).text).splitlines())):
        assert line in rest
        rest = rest[rest.index(line) + len(line):]


@pytest.mark.parametrize("page", LITE, ids=str)
def test_shows_no_markup(site, page):
    text = dump(site.url + page.path)
    assert re.findall(r"</?\w+[^>]*>|&\w+;|\[(?:IMG|INLINE|LINK)\]|[\x00-\x09\x0b-\x1f\ufffd]", text) == []


@pytest.mark.parametrize("page", [page for page in LITE if page.stories], ids=str)
def test_the_first_screen_has_news(site, visited, page):
    first = words("\n".join(dump(site.url + page.path).splitlines()[:24]))
    headlines = [heading["text"] for heading in visited(page).headings if heading["level"] == 2]
    assert all(words(headline) in first for headline in headlines[:3])
