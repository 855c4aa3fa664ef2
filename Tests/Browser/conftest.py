"""Shared fixtures: one newspaper, one browser, and the visits, each made once."""
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

# SIGTERM also stops the servers.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


# Tests that write to their newspaper run together, in this order, before those that only read. The payloads have their own newspaper.
NEWSROOM = ("test_editions", "test_editor", "test_keeping", "test_messages", "test_newsroom", "test_pictures", "test_planning", "test_together", "test_writing")
WRITERS = {"test_news": "the app", "test_push": "the app", "test_push_firefox": "the app", "test_push_wishes": "the app", **dict.fromkeys(NEWSROOM, "the newsroom"), "test_payloads": "the payloads"}
# If several processes share the work, one process runs all tests of a page, so that its visits are made only once.


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
    """The demo newspaper, with a withdrawn article."""
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
    """launch(program) returns a browser, and launches each only once."""
    # Headless Chromium would send a shorter list of languages. Nobody asks the network for the hosts that tests make up.
    options = ["--disable-gpu", "--disable-dev-shm-usage", "--accept-lang=en-US,en", "--host-resolver-rules=MAP *.test ~NOTFOUND"]
    with sync_playwright() as playwright, contextlib.ExitStack() as running:
        yield functools.cache(lambda program: running.enter_context(playwright.chromium.launch(executable_path=program, args=options)))


@pytest.fixture(scope="session")
def browser(launch):
    """The browser for most visits."""
    return launch(SHELL)


@pytest.fixture(scope="session")
def chromium(launch):
    """The full browser that people have, for the app, which uses more of its features than other pages."""
    return launch(CHROMIUM)


@pytest.fixture(scope="session")
def visited(launch, site):
    """visited(page, size, palette) returns the record of a load; see visits.py."""
    @functools.cache
    def once(page, *arguments, **conditions):
        return visit(launch(CHROMIUM if page.offline else SHELL), site.url, page, *arguments, **conditions)
    return lambda page, size=PORTRAIT, palette="day", **conditions: once(page, size, palette, **conditions)


@pytest.fixture(scope="session")
def unscripted(browser, site):
    """unscripted(page) returns the record of a load without scripts."""
    return functools.cache(functools.partial(load_without_scripts, browser, site.url))


@pytest.fixture(scope="session")
def editor(browser, site):
    """The file with the stored session of an editor."""
    return enter(browser, site, EDITOR, "editor")


@pytest.fixture(scope="session")
def journalist(browser, site):
    """The file with the stored session of a journalist."""
    return enter(browser, site, "Jorge", "journalist")


@pytest.fixture
def phone(browser, editor):
    """A phone with the editor logged in."""
    with Device(browser, storage_state=editor) as device:
        yield device
