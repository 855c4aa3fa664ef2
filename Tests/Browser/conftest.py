"""What the tests share: one newspaper, one browser, and the visits, each made once."""
import functools
import signal
import sys

import pytest
from playwright.sync_api import sync_playwright

from newspaper import Newspaper
from newsroom import EDITOR, enter
from pages import WITHDRAWN
from visits import CHROMIUM, PORTRAIT, Device, visit

# A run that is told to end takes its servers along.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


@pytest.fixture(scope="session")
def site():
    """The demo newspaper, from which an article was withdrawn."""
    newspaper = Newspaper()
    try:
        newspaper.start()
        withdrawn = newspaper.send("POST", "articles", {
            "status": "published", "slug": WITHDRAWN, "headline": "A withdrawn article", "body": "<p>Gone.</p>", "section": "city"})
        newspaper.send("DELETE", f"articles/{withdrawn['id']}")
        yield newspaper
    finally:
        newspaper.remove()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", "--disable-dev-shm-usage"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def visited(browser, site):
    """visited(page, size, palette) is the record of a load; see visits.py."""
    once = functools.cache(functools.partial(visit, browser, site.url))
    return lambda page, size=PORTRAIT, palette="day", **conditions: once(page, size, palette, **conditions)


@pytest.fixture(scope="session")
def editor(browser, site):
    """What a browser keeps of an editor."""
    return enter(browser, site, EDITOR, "editor")


@pytest.fixture(scope="session")
def journalist(browser, site):
    """What a browser keeps of a journalist."""
    return enter(browser, site, "Jorge", "journalist")


@pytest.fixture
def phone(browser, editor):
    """A phone on which the editor is logged in."""
    with Device(browser, storage_state=editor) as device:
        yield device
