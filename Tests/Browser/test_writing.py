"""An editor's working day in the newsroom: writing, storing, comparing, publishing, correcting and withdrawing."""
import re

import pytest

from newsroom import KEPT, SCREENS, begin, examine, press, publish, save, scrolls_sideways, tab_to
from pages import Page
from test_markup import nu_errors
from test_pictures import photograph
from visits import DESKTOP, LOOKS, PORTRAIT, Device, violations


def test_a_story_by_touch_from_its_first_line_to_its_tombstone(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").tap()
    tab.keyboard.type("The lock gate stays shut until the spring tides are over, says the harbour")
    assert tab.locator("#headline-count").inner_text().startswith("4 characters too many")
    tab.locator("#standfirst").fill("Barges wait at the Old Quay.")
    tab.locator("#body").fill("The **gate** is stuck.\n\n- six barges\n- two tugs")
    tab.wait_for_selector(KEPT)
    tab.locator("summary", has_text="Checklist").tap()
    checks = tab.locator("#checks").inner_text()
    assert "too long for a feature phone" in checks and "There is no lead picture." in checks
    tab.locator("summary", has_text="How devices show it").tap()
    devices = tab.locator("#frames > li")
    assert devices.count() == 5
    assert "headline and standfirst" in devices.nth(0).inner_text() and "six barges" not in devices.nth(0).inner_text()
    assert "full text" in devices.nth(4).inner_text() and "six barges" in devices.nth(4).inner_text()
    assert tab.evaluate("document.documentElement.scrollWidth") <= PORTRAIT.width
    publish(tab)
    address = tab.url.split("?")[0]
    story = site.url + tab.get_by_role("link", name="View", exact=True).get_attribute("href")
    tab.goto(story)
    assert tab.locator("main .text strong").inner_text() == "gate"
    tab.goto(address)
    tab.locator("summary", has_text="Correct").tap()
    tab.locator("#text_correct").fill("It is the inner gate.")
    press(tab, "Correct")
    tab.wait_for_selector("[role=status]:has-text('The correction is published.')")
    tab.goto(story)
    assert re.search(r"Correction, \d+ \w+ \d{4}: It is the inner gate\.", tab.locator("main").inner_text())
    tab.goto(address)
    tab.locator("summary", has_text="Withdraw").tap()
    tab.locator("#text_withdraw").fill("The gate was never shut.")
    press(tab, "Withdraw")
    tab.wait_for_selector("[role=status]:has-text('Withdrawn.')")
    gone = tab.goto(story)
    assert gone.status == 410 and "The gate was never shut." in tab.locator("main").inner_text()


def test_the_same_by_keyboard_alone(browser, site, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/")
        keys = tab.keyboard

        tab_to(tab.locator("form[action='/admin/articles'] button"))
        keys.press("Enter")
        tab.wait_for_selector("#writing")
        tab_to(tab.locator("#headline"))
        keys.type("Typed without a mouse")
        tab_to(tab.locator("#standfirst"))
        keys.type("By keys.")
        tab_to(tab.locator("#body"))
        keys.type("First.")
        keys.press("Enter")
        keys.press("Enter")
        keys.type("Second.")
        keys.press("Control+s")
        tab.wait_for_selector("[role=status]:has-text('Saved.')")
        assert tab.locator("#body").input_value() == "First.\n\nSecond."
        tab_to(tab.locator("#publish"))
        keys.press("Enter")
        tab.wait_for_selector("#publishing .main:focus")
        keys.press("Enter")
        tab.wait_for_selector("#going button:focus")
        tab.wait_for_selector("[role=status]:has-text('Published.')")
        for move, said in (("correct", "The correction is published."), ("withdraw", "Withdrawn.")):
            tab_to(tab.locator(f"details:has([value={move}]) summary"))
            keys.press("Enter")
            tab_to(tab.locator(f"#text_{move}"))
            keys.type("A word on it.")
            tab_to(tab.locator(f"button[value={move}]"))
            keys.press("Enter")
            tab.wait_for_selector(f"[role=status]:has-text('{said}')")


def test_each_device_has_its_page_before_it_is_published(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").fill("Not for readers yet")
    tab.locator("#body").fill("A **draft**.")
    tab.wait_for_selector(KEPT)
    tab.locator("summary", has_text="How devices show it").tap()
    links = tab.get_by_role("link", name="View page")
    assert links.count() == 5
    for number in range(5):
        with phone.context.expect_page() as opened:
            links.nth(number).tap()
        page = opened.value
        page.wait_for_load_state()
        assert page.locator("h1").last.inner_text() == "Not for readers yet" and page.locator("main strong").inner_text() == "draft"
        assert violations(page) == []
        page.close()


def test_the_tools_mark_what_is_selected(site, phone):
    tab = begin(phone, site)
    text = tab.locator("#body")
    text.fill("One\nTwo\n\nRead the report today.\n\nLast.")
    select = "([begin, end]) => document.getElementById('body').setSelectionRange(begin, end)"
    tab.evaluate(select, [0, 7])
    press(tab, "List")
    assert text.input_value().startswith("- One\n- Two\n\nRead")
    begins = text.input_value().index("report")
    tab.evaluate(select, [begins, begins + 6])
    press(tab, "Link")
    tab.keyboard.type("https://example.org/r")
    assert "Read the [report](https://example.org/r) today." in text.input_value()
    press(tab, "Picture in the text")
    tab.locator("#picture-found button").first.tap()
    # The picture goes between the paragraphs, and its description can be typed at once.
    tab.keyboard.type("A view")
    assert re.search(r'example\.org/r\) today\.\n\n(!\[A view\]\(picture:[0-9a-f]{64}\)|<figure><img src="picture:[0-9a-f]{64}" alt="A view"/>.*</figure>)\n\nLast\.$',
                     text.input_value())


def test_two_who_change_different_fields_save_both(browser, site, editor, journalist):
    with Device(browser, storage_state=journalist) as one, Device(browser, DESKTOP, storage_state=editor) as other:
        tab = begin(one, site)
        tab.locator("#headline").fill("Begun")
        save(tab)
        tab.locator("#headline").fill("Of the journalist")
        tab.wait_for_selector(KEPT)
        desk = other.open(tab.url.split("?")[0])
        desk.locator("#standfirst").fill("Of the editor")
        save(desk)
        press(tab, "Save")
        tab.wait_for_selector("[role=status]:has-text('Saved, together with')")
        desk.goto(tab.url.split("?")[0])
        assert [desk.locator(field).input_value() for field in ("#headline", "#standfirst")] == ["Of the journalist", "Of the editor"]


def test_two_who_write_at_once_see_each_other(browser, site, editor, journalist):
    with Device(browser, storage_state=journalist) as one, Device(browser, DESKTOP, storage_state=editor) as other:
        tab = begin(one, site)
        tab.locator("#headline").fill("Begun")
        press(tab, "Save")
        tab.wait_for_selector("[role=status]:has-text('Saved.')")
        tab.locator("#headline").fill("Of the journalist")
        tab.locator("#body").fill("Only the journalist wrote this.")
        tab.wait_for_selector(KEPT)
        desk = other.open(tab.url.split("?")[0])
        assert "Jorge has been writing here since" in desk.locator("main").inner_text()
        desk.locator("#headline").fill("Of the editor")
        press(desk, "Save")
        desk.wait_for_selector("[role=status]:has-text('Saved.')")
        press(tab, "Save")
        tab.wait_for_selector("text=was saved meanwhile by")
        assert tab.locator("#theirs-headline ins").inner_text() == "editor"
        assert tab.locator("#body").input_value() == "Only the journalist wrote this."
        assert tab.locator(".theirs").count() == 1
        assert violations(tab) == []
        press(tab, "Use theirs Headline")
        assert tab.locator("#headline").input_value() == "Of the editor"
        press(tab, "Save")
        tab.wait_for_selector("[role=status]:has-text('Saved.')")


def test_a_story_is_illustrated_from_the_camera_and_from_the_library(site, phone, tmp_path):
    tab = begin(phone, site)
    tab.locator("#headline").fill("Illustrated by thumb")
    tab.locator("#body").fill("Before.")
    tab.locator("summary", has_text="Picture").tap()
    tab.locator("#picture-file").focus()
    tab.locator("#picture-file").set_input_files(photograph(tmp_path / "quay.png"))
    tab.wait_for_selector("#picture-said:has-text('Chosen')")
    tab.wait_for_selector("#alt:focus")
    chosen = tab.locator("[name=picture]").input_value()
    assert chosen not in tab.locator("main").inner_text()
    assert tab.locator("#chosen img").get_attribute("src") == f"/media/{chosen}/240q60.jpg"
    press(tab, "Publish")
    tab.locator("#publishing a", has_text="Say what the picture shows").tap()
    tab.wait_for_selector("#alt:focus")
    tab.keyboard.type("A quay in the fog")
    press(tab, "Picture in the text")
    tab.get_by_role("dialog").get_by_label("Find in the library").fill("quay")
    tab.keyboard.press("Enter")
    tab.locator(f"#picture-found button:has([src*='{chosen}'])").tap()
    tab.wait_for_selector("#text-said:has-text('in the text')")
    assert f"(picture:{chosen})" in tab.locator("#body").input_value()
    assert violations(tab) == []
    publish(tab)
    tab.goto(site.url + tab.get_by_role("link", name="View", exact=True).get_attribute("href"))
    assert tab.locator("main img[alt='A quay in the fog']").count() == 1
    assert tab.locator("main img").count() >= 2


def test_faulty_fields_are_named_at_their_places(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").fill("Far out")
    tab.locator("summary", has_text="Place").tap()
    tab.locator("#latitude").fill("91")
    tab.locator("#longitude").fill("0")
    press(tab, "Save")
    fault = tab.locator("#fault-latitude")
    assert "-90 to 90" in fault.inner_text()
    assert tab.locator("#latitude").get_attribute("aria-describedby") == "fault-latitude"
    assert tab.locator("#latitude").input_value() == "91" and tab.locator("#headline").input_value() == "Far out"
    tab.locator(".faults a").tap()
    assert tab.evaluate("location.hash") == "#latitude"
    assert violations(tab) == []


def test_a_place_is_chosen_by_its_name_by_thumb_and_by_keys(site, phone):
    tab = begin(phone, site)
    tab.locator("summary", has_text="Place").tap()
    name = tab.locator("#place_name")
    name.fill("Coimb")
    tab.wait_for_selector("#place-options [role=option]")
    assert name.get_attribute("aria-expanded") == "true" and violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= PORTRAIT.width
    tab.get_by_role("option", name="Coimbra, Portugal").tap()
    assert [tab.locator(field).input_value() for field in ("#latitude", "#longitude", "#place_name")] == ["40.21", "-8.42", ""]
    assert "Coimbra, Portugal" in tab.locator("#place-said").inner_text()
    assert tab.locator("#place-options").is_hidden()
    name.fill("lagos, portugal")
    tab.wait_for_selector("#place-options [role=option]")
    tab.keyboard.press("ArrowDown")
    marked = tab.locator("#" + name.get_attribute("aria-activedescendant"))
    assert marked.get_attribute("aria-selected") == "true" and marked.inner_text().startswith("Lagos, Portugal")
    tab.keyboard.press("Escape")
    assert name.get_attribute("aria-expanded") == "false" and name.input_value() == "lagos, portugal"
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    assert tab.locator("#latitude").input_value() == "37.1"
    tab.wait_for_selector(KEPT)
    press(tab, "Save")
    tab.wait_for_selector("[role=status]:has-text('Saved.')")


def test_a_place_that_is_misspelt_is_put_right(site, phone):
    tab = begin(phone, site)
    tab.locator("summary", has_text="Place").tap()
    tab.locator("#place_name").fill("Coimbraa")
    tab.wait_for_selector("#place-options [role=option]")
    assert "similar names" in tab.locator("#place-said").inner_text()
    press(tab, "Save")
    assert "Choose a place from the list" in tab.locator("#fault-place_name").inner_text() and tab.locator(".faults li").count() == 1
    assert violations(tab) == []
    tab.locator("#place_name").fill("Coimbra")
    # The fault is none any more, whether a place is chosen or not.
    assert tab.locator(":is(.fault, .faults, [aria-invalid]):visible").count() == 0
    tab.get_by_role("option", name="Coimbra, Portugal").tap()
    tab.locator("#place_name").fill("Zzzzzz")
    tab.wait_for_selector("#place-said:has-text('We could not find this place')")
    tab.locator("#place_name").fill("")
    tab.wait_for_selector("#place-said:empty", state="attached")


def test_a_place_without_script(browser, site, editor):
    with Device(browser, storage_state=editor, scripts=False) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("Typed before")
        tab.locator("#place-fields summary").click()
        tab.locator("#place_name").fill("Coimbra")
        press(tab, "Save")
        assert "Choose a place from the list" in tab.locator("#fault-place_name").inner_text()
        press(tab, "Coimbra, Portugal")
        assert tab.locator("#latitude").input_value() == "40.21" and tab.locator("#headline").input_value() == "Typed before"
        press(tab, "Save")
        tab.wait_for_selector("[role=status]:has-text('Saved.')")


def test_related_stories_are_chosen(site, phone):
    tab = begin(phone, site)
    tab.locator("summary", has_text="More").tap()
    find = tab.locator("#related_q")
    find.fill("ferry")
    tab.wait_for_selector("#related-options [role=option]")
    assert violations(tab) == []
    tab.locator("#related-options [role=option]").first.tap()
    slug = tab.locator("#related").input_value()
    assert slug and "Added" in tab.locator("#related-said").inner_text()
    tab.wait_for_selector(KEPT)
    press(tab, "Save")
    tab.wait_for_selector("[role=status]:has-text('Saved.')")
    assert tab.locator("#related-list button").count() == 1 and violations(tab) == []


def test_links_are_checked_by_the_page_afterwards(site, phone):
    tab = begin(phone, site)
    tab.locator("#body").fill("[there](http://no.such.host.invalid/)")
    tab.wait_for_selector(KEPT)
    tab.locator("summary", has_text="Checklist").tap()
    tab.get_by_role("button", name="Check the links").tap()
    tab.wait_for_selector("#links li:has-text('cannot be found')")
    assert violations(tab) == []


def test_sections_are_ordered_without_script(browser, site, editor):
    with Device(browser, storage_state=editor, scripts=False) as device:
        tab = device.open(site.url + "/admin/sections")
        tab.locator("#name").fill("Out of order")
        tab.locator(".main").click()
        tab.wait_for_selector("text=The section has been created.")
        names = tab.locator(".order a")
        assert names.last.inner_text() == "Out of order"
        press(tab, "Up: Out of order")
        assert names.nth(names.count() - 2).inner_text() == "Out of order"
        names.nth(names.count() - 2).click()
        tab.locator("summary", has_text="Delete the section").click()
        press(tab, "Delete the section")
        tab.wait_for_selector("text=The section has been deleted.")


def test_publishing_is_asked_for_and_undone(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").fill("Almost out")
    press(tab, "Publish")
    panel = tab.locator("#publishing")
    panel.locator(".main").wait_for()
    assert "There is no text" in panel.inner_text() and "There is no lead picture." in panel.inner_text()
    assert violations(tab) == []
    panel.get_by_role("link", name="Cancel").tap()
    assert panel.is_hidden()
    tab.locator("#body").fill("And now a text.")
    before = tab.locator("#state").inner_text()
    press(tab, "Publish")
    panel.get_by_text("The lead story").tap()
    panel.locator(".main").tap()
    tab.wait_for_selector("#going")
    assert int(tab.locator("#seconds").inner_text()) <= 10 and violations(tab) == []
    tab.get_by_role("button", name="Undo", exact=True).tap()
    tab.wait_for_selector("[role=status]:has-text('Nothing has gone out.')")
    assert tab.locator("#state").inner_text() == before
    press(tab, "Publish")
    panel.locator(".main").wait_for()
    assert panel.get_by_label("The lead story").is_checked(), "as chosen before"


def test_a_time_is_asked_for_where_it_is_wanted(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").fill("For later")
    tab.locator("#body").fill("A text.")
    press(tab, "Publish")
    tab.wait_for_selector("#publishing .main:focus")
    at = tab.locator("#publishing [name=at]")
    assert at.is_hidden()
    tab.locator("#publishing").get_by_text("Schedule for…").tap()
    at.fill("2027-06-01T08:30")
    tab.locator("#publishing .main").tap()
    tab.wait_for_selector("[role=status]:has-text('Scheduled.')")
    assert "1 Jun 2027, 08:30" in tab.locator(".facts").inner_text()


def test_what_is_typed_while_it_goes_out_stays(site, phone):
    tab = begin(phone, site)
    tab.locator("#headline").fill("Typed on and on")
    tab.locator("#body").fill("A text.")
    press(tab, "Publish")
    tab.locator("#publishing .main").tap()
    tab.wait_for_selector("#going")
    tab.locator("#standfirst").fill("Typed meanwhile.")
    tab.wait_for_selector("#state[data-out]")
    assert tab.locator("#going").count() == 0
    assert tab.locator("#standfirst").input_value() == "Typed meanwhile."
    press(tab, "Save")
    tab.wait_for_selector("[role=status]:has-text('Readers have the new text.')")


def test_publishing_without_script(browser, site, editor):
    with Device(browser, storage_state=editor, scripts=False) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("By the page alone")
        tab.locator("#picture summary").click()
        tab.locator("#picture-q").fill("ferry")
        press(tab, "Search")
        tab.locator("#picture-found button").first.click()
        assert tab.locator("#chosen img").count() == 1 and tab.locator("#headline").input_value() == "By the page alone"
        chosen = tab.locator("[name=picture]").input_value()
        assert len(chosen) == 64 and chosen not in tab.locator("main").inner_text()
        tab.locator("#picture summary").click()
        tab.locator("#alt").fill("")
        press(tab, "Publish")
        assert tab.locator("h1").inner_text() == "Publish"
        tab.get_by_role("link", name="Say what the picture shows").click()
        tab.locator("#alt").fill("A ferry")
        press(tab, "Publish")
        assert "There is no text" in tab.locator("main").inner_text()
        press(tab, "Publish without text")
        tab.wait_for_selector("#going")
        press(tab, "Undo")
        tab.wait_for_selector("[role=status]:has-text('Nothing has gone out.')")
        tab.locator("#picture summary").click()
        press(tab, "Remove picture")
        assert [tab.locator(f"[name={name}]").input_value() for name in ("picture", "alt", "caption", "credit")] == [""] * 4


@pytest.mark.parametrize("size, most", [(DESKTOP, 8), (PORTRAIT, 9)], ids=str)
def test_a_story_with_a_picture_takes_few_clicks(browser, site, editor, size, most):
    with Device(browser, size, storage_state=editor) as device:
        tab, clicks = device.open(site.url + "/admin/"), 0

        def click(where):
            nonlocal clicks
            clicks += 1
            where.first.click()

        click(tab.get_by_role("button", name="New article"))
        click(tab.locator("#headline"))
        tab.keyboard.type(f"Few clicks at {size}")
        click(tab.locator("#body"))
        tab.keyboard.type("A text.")
        if not tab.locator("#picture-search").is_visible():
            click(tab.locator("#picture summary"))
        click(tab.locator("#picture-search"))
        # One with a description: what other tests uploaded may have none.
        click(tab.locator("#picture-found button").filter(has=tab.locator("img[alt^='A ']")))
        click(tab.locator("#publish"))
        click(tab.locator("#publishing .main"))
        tab.wait_for_selector("#going")
        assert clicks <= most


def test_the_buttons_stay_at_hand(browser, site, editor):
    for size in (DESKTOP, PORTRAIT):
        with Device(browser, size, storage_state=editor) as device:
            tab = begin(device, site)
            tab.locator("#body").fill("Line.\n\n" * 200)
            for place in ("0", "document.documentElement.scrollHeight / 3"):
                tab.evaluate(f"scrollTo(0, {place})")
                box = tab.locator("#publish").bounding_box()
                assert 0 <= box["y"] and box["y"] + box["height"] <= size.height


@pytest.fixture(scope="module")
def story(browser, site, editor):
    """The path of an article with two revisions."""
    with Device(browser, storage_state=editor) as device:
        tab = begin(device, site)
        for words in ("Old words of it", "New words of it"):
            tab.locator("#headline").fill(words)
            press(tab, "Save")
            tab.wait_for_selector("[role=status]:has-text('Saved.')")
        return tab.url.split("?")[0].removeprefix(site.url)


@pytest.fixture(params=["", "/publish", "/revisions", "/revisions/2", "list", "sections", "sections/city"])
def page(request, story):
    if request.param.startswith("sections"):
        return Page(request.param.replace("/", "-"), "/admin/" + request.param)
    return Page(f"writing{request.param}".replace("/", "-"), "/admin/articles" if request.param == "list" else story + request.param)


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, editor, page, size, palette):
    record = visited(page, size, palette, storage_state=editor, is_unfolded=True)
    assert record.status == 200
    assert record.scrollWidth <= size.width
    assert [record.cutOff, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6


def test_does_not_scroll_sideways_at_any_text_size(browser, site, editor, page):
    assert scrolls_sideways(browser, site, page, editor) == {}


@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
def test_axe_finds_nothing(browser, site, visited, editor, page, size, palette):
    assert examine(browser, site, visited, page, size, palette, editor).violations == []


def test_nu_finds_no_error(browser, site, editor, story, tmp_path):
    with Device(browser, storage_state=editor) as device:
        for name, path in (("article", story), ("publish", story + "/publish"), ("revisions", story + "/revisions"), ("revision", story + "/revisions/2"), ("articles", "/admin/articles")):
            (tmp_path / f"{name}.html").write_text(device.context.request.get(site.url + path).text())
    assert nu_errors(tmp_path) == {}
