"""Text typed is neither lost nor overwrites that of others: without a connection, in several windows, with full storage."""
import json

import pytest
from playwright.sync_api import expect

from newsroom import KEPT, SCREENS, WAITING, begin, log_in, press, save
from visits import DESKTOP, PORTRAIT, Device, violations

OFFERS = "#local .note"
# The behaviour of a browser whose storage is full.
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def says(tab, field, words):
    expect(tab.locator("#" + field)).to_have_value(words)


def type_under_ground(device, tab, words, field="headline", closes=True):
    """Types without a connection, and closes the window before it is back."""
    device.context.set_offline(True)
    # What a closing window still sends escapes the browser's emulation, and may arrive once that ends.
    tab.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('offline')); }")
    tab.locator("#" + field).fill(words)
    tab.wait_for_selector(WAITING)
    if closes:
        tab.close()
        device.context.set_offline(False)


def reopen(device, address):
    tab = device.context.new_page()
    tab.goto(address)
    return tab


def offer(tab, words):
    """The note that offers the text with these words."""
    note = tab.locator(OFFERS).filter(has_text=words)
    expect(note).to_have_count(1)
    return note


@pytest.fixture
def saved(browser, site, journalist):
    """The address of an article saved once by the journalist."""
    with Device(browser, storage_state=journalist) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("As it was")
        tab.locator("#body").fill("Old text.")
        save(tab)
        return tab.url.split("?")[0]


@pytest.fixture
def jorge(browser, journalist):
    with Device(browser, storage_state=journalist) as device:
        yield device


