"""No script in a hostile feed runs, with or without the content security policy."""
import json
import urllib.request
from collections import Counter
from urllib.parse import quote

import pytest

import hostile
from newspaper import Newspaper
from pages import ARTICLES, FRONTS
from visits import Device

LISTS = [*FRONTS.values(), "/sections", "/editions", "/sections/section-1", "/lite/sections/section-1", "/ws/form?items=200&network=wifi",
         "/ws/explain?items=200&network=wifi", "/ws?items=200&network=wifi", "/rss.xml"]
# Pages that show parts of their address.
ECHOES = ["/search?q={}", "/lite/search?q={}", "/articles/{}", "/lite/articles/{}", "/ws/explain?user_agent={}&edition={}"]


@pytest.fixture(scope="module")
def press(tmp_path_factory):
    """A newspaper with the hostile feed, and its articles' slugs in the order of the feed."""
    newspaper = Newspaper(hostile.write_feed(tmp_path_factory.mktemp("feed")))
    try:
        newspaper.start()
        with urllib.request.urlopen(newspaper.url + "/ws?format=json&items=200&network=wifi&text=headline&images=off", timeout=60) as answer:
            links = [item["link"].rsplit("/", 1)[1] for item in json.load(answer)["items"]]
        newspaper.slugs = sorted(links, key=lambda slug: int(slug.split("-")[0].removeprefix("item")))
        yield newspaper
    finally:
        newspaper.remove()


@pytest.fixture
def watch(browser):
    """A browser without the content security policy, so that only the sanitiser protects it."""
    with Device(browser, bypass_csp=True) as device:
        yield hostile.Watch(device.context)


def test_there_are_payloads_enough(press):
    assert len(set(hostile.PAYLOADS)) == len(hostile.PAYLOADS) >= 100
    assert len(press.slugs) == len(hostile.PAYLOADS) + 1, "every item of the feed is an article"


def raw(browser, policy=""):
    """The alarms of payloads shown unescaped under a content security policy."""
    with Device(browser) as device:
        watch = hostile.Watch(device.context)
        pages = {f"http://raw.test/{number}": hostile.page_of(payload) for number, payload in enumerate(hostile.PAYLOADS)}
        watch.tab.route("http://raw.test/*", lambda route: route.fulfill(
            body=pages.get(route.request.url, ""), headers={"Content-Type": "text/html", "Content-Security-Policy": policy}))
        return {payload: alarms for address, payload in zip(pages, hostile.PAYLOADS) if (alarms := watch.rings(address))}


def test_the_alarm_rings(browser):
    """Unescaped, most payloads run in this browser; the others are for older or different browsers."""
    assert len(raw(browser)) >= 100


def test_the_policy_alone_lets_none_run(browser, press):
    """The policy cannot prevent navigation, so that is ignored."""
    with urllib.request.urlopen(press.url + "/m/", timeout=60) as answer:
        policy = answer.headers["Content-Security-Policy"]
    ran = {payload: alarms for payload, alarms in raw(browser, policy).items() if any(" in " in alarm or alarm == "dialog" for alarm in alarms)}
    assert ran == {}


@pytest.mark.parametrize("edition", ARTICLES)
def test_nothing_runs_in_an_article(watch, press, edition):
    usual = Counter(watch.look(press.url + ARTICLES[edition].format(press.slugs[0]))[1])
    found = {}
    for slug, payload in zip(press.slugs[1:], hostile.PAYLOADS):
        alarms, marks = watch.look(press.url + ARTICLES[edition].format(slug))
        if more := alarms + list((Counter(marks) - usual).elements()):
            found[payload] = more
    assert found == {}


@pytest.mark.parametrize("path", LISTS)
def test_nothing_runs_in_a_list(watch, press, path):
    """Follows each list to its last page."""
    address = press.url + path
    while address:
        alarms, _ = watch.look(address)
        assert alarms == [], address
        address = watch.following


@pytest.mark.parametrize("path", ECHOES)
def test_nothing_runs_that_an_address_says(browser, press, path):
    """Without the content security policy, only escaping protects these pages."""
    with Device(browser, bypass_csp=True) as device:
        watch = hostile.Watch(device.context)
        found = {}
        for payload in hostile.PAYLOADS:
            alarms, _ = watch.look(press.url + path.replace("{}", quote(payload, safe="")), expected=(200, 400, 404))
            if alarms:
                found[payload] = alarms
        assert found == {}
