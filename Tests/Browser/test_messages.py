"""Telling readers' devices of a story, as an editor does it: whom, how it looks on their screens, and what became of it."""
import pytest
from playwright.sync_api import expect

from newsroom import EDITOR, SCREENS, begin, enter, examine, scrolls_sideways
from pages import EXTRA, NONE, Page
from test_markup import nu_errors
from visits import DESKTOP, LOOKS, PORTRAIT, Device, violations

STORY = "/admin/articles/1/message"
PAGES = [Page("tell-readers", STORY, script=EXTRA), Page("messages", "/admin/messages"), Page("newsletters", "/admin/letters")]
TOTAL = "#reach .total"


@pytest.fixture(scope="session")
def editor(browser, site):
    """The file with an editor's session, of a newspaper that has told its readers of a story."""
    article = site.send("GET", "articles/1")
    site.send("POST", "push/messages", {"article": article["id"], "audience": ["breaking"], "text": "Anextraordinarilylongwordthatdoesnotfitanywhere " * 5})
    return enter(browser, site, EDITOR + " tells", "editor")


@pytest.fixture(params=PAGES, ids=str)
def page(request):
    return request.param


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, editor, page, size, palette):
    record = visited(page, size, palette, storage_state=editor, is_unfolded=True)
    assert record.status == page.status
    assert record.scrollWidth <= size.width
    # The pictures of lock screens cut words off as the devices do.
    cut = [one for one in record.cutOff if ".screen" not in one]
    assert [cut, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6


@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
def test_axe_finds_nothing(browser, site, visited, editor, page, size, palette):
    record = examine(browser, site, visited, page, size, palette, editor)
    assert record.violations == []
    assert record.scriptElements == (0 if page.script == NONE else 1)


def test_does_not_scroll_sideways_at_any_text_size(browser, site, editor, page):
    assert scrolls_sideways(browser, site, page, editor) == {}


def test_nu_finds_no_error(browser, site, editor, tmp_path):
    with Device(browser, storage_state=editor) as device:
        for one in PAGES:
            (tmp_path / f"{one}.html").write_text(device.context.request.get(site.url + one.path).text())
    assert nu_errors(tmp_path) == {}


@pytest.mark.parametrize("has_script", [True, False])
def test_the_page_says_who_gets_it_before_it_is_sent(browser, site, editor, has_script):
    with Device(browser, DESKTOP, storage_state=editor, scripts=has_script) as device:
        tab = device.open(site.url + "/admin/articles/2/message")
        for box in tab.locator("[name=audience]:checked").all():
            box.uncheck()
        check = tab.get_by_role("button", name="Check who gets it")
        assert check.is_visible() != has_script
        if not has_script:
            check.click()
        tab.wait_for_selector(f"{TOTAL}.bad")
        tab.locator("[name=audience][value=all]").check()
        tab.get_by_label("Alert text").fill("Only words of ours.")
        if not has_script:
            tab.get_by_role("button", name="Check who gets it").click()
        tab.wait_for_selector(f"{TOTAL}:not(.bad)")
        assert set(tab.locator(".screen .text").all_inner_texts()) == {"Only words of ours."}
        assert {name.inner_text() for name in tab.locator(".screens h3").all()} == {"iPhone", "Android phone", "Tablet", "Computer", "Other devices"}


@pytest.mark.parametrize("has_script", [True, False])
def test_the_panel_for_publishing_says_who_gets_it(browser, site, editor, has_script):
    with Device(browser, PORTRAIT, storage_state=editor, scripts=has_script) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("To be told")
        tab.locator("#body").fill("A text.")
        tab.locator("#publish").click()
        tab.wait_for_selector("#panel")
        tab.locator("#panel summary").click()
        assert tab.locator("#reach").inner_text() == ""
        tab.locator("[name=audience][value=all]").check()
        if not has_script:
            tab.get_by_role("button", name="Check who gets it").click()
        tab.wait_for_selector(f"{TOTAL}:not(.bad)")
        assert tab.locator("#panel .screen .title").inner_text() == "To be told"
        assert tab.locator("#panel .main").inner_text() == "Publish and alert readers"
        assert "at once" in tab.locator("#reach").inner_text() and "Android phone: " in tab.locator("#reach").inner_text()
        # Axe is a script.
        assert not has_script or violations(tab) == []
        # Nothing was published by asking.
        assert tab.locator("[name=audience][value=all]").is_checked()
        assert tab.locator("#going").count() == 0


def test_what_was_sent_is_counted(browser, site, editor):
    with Device(browser, PORTRAIT, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/articles/3")
        tab.get_by_role("link", name="Alert readers").click()
        tab.locator("[name=audience][value=all]").check()
        tab.get_by_role("button", name="Send", exact=True).click()
        tab.wait_for_selector("#going >> text=Cancel the alert")
        # The page counts the seconds, and says what becomes of the message, by itself.
        row = tab.locator("#sent li").first
        expect(row).to_contain_text(" shown", timeout=60_000)
        assert " sent" in row.inner_text() and tab.locator("#going").count() == 0
        tab.get_by_role("link", name="All alerts").click()
        assert "devices receive alerts." in tab.content()


def test_what_is_typed_outlasts_a_cancelled_message(browser, site, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/articles/4/message")
        tab.locator("[name=audience][value=all]").check()
        text = tab.get_by_label("Alert text")
        text.fill("With a slip.")
        tab.get_by_role("button", name="Send", exact=True).click()
        tab.wait_for_selector("#going")
        text.fill("Without a slip.")
        tab.locator("#going button").click()
        expect(tab.locator("#sent li").first).to_contain_text("Cancelled")
        assert text.input_value() == "Without a slip." and tab.locator("#going").count() == 0
        expect(tab.locator(".note[role=status]")).to_contain_text("Cancelled.")


def test_a_test_goes_to_the_device_of_the_editor_only(browser, site, editor):
    """The browser's own subscription needs a service that is not here; the app keeps its identifier in this database."""
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(site.url + STORY)
        assert not tab.get_by_role("button", name="Send it to this device only").is_visible()
        tab.evaluate("""() => new Promise(done => {
            const open = indexedDB.open('n4md-news', 1);
            open.onsuccess = () => { open.result.transaction('facts', 'readwrite').objectStore('facts').put({ id: 'nobody' }, 'push').onsuccess = done; };
        })""")
        tab.reload()
        tab.get_by_role("button", name="Send it to this device only").click()
        tab.wait_for_selector("#testing :text('Open the app once')")
