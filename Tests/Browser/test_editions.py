"""The edition desk: opening, ordering, previewing, publishing and archiving an edition, on a phone and by keyboard."""
from datetime import datetime, timedelta

import pytest

from newsroom import SCREENS, examine, press, tab_to
from pages import Page
from test_markup import nu_errors
from visits import DESKTOP, LOOKS, PORTRAIT, Device, violations


def open_edition(tab, site, title, day):
    tab.goto(site.url + "/admin/editions")
    tab.get_by_label("Day").fill(day)
    tab.get_by_label("Title", exact=True).fill(title)
    # It is offered where stories are pinned.
    for copy in tab.get_by_label("Start with the stories that are pinned now").all():
        copy.uncheck()
    press(tab, "Create the edition")
    tab.wait_for_selector("#desk")


def find(tab, words):
    tab.get_by_label("Search", exact=True).fill(words)
    press(tab, "Search")
    tab.wait_for_selector("#h-find")


def order(tab):
    return tab.locator("ol.placed .line a").all_inner_texts()


def move(tab, name, button, effect):
    """Makes a move of the whole edition, which says first what it does."""
    panel = tab.locator("details", has=tab.locator("summary", has_text=name))
    panel.locator("summary").tap()
    assert effect in panel.inner_text()
    panel.get_by_role("button", name=button).tap()


def write(site, number, *headlines):
    """Publishes articles in an edition; returns their numbers."""
    return [site.send("POST", "articles", {"headline": headline, "section": "city", "edition": number, "status": "published"})["id"]
            for headline in headlines]


