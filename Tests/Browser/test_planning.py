"""The table of articles, what is done with several of them, and the calendar, as an editor uses them."""
import datetime

import pytest

from newsroom import EDITOR, SCREENS, enter, examine, scrolls_sideways, tab_to
from pages import EXTRA, NONE, Page
from test_markup import nu_errors
from visits import DESKTOP, LOOKS, PORTRAIT, Device, violations

WORD = "quillwort"
MONTH = (datetime.date.today() + datetime.timedelta(days=200)).strftime("%Y-%m")
PAGES = [Page("articles-table", "/admin/articles", script=EXTRA),
         Page("articles-narrowed", "/admin/articles?section=culture&byline=a&state=published&order=headline", script=EXTRA),
         Page("articles-none", "/admin/articles?q=zeppelin", script=EXTRA), Page("articles-fault", "/admin/articles?from=soon", script=EXTRA, status=400),
         Page("calendar", "/admin/calendar"), Page("calendar-full", "/admin/calendar?month=" + MONTH), Page("calendar-fault", "/admin/calendar?month=x", status=400)]


@pytest.fixture(scope="session")
def editor(browser, site):
    """The file with an editor's session, of a newspaper with plans."""
    for number in range(8):
        site.send("POST", "articles", {"headline": f"{WORD} {number} and an extraordinarilylongwordthatdoesnotfitanywhere", "section": "city", "byline": "Ana Lopes",
                                       "body": "<p>Text.</p>", "planned": f"{MONTH}-10"})
    site.send("POST", "articles", {"headline": f"{WORD} at ten", "section": "city", "body": "<p>T.</p>", "status": "scheduled", "publishAt": f"{MONTH}-11T10:00:00Z"})
    return enter(browser, site, EDITOR + " plans", "editor")


@pytest.fixture(params=PAGES, ids=str)
def page(request):
    return request.param


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, editor, page, size, palette):
    record = visited(page, size, palette, storage_state=editor, is_unfolded=True)
    assert record.status == page.status
    assert record.scrollWidth <= size.width
    assert [record.cutOff, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6


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
        tab = device.open(f"{site.url}/admin/articles?q={WORD}")
        tab.locator("[name=article]").first.check()
        tab.get_by_role("button", name="Continue").click()
        tab.wait_for_selector("h1:has-text('Move to a section')")
        (tmp_path / "bulk.html").write_text(tab.content())
        assert violations(tab) == []
        tab.get_by_role("button", name="Move 1 article").click()
        tab.wait_for_selector("h2")
        (tmp_path / "bulk-done.html").write_text(tab.content())
        assert violations(tab) == []
    assert nu_errors(tmp_path) == {}


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_narrowed_ticked_and_moved(browser, site, editor, has_script):
    section = "sport" if has_script else "science"
    with Device(browser, PORTRAIT, storage_state=editor, scripts=has_script) as device:
        tab = device.open(site.url + "/admin/articles")
        tab.get_by_label("Words in the headline, standfirst or byline").fill(WORD + " ")
        tab.get_by_label("Status").select_option("draft")
        tab.get_by_role("button", name="Search").first.click()
        tab.wait_for_selector("text=8 articles")
        assert f"q={WORD}" in tab.url and "state=draft" in tab.url, "the address can be bookmarked"
        tab.get_by_label("Select all on this page").check()
        if has_script:
            assert tab.locator("[name=article]:checked").count() == 8
            tab.locator("[name=article]").first.uncheck()
            assert not tab.get_by_label("Select all on this page").is_checked() and tab.locator("output").inner_text() == "(7)"
        count = 7 if has_script else 8
        tab.get_by_label("With the selected articles").select_option("section")
        tab.get_by_role("button", name="Continue").click()
        tab.get_by_label("To which section?").select_option(section)
        tab.get_by_role("button", name=f"Move {count} articles").click()
        tab.wait_for_selector(f"text={count} articles were moved.")
        tab.get_by_role("link", name="Back to the list").click()
        assert tab.locator(".found").inner_text() == "8 articles", "the list is as narrow as before"
        tab.get_by_role("link", name="Remove the filter Status: Drafts").click()
        assert tab.locator(".found").inner_text() == "9 articles"


def test_the_table_by_keyboard(browser, site, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/articles?q={WORD}")
        tab_to(tab.get_by_role("link", name="Headline"))
        tab.keyboard.press("Enter")
        tab.wait_for_selector("[aria-sort=ascending] >> text=Headline")
        tab_to(tab.get_by_label(f"Choose: {WORD} at ten"))
        tab.keyboard.press("Space")
        tab_to(tab.get_by_role("button", name="Continue"))
        tab.keyboard.press("Enter")
        tab.wait_for_selector("h1:has-text('Move to a section')")


def test_the_calendar_is_a_table_of_weeks_and_on_a_phone_an_agenda(browser, site, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/calendar?month={MONTH}")
        table = tab.get_by_role("table")
        assert table.get_by_role("columnheader").all_inner_texts() == ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        cell = table.get_by_role("cell").filter(has=tab.locator(f"time[datetime='{MONTH}-10']"))
        assert cell.get_by_role("link").count() == 5
        cell.get_by_text("3 more").click()
        assert cell.get_by_role("link").count() == 8
        at_ten = tab.get_by_role("link", name=f"{WORD} at ten")
        assert "10:00 Goes out" in at_ten.inner_text()
        at_ten.click()
        tab.wait_for_selector("#writing")
        tab.goto(site.url + "/admin/calendar")
        assert tab.locator("[aria-current=date]").count() == 1
        tab.get_by_role("link", name="Next month").click()
        tab.get_by_role("link", name="Previous month").click()
        assert tab.locator("[aria-current=date]").count() == 1
    with Device(browser, PORTRAIT, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/calendar?month={MONTH}")
        days = [text for text in tab.locator(".calendar time:visible").all_inner_texts() if text]
        assert len(days) <= 4 and any(day.split(",")[-1].strip().startswith("10 ") for day in days), days


def test_a_story_is_planned_on_its_page(browser, site, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        number = site.send("POST", "articles", {"headline": "To be planned", "section": "city"})["id"]
        tab = device.open(f"{site.url}/admin/articles/{number}")
        tab.locator("#more-fields > summary").click()
        tab.get_by_label("Planned for").fill(f"{MONTH}-20")
        tab.get_by_role("button", name="Save", exact=True).first.click()
        tab.wait_for_selector("[role=status]:has-text('Saved.')")
        tab.goto(f"{site.url}/admin/calendar?month={MONTH}")
        assert tab.get_by_role("link", name="To be planned").is_visible()
