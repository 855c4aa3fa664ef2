"""Pages on slow links, and pages that lose the network while they are read."""
from dataclasses import replace

import pytest

from pages import EXTRA, PAGES, by_name
from visits import DESKTOP, HERE, LISTEN, PORTRAIT, SMALL, Device, steadier, until

with open(f"{HERE}/stream.js", encoding="utf-8") as file:
    STREAM = file.read()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_slow_link_shifts_nothing(visited, page):
    """On 3G and a slow CPU, late content must not move anything."""
    record = visited(page, kilobits=1500)
    assert record.shifts == []
    assert record.badImages == []
    assert record.complaints == []


@pytest.mark.parametrize("size", (SMALL, PORTRAIT, DESKTOP), ids=str)
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_nothing_moves_while_a_page_comes_in(browser, site, page, size):
    """A slow link may interrupt the page anywhere."""
    with Device(browser, size) as device:
        answer = device.context.request.get(site.url + page.path, headers={"Accept": "text/html"})
        streamed = device.open("about:blank").evaluate(STREAM, [answer.text(), size.width])
    assert streamed["moved"] == []
    assert streamed["seen"] > 10


@pytest.mark.parametrize("size", (SMALL, PORTRAIT, DESKTOP), ids=str)
@pytest.mark.parametrize("page", [page for page in PAGES if page.script == EXTRA], ids=str)
def test_a_late_script_shifts_nothing(browser, site, page, size):
    """What a script adds has its room from the first paint on. Phones have a way to share, which the browser of these tests lacks."""
    assert steadier(page, lambda: load_with_late_scripts(browser, site.url + page.path, size)).shifts == []


def load_with_late_scripts(browser, address, size):
    """The record of a load whose scripts come after the first paint."""
    whole = replace(size, height=6000)  # Shifts count only where they can be seen.
    with Device(browser, whole) as device:
        device.context.add_init_script(LISTEN + "navigator.share = () => Promise.resolve();")
        tab = device.context.new_page()
        late = []
        tab.route("**/*.js", lambda route: late.append(route))
        tab.goto(address, wait_until="commit")
        until(tab, "performance.getEntriesByName('first-contentful-paint').length && document.readyState != 'loading'")
        for route in late:
            route.continue_()
        tab.unroute("**/*.js")
        tab.wait_for_load_state("networkidle")
        assert late
        return device.probe(tab)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_page_stays_readable_without_a_network(visited, page):
    """Pictures that have not arrived leave their space empty."""
    record = visited(page, disconnect=True)
    assert record.shifts == []
    assert record.cutOff == []
    assert record.scrollWidth <= PORTRAIT.width
    assert record.text == record.textBefore


@pytest.mark.parametrize("page", [page for page in PAGES if page.offline], ids=str)
def test_opens_again_without_a_network(browser, site, visited, page):
    with Device(browser) as device:
        tab = device.open(site.url + page.path, "networkidle")
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        device.context.set_offline(True)
        tab.reload()
        assert tab.inner_text("h1") == visited(page).headings[0]["text"]


def test_a_browser_that_is_asked_tells_its_link_and_device(chromium, site):
    """It repeats the request with the hints named by the first answer, and sends them from then on."""
    with Device(chromium, link=None) as device:
        device.open(site.url + "/m/")
        asked = [one for one in device.requests if one.resource_type == "document"]
        assert len(asked) <= 2
        device.open(site.url + "/sections/culture")
        told = [one for one in device.requests if one.resource_type == "document"][-1].all_headers()
        assert {"ect", "rtt", "downlink", "dpr", "viewport-width"} <= set(told)


def test_a_browser_that_tells_is_not_asked_again(chromium, site):
    """It goes on telling, though later pages do without the headers that ask."""
    with Device(chromium, link=None) as device:
        tab = device.context.new_page()
        for path in ("/m/", "/sections/city", "/search", "/m/"):
            answer = tab.goto(site.url + path)
            told, asked = answer.request.all_headers(), answer.all_headers()
        assert told["sec-ch-viewport-width"] == str(PORTRAIT.width) and "ect" in told
        assert "accept-ch" not in asked and "critical-ch" not in asked


def test_the_form_works_without_scripts(browser, site):
    assert by_name("form").script == EXTRA
    with Device(browser, scripts=False) as device:
        tab = device.open(site.url + "/ws/form")
        tab.click("text=all fields that a device can send")
        tab.select_option("[name=network]", "edge")
        tab.click("text=Explain the decision")
        assert "EDGE" in tab.inner_text("main")


@pytest.mark.parametrize("has_sizes", [True, False])
def test_the_text_size_changes_under_the_finger(browser, site, has_sizes):
    with Device(browser) as device:
        tab = device.open(site.url + "/m/")
        tab.locator("article h2 a").first.click()
        tab.wait_for_selector("#tools")
        address = tab.url
        if not has_sizes:
            device.context.route("**/static/sizes.*", lambda route: route.abort())
        larger = tab.get_by_role("button", name="Larger text")
        larger.scroll_into_view_if_needed()
        for size in ("120", "150", "200"):
            top = larger.bounding_box()["y"]
            larger.click()
            until(tab, f"getComputedStyle(document.documentElement).fontSize === '{16 * int(size) / 100:g}px'")
            if has_sizes:
                until(tab, f"Math.abs(document.querySelector('#tools [aria-label=\"Larger text\"]').getBoundingClientRect().top - {top}) < 3")
        assert larger.is_disabled()
        if has_sizes:
            assert tab.url == address and device.complaints == []
            tab.go_back()
            assert tab.url == site.url + "/m/"