@pytest.fixture
def beatriz(browser, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        yield device


@pytest.fixture
def lagging(jorge, browser, journalist, saved):
    """A window with unsent text, while another device of the same person has stored different text."""
    type_under_ground(jorge, jorge.open(saved), "Typed under ground")
    with Device(browser, storage_state=journalist) as other:
        tab = other.open(saved)
        tab.locator("#headline").fill("Typed above")
        tab.wait_for_selector(KEPT)
    tab = reopen(jorge, saved)
    says(tab, "headline", "Typed above")
    offer(tab, "Typed under ground")
    return tab


def test_nothing_is_lost_without_a_connection_or_with_a_closed_browser(browser, site, editor):
    with Device(browser, storage_state=editor) as device:
        tab = begin(device, site)
        address = tab.url
        tab.locator("#headline").fill("Kept by the server")
        tab.wait_for_selector(KEPT)
        type_under_ground(device, tab, "Kept by the browser", closes=False)
        press(tab, "Save")
        tab.wait_for_selector("#kept:has-text('There is no connection')")
        says(tab, "headline", "Kept by the browser")
        tab.close()
        device.context.set_offline(False)
        # As after closing the browser: the page is loaded again, and the browser restores the text that the server lacks.
        tab = reopen(device, address)
        says(tab, "headline", "Kept by the browser")
        tab.wait_for_selector(KEPT)
        assert tab.locator(OFFERS).count() == 0
    with Device(browser, DESKTOP, storage_state=editor) as other:
        assert other.open(address).locator("#headline").input_value() == "Kept by the browser", "and is on other devices then"


def test_an_old_text_that_is_taken_collides_with_a_newer_one_of_somebody_else(jorge, beatriz, saved):
    type_under_ground(jorge, jorge.open(saved), "Typed under ground")
    desk = beatriz.open(saved)
    desk.locator("#headline").fill("Of the editor")
    desk.locator("#body").fill("New text of the editor.")
    save(desk)
    tab = reopen(jorge, saved)
    says(tab, "headline", "Of the editor")
    assert "has been saved since" in offer(tab, "Typed under ground").inner_text()
    press(tab, "Use it")
    says(tab, "headline", "Typed under ground")
    tab.wait_for_selector(KEPT)
    press(tab, "Save")
    tab.wait_for_selector("text=was saved meanwhile by")
    assert "Of the editor" in tab.locator("#theirs-headline ins").inner_text()
    assert tab.locator("#headline").input_value() == "Typed under ground"
    assert tab.locator("#body").input_value() == "New text of the editor.", "which only she changed"
    assert tab.locator(OFFERS).count() == 0
    save(tab)
    desk.goto(saved)
    assert desk.locator("#headline").input_value() == "Typed under ground" and desk.locator("#body").input_value() == "New text of the editor."


def test_a_letter_does_not_overwrite_what_is_offered(jorge, lagging, saved):
    lagging.locator("#headline").press_sequentially("!")
    lagging.wait_for_selector(KEPT)
    lagging.close()
    tab = reopen(jorge, saved)
    says(tab, "headline", "!Typed above")
    offer(tab, "Typed under ground")
    press(tab, "Use it")
    says(tab, "headline", "Typed under ground")
    tab.wait_for_selector(KEPT)


def test_what_stood_there_can_be_taken_back(jorge, lagging, saved):
    lagging.locator("#headline").fill("Typed since")
    press(lagging, "Use it")
    says(lagging, "headline", "Typed under ground")
    lagging.wait_for_selector(KEPT)
    assert "What stood here before" in offer(lagging, "Typed since").inner_text()
    press(lagging, "Use it again")
    says(lagging, "headline", "Typed since")
    press(lagging, "Use it again")
    says(lagging, "headline", "Typed under ground")
    lagging.wait_for_selector(KEPT)
    lagging.close()
    tab = reopen(jorge, saved)
    says(tab, "headline", "Typed under ground")
    offer(tab, "Typed since")
    press(tab, "Use it")
    says(tab, "headline", "Typed since")


def test_what_is_discarded_is_gone_unless_it_is_undone(jorge, lagging, saved):
    press(lagging, "Discard")
    expect(lagging.locator(OFFERS)).to_contain_text("Discarded.")
    press(lagging, "Undo")
    offer(lagging, "Typed under ground")
    press(lagging, "Discard")
    lagging.close()
    tab = reopen(jorge, saved)
    tab.locator("#headline").fill("Typed on")
    tab.wait_for_selector(KEPT)
    assert tab.locator(OFFERS).count() == 0


def test_several_windows_keep_several_texts(jorge, saved):
    first, second = jorge.open(saved), jorge.open(saved)
    jorge.context.set_offline(True)
    type_under_ground(jorge, first, "Of the first window", closes=False)
    type_under_ground(jorge, second, "Of the second window", closes=False)
    first.close()
    second.close()
    jorge.context.set_offline(False)
    tab = reopen(jorge, saved)
    says(tab, "headline", "Of the second window")  # the latest text comes back by itself, since nobody has stored anything since
    tab.wait_for_selector(KEPT)
    offer(tab, "Of the first window")
    assert tab.locator(OFFERS).count() == 1
    press(tab, "Use it")
    says(tab, "headline", "Of the first window")
    offer(tab, "Of the second window")


def test_what_an_open_window_still_has_is_offered_once_it_is_closed(jorge, saved):
    first, second = jorge.open(saved), jorge.open(saved)
    first.route("**/working-copy", lambda route: route.abort())
    first.locator("#headline").fill("Of the first window")
    first.wait_for_selector(WAITING)
    second.locator("#headline").fill("Of the second window")
    second.wait_for_selector(KEPT)
    second.reload()
    says(second, "headline", "Of the second window")
    assert second.locator(OFFERS).count() == 0
    first.close()
    offer(second, "Of the first window")
    says(second, "headline", "Of the second window")


def test_nobody_is_offered_the_text_of_somebody_else(jorge, editor, site, saved):
    type_under_ground(jorge, jorge.open(saved), "Only of the journalist")
    beatriz = jorge.context.new_page()
    jorge.context.clear_cookies()
    log_in(beatriz, site.url, "Beatriz")
    beatriz.wait_for_selector("text=Hello")
    beatriz.goto(saved)
    beatriz.locator("#standfirst").fill("Of the editor")
    beatriz.wait_for_selector(KEPT)
    assert beatriz.locator("#headline").input_value() == "As it was" and beatriz.locator(OFFERS).count() == 0
    beatriz.close()
    jorge.context.clear_cookies()
    tab = jorge.context.new_page()
    log_in(tab, site.url, "Jorge")
    tab.wait_for_selector("text=Hello")
    tab.goto(saved)
    says(tab, "headline", "Only of the journalist")
    assert tab.locator("#standfirst").input_value() == ""


def test_a_browser_without_room_says_so(jorge, saved):
    jorge.context.add_init_script(FULL)
    tab = jorge.open(saved)
    jorge.context.set_offline(True)
    tab.locator("#headline").fill("Nowhere but here")
    tab.wait_for_selector("#kept:has-text('no room')")
    assert "It is kept in this browser" not in tab.locator("#kept").inner_text()
    press(tab, "Save")
    assert "no room" in tab.locator("#kept").inner_text()
    asked = []
    tab.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    tab.close(run_before_unload=True)
    expect(tab.locator("#headline")).to_have_value("Nowhere but here")
    jorge.context.set_offline(False)
    tab.wait_for_selector(KEPT)
    assert asked == ["beforeunload"]


def test_no_text_is_lost_between_two_where_there_is_no_room(jorge, lagging):
    lagging.evaluate("() => {" + FULL + "}")
    lagging.locator("#headline").fill("Typed since")
    press(lagging, "Use it")
    says(lagging, "headline", "Typed under ground")
    press(lagging, "Use it again")
    says(lagging, "headline", "Typed since")
    offer(lagging, "Typed under ground")
    lagging.wait_for_selector(KEPT)


def test_what_was_sent_but_did_not_arrive_is_kept(jorge, beatriz, saved):
    tab = jorge.open(saved)
    jorge.context.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    tab.locator("#headline").fill("Did not arrive")
    press(tab, "Save")
    desk = beatriz.open(saved)
    desk.locator("#standfirst").fill("Of the editor")
    save(desk)
    jorge.context.unroute("**/*")
    tab.close()
    tab = reopen(jorge, saved)
    offer(tab, "Did not arrive")


def test_what_the_server_took_in_is_not_offered_again(jorge, beatriz, saved):
    tab = jorge.open(saved)
    tab.locator("#headline").fill("Of the journalist")
    desk = beatriz.open(saved)
    desk.locator("#headline").fill("Of the editor")
    save(desk)
    tab.locator("#body").fill("Typed a moment before")
    press(tab, "Save")
    tab.wait_for_selector("text=was saved meanwhile by")
    assert tab.locator(OFFERS).count() == 0
    tab.locator("#standfirst").fill("Typed a moment before")
    press(tab, "Use theirs Headline")
    says(tab, "headline", "Of the editor")
    says(tab, "standfirst", "Typed a moment before")
    assert tab.locator(OFFERS).count() == 0
    tab.locator("#standfirst").fill("Not to be kept")
    asked = []
    tab.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    press(tab, "Discard the changes")
    says(tab, "standfirst", "")
    assert asked == ["Discard everything you typed since you last saved?"]
    assert tab.locator(OFFERS).count() == 0
    assert tab.evaluate("Object.keys(localStorage).filter(one => one.startsWith('n4md-typed'))") == []


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_offers_fit_the_screen(browser, site, journalist, size, palette):
    with Device(browser, size, palette, storage_state=journalist) as device:
        tab = begin(device, site)
        address = tab.url
        for number in range(2):
            key = f"n4md-typed/{tab.locator('#writing').get_attribute('data-person')}/{tab.locator('#writing').get_attribute('data-article')}/{number}"
            kept = {"fields": {"headline": f"The lock gate stays shut until the spring tides are over, says the harbour {number}"},
                    "base": 1, "revision": number, "version": 7, "at": 1_790_000_000_000}
            tab.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, json.dumps(kept)])
        tab.close()
        tab = reopen(device, address)
        expect(tab.locator(OFFERS)).to_have_count(2)
        record = device.probe(tab)
        assert record.scrollWidth <= size.width
        assert [record.cutOff, record.tooSmallText, record.tooSmallTargets] == [[]] * 3
        if (size, palette) != (PORTRAIT, "night"):
            tab.get_by_role("button", name="Discard").first.click()
        assert violations(tab) == []
