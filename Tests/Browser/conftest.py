"""What the tests share: one newspaper, one browser, and the visits, each made once."""
import contextlib
import functools
import signal
import sys

import pytest
from playwright.sync_api import sync_playwright

from newspaper import Newspaper
from newsroom import EDITOR, enter
from pages import WITHDRAWN
from visits import CHROMIUM, PORTRAIT, SHELL, Device, load_without_scripts, visit

# A run that is told to end takes its servers along.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


# What writes to its newspaper: together, in this order, and before what reads only. The payloads have a newspaper of their own.
NEWSROOM = ("test_editions", "test_keeping", "test_newsroom", "test_pictures", "test_writing")
WRITERS = {"test_news": "the app", **dict.fromkeys(NEWSROOM, "the newsroom"), "test_payloads": "the payloads"}
# Where several processes share the work, each takes all that is asked of a page: its visits are made once then.


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if not hasattr(config, "workerinput"):
        return
    groups = {item: group_of(item) for item in items}
    ranks = {group: rank for rank, group in enumerate(dict.fromkeys([*WRITERS.values(), *groups.values()]))}
    items.sort(key=lambda item: ranks[groups[item]])
    for item in items:
        item.add_marker(pytest.mark.xdist_group(groups[item]))


def group_of(item):
    page = item.callspec.params.get("page") if hasattr(item, "callspec") else None
    return WRITERS.get(item.path.stem) or getattr(page, "name", "others")


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
def launch():
    """launch(program) is a browser, each launched once."""
    # Without its windows, Chromium would tell a shorter list of languages.
    options = ["--disable-gpu", "--disable-dev-shm-usage", "--accept-lang=en-US,en"]
    with sync_playwright() as playwright, contextlib.ExitStack() as running:
        yield functools.cache(lambda program: running.enter_context(playwright.chromium.launch(executable_path=program, args=options)))


@pytest.fixture(scope="session")
def browser(launch):
    """That of most visits."""
    return launch(SHELL)


@pytest.fixture(scope="session")
def chromium(launch):
    """The browser as people have it, for the app, which asks it for more than a page does."""
    return launch(CHROMIUM)


@pytest.fixture(scope="session")
def visited(launch, site):
    """visited(page, size, palette) is the record of a load; see visits.py."""
    @functools.cache
    def once(page, *arguments, **conditions):
        return visit(launch(CHROMIUM if page.offline else SHELL), site.url, page, *arguments, **conditions)
    return lambda page, size=PORTRAIT, palette="day", **conditions: once(page, size, palette, **conditions)


@pytest.fixture(scope="session")
def unscripted(browser, site):
    """unscripted(page) is the record of a load without scripts."""
    return functools.cache(functools.partial(load_without_scripts, browser, site.url))


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