@pytest.fixture(scope="module")
def edition(browser, site, editor):
    """The number of an open edition with three stories, two of them on its front page. Its stories are killed at the end."""
    with Device(browser, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/")
        open_edition(tab, site, "The summer edition", "2031-07-07")
        number = int(tab.url.split("?")[0].rsplit("/", 1)[1])
    stories = write(site, number, "Pears are ripe", "The river <b>rose</b>", "A bridge of stone")
    site.send("PUT", f"editions/{number}/front-page", {"stories": stories[:2]})
    yield number
    for story in stories:
        site.send("POST", f"articles/{story}/moves", {"move": "kill"})


def test_an_edition_is_put_in_order_by_touch_and_published(site, phone, edition):
    tab = phone.open(f"{site.url}/admin/editions/{edition}")
    assert order(tab) == ["Pears are ripe", "The river <b>rose</b>"]
    tab.get_by_role("button", name="Pin to the front page").first.tap()
    tab.wait_for_selector("ol.placed li:nth-child(3)")
    tab.get_by_role("button", name="Earlier: A bridge of stone").tap()
    tab.wait_for_selector("ol.placed li:nth-child(2):has-text('A bridge')")
    # The arrow keeps the focus, so that it can be pressed again.
    assert tab.evaluate("document.activeElement.name + ' ' + document.activeElement.getAttribute('aria-label')") == "up Earlier: A bridge of stone"
    tab.locator("li", has_text="The river").get_by_role("button", name="Make it the lead").tap()
    tab.wait_for_selector("ol.placed li:first-child:has-text('The river')")
    assert order(tab) == ["The river <b>rose</b>", "Pears are ripe", "A bridge of stone"]
    handle = tab.locator("li:has-text('A bridge') .handle")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    tab.mouse.move(box["x"] + 20, box["y"] + 20)
    tab.mouse.down()
    # The page scrolls when dragging near its edge.
    tab.mouse.move(box["x"] + 20, 30, steps=8)
    tab.wait_for_selector("ol.placed li:first-child:has-text('A bridge')")
    tab.mouse.up()
    tab.wait_for_selector("ol.placed li:first-child:has-text('A bridge') b:has-text('Lead story')")
    tab.reload()
    assert order(tab) == ["A bridge of stone", "The river <b>rose</b>", "Pears are ripe"]
    tab.locator("li", has_text="Pears").locator("summary").tap()
    tab.locator("li", has_text="Pears").get_by_role("button", name="Make it the editorial").tap()
    tab.wait_for_selector("li:has-text('Pears') b:has-text('Editorial')")
    assert tab.evaluate("document.documentElement.scrollWidth") <= PORTRAIT.width
    assert tab.goto(f"{site.url}/editions/{edition}").status == 404
    tab.goto(f"{site.url}/admin/editions/{edition}")
    tab.locator("summary", has_text="Publish the edition").tap()
    assert "at once, in place of the one that they see now" in tab.locator(".confirm[open]").inner_text()
    press(tab, "Publish now")
    tab.wait_for_selector("[role=status]:has-text('Edition published.')")
    tab.get_by_role("link", name="See it as readers do").tap()
    tab.wait_for_url(f"{site.url}/editions/{edition}")
    shown = tab.locator("main h2, main h3").all_inner_texts()
    assert [text for text in shown if text in ("A bridge of stone", "The river <b>rose</b>", "Pears are ripe")] == [
        "A bridge of stone", "The river <b>rose</b>", "Pears are ripe"]
    tab.goto(site.url + "/edition/editorial")
    assert tab.locator("h1").last.inner_text() == "Pears are ripe"
    tab.goto(f"{site.url}/admin/editions/{edition}")
    move(tab, "Archive the edition", "Archive the edition", "reopen it first")
    tab.wait_for_selector("[role=status]:has-text('archived')")
    assert tab.locator("ol.placed button").count() == 0
    move(tab, "Reopen the edition", "Reopen the edition", "can be changed again")
    tab.wait_for_selector("[role=status]:has-text('changed again')")
    move(tab, "Withdraw the edition", "Withdraw the edition", "Readers will no longer see this front page")
    tab.wait_for_selector("[role=status]:has-text('open again')")


def test_a_change_is_undone_and_what_readers_miss_is_told(browser, site, editor, edition):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/editions/{edition}")
        before = order(tab)
        tab.locator("ol.placed li", has_text=before[0]).get_by_role("button", name="Unpin").click()
        note = tab.locator("form.note")
        note.wait_for()
        assert before[0] not in order(tab) and "It stays in its edition" in note.inner_text()
        note.get_by_role("button", name="Undo").click()
        tab.wait_for_selector("[role=status]:has-text('Undone')")
        assert order(tab) == before
        draft = site.send("POST", "articles", {"headline": "A mere draft", "section": "city", "edition": edition})["id"]
        tab.reload()
        tab.locator("li", has_text="A mere draft").get_by_role("button", name="Pin to the front page").click()
        tab.wait_for_selector("ol.placed li:has-text('A mere draft') b:has-text('Readers do not see this')")
        site.send("POST", f"articles/{draft}/moves", {"move": "kill"})


def test_an_edition_goes_out_at_its_time(browser, site, editor):
    with Device(browser, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/")
        open_edition(tab, site, "The edition of the morning", "2031-09-01")
        tab.locator("summary", has_text="Publish the edition").tap()
        tab.locator("#edition-at").fill("2020-01-01T06:00")
        press(tab, "Schedule")
        tab.wait_for_selector("[role=alert]:has-text('Choose a time in the future')")
        tab.locator("summary", has_text="Publish the edition").tap()
        tab.locator("#edition-at").fill((datetime.now() + timedelta(days=1)).strftime("%Y-%m-%dT06:00"))
        press(tab, "Schedule")
        tab.wait_for_selector(".state:has-text('goes out on')")
        tab.locator("summary", has_text="Publish the edition").tap()
        press(tab, "Cancel schedule")
        tab.wait_for_selector("[role=status]:has-text('no longer be published automatically')")
        tab.locator("summary", has_text="Delete the edition").tap()
        tab.get_by_role("button", name="Delete the edition").tap()
        tab.wait_for_selector("[role=status]:has-text('has been deleted')")


def test_the_same_by_keyboard_alone(browser, site, editor, edition):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/editions/{edition}")
        last = order(tab)[-1]

        tab_to(tab.get_by_role("button", name=f"Earlier: {last}"))
        tab.keyboard.press("Enter")
        tab.wait_for_selector(f"ol.placed li:nth-child(2) button[aria-label='Earlier: {last}']:focus")
        tab.keyboard.press("Enter")
        tab.wait_for_selector(f"ol.placed li:first-child:has-text('{last}') :focus")
        assert order(tab)[0] == last


def test_it_works_without_scripts(browser, site, editor, edition):
    with Device(browser, storage_state=editor, scripts=False) as device:
        tab = device.open(f"{site.url}/admin/editions/{edition}")
        before = order(tab)
        tab.get_by_role("button", name="Later: " + before[0]).click()
        tab.wait_for_load_state()
        assert order(tab) == [before[1], before[0], *before[2:]]
        find(tab, "no such thing at all")
        assert "No articles match." in tab.locator("main").inner_text()


@pytest.mark.parametrize("device", ["feature", "old", "weak", "phone", "tablet"])
def test_a_preview_shows_what_is_not_published(browser, site, editor, edition, device):
    with Device(browser, storage_state=editor) as phone:
        tab = phone.open(f"{site.url}/admin/editions/{edition}/preview/{device}")
        headlines = tab.locator("main").inner_text()
        places = [headlines.find(text) for text in ("Pears are ripe", "A bridge of stone")]
        assert min(places) >= 0
        assert violations(tab) == []


def test_the_desk_shows_the_previews_as_wide_as_the_devices(browser, site, editor, edition):
    with Device(browser, storage_state=editor) as phone:
        tab = phone.open(f"{site.url}/admin/editions/{edition}")
        tab.get_by_role("link", name="Preview", exact=True).tap()
        frame = tab.locator(".frame-old iframe")
        frame.content_frame.get_by_text("Pears are ripe").wait_for()
        assert frame.evaluate("frame => frame.clientWidth") == 320
        tab.get_by_role("link", name="Portuguese").tap()
        tab.wait_for_url("**reads=pt#h-preview")
        assert tab.locator(".frames iframe").first.get_attribute("src").endswith("?reads=pt")
        assert violations(tab) == []


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, editor, edition, size, palette):
    for page in pages(edition):
        record = visited(page, size, palette, storage_state=editor, is_unfolded=True)
        assert record.status == 200
        assert record.scrollWidth <= size.width
        assert [record.cutOff, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6


@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
def test_axe_finds_nothing(browser, site, visited, editor, edition, size, palette):
    found = {page.name: examine(browser, site, visited, page, size, palette, editor).violations for page in pages(edition)}
    assert found == {page.name: [] for page in pages(edition)}


def test_nu_finds_no_error(browser, site, editor, edition, tmp_path):
    with Device(browser, storage_state=editor) as device:
        for page in pages(edition):
            (tmp_path / f"{page}.html").write_text(device.context.request.get(site.url + page.path).text())
    assert nu_errors(tmp_path) == {}


def pages(edition):
    return [Page("editions", "/admin/editions"), Page("edition", f"/admin/editions/{edition}?q=the")]
