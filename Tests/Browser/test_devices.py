"""The three devices of `/ws/form`: what their sliders change, what the address keeps, and what works without a script."""
import re

import pytest
from playwright.sync_api import expect

from newsroom import tab_to
from visits import DESKTOP, EDGE, PORTRAIT, Device, violations

FORM = "/ws/form"


@pytest.fixture
def device(browser):
    with Device(browser, DESKTOP) as device:
        yield device


def card(tab, name):
    return tab.locator(f"#device-{name}")


def slide(tab, name, label, value):
    card(tab, name).get_by_label(label).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input', { bubbles: true })); }", str(value))


def wait(tab, name, words):
    """Waits until the words are among what is said about a device, and its answer has come."""
    expect(card(tab, name).locator(".got")).to_contain_text(words)
    expect(tab.locator("#devices")).not_to_have_class("busy")


def figures(tab):
    return tab.locator(".sum").all_inner_texts()


def weight(tab, name):
    """The weight in kB."""
    return float(re.match(r"[\d.]+", card(tab, name).locator(".sum").inner_text())[0])


def are_same(one, other):
    """Whether figures are the same but for the kB that a page loses when it is compressed once more, which happens once it is asked for again."""
    def parts(figures):
        return [(float(text.split()[0].replace(",", "")), text.split()[2:]) for text in figures]
    return all(abs(weight - former) <= max(1, former / 100) and rest == was for (weight, rest), (former, was) in zip(parts(one), parts(other)))


def test_a_link_changes_the_frame_the_figures_and_the_address(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    before = figures(tab)
    length = tab.evaluate("history.length")
    with tab.expect_response(lambda answer: "piece=1" in answer.url):
        slide(tab, "phone", "Connection", 0)
    wait(tab, "phone", "GPRS or slower")
    after = figures(tab)
    assert are_same((after[0], after[2]), (before[0], before[2])) and after[1] != before[1]
    assert "phone_link=gprs" in tab.url
    tab.frame("device-phone").wait_for_url(re.compile("network=gprs"))
    assert tab.evaluate("history.length") == length, "nothing to go back through"
    assert card(tab, "phone").get_by_label("Connection").get_attribute("aria-valuetext") == "GPRS (2G)"


def test_a_device_changes_no_other(device, site):
    """A script's request takes pictures in the same formats as the page did, so the other devices weigh the same as before."""
    tab = device.open(site.url + FORM, "networkidle")
    before = figures(tab)
    with tab.expect_response(lambda answer: "piece=1" in answer.url):
        slide(tab, "feature", "Battery", 79)
    expect(tab.locator("#devices")).not_to_have_class("busy")
    assert are_same(figures(tab), before)


def test_a_battery_changes_what_comes(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    full = weight(tab, "tablet")
    slide(tab, "tablet", "Battery", 5)
    wait(tab, "tablet", "Battery below 10%")
    assert weight(tab, "tablet") < full
    assert "5%" in tab.locator(".weight li").nth(2).inner_text()


def test_only_the_last_of_many_changes_is_shown(device, site):
    """Older requests are given up, and come too late if they come at all."""
    tab = device.open(site.url + FORM, "networkidle")
    asked = []
    tab.on("request", lambda request: asked.append(request.url) if "piece=1" in request.url else None)
    # As fast as a finger slides, which calls from here are not on a busy machine.
    with tab.expect_response(lambda answer: "piece=1" in answer.url):
        card(tab, "feature").get_by_label("Connection").evaluate("""slider => {
            for (const value of [0, 1, 2, 3, 4]) {
                slider.value = value;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }
        }""")
    expect(tab.locator("#devices")).not_to_have_class("busy")
    assert len(asked) == 1 and "feature_link=4g" in asked[0]


def test_a_slow_answer_gives_way_to_a_later_one(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    held = []
    tab.route(re.compile("piece=1.*"), lambda route: held.append(route) if not held else route.continue_())
    with tab.expect_request(re.compile("piece=1")):
        slide(tab, "phone", "Connection", 5)
    with tab.expect_event("requestfailed"):
        slide(tab, "phone", "Connection", 1)
    wait(tab, "phone", "EDGE or 2G):")


def test_the_copied_link_restores_the_state(browser, site):
    with Device(browser, DESKTOP, permissions=["clipboard-read", "clipboard-write"]) as device:
        tab = device.open(site.url + FORM, "networkidle")
        slide(tab, "phone", "Connection", 5)
        slide(tab, "phone", "Battery", 70)
        wait(tab, "phone", "would open the app")
        tab.get_by_role("button", name="Copy link").click()
        tab.wait_for_selector("text=Copied")
        link = tab.evaluate("navigator.clipboard.readText()")
        again = device.open(link, "networkidle")
        assert are_same(figures(again), figures(tab))
        assert card(again, "phone").get_by_label("Battery").input_value() == "70"
        assert "phone_battery=70" in link and link.startswith(site.url)


def test_the_figures_say_so_if_there_is_no_answer(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    before = figures(tab)
    device.context.set_offline(True)
    slide(tab, "phone", "Connection", 0)
    tab.wait_for_selector("text=The server did not answer.")
    assert figures(tab) == before


def test_the_sliders_work_with_the_keyboard_and_frames_are_passed_over(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    slider = card(tab, "phone").get_by_label("Connection")
    tab_to(slider)
    tab.keyboard.press("ArrowLeft")
    wait(tab, "phone", "EDGE or 2G):")
    assert tab.evaluate("document.activeElement.getAttribute('aria-valuetext')") == "EDGE (2G)", "the focus stays"
    tab_to(tab.locator("#fields > summary"))


def test_frames_are_drawn_to_their_true_proportions(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    sizes = tab.eval_on_selector_all(".screen iframe", """all => all.map(frame => {
        const box = frame.getBoundingClientRect(), screen = frame.parentElement.getBoundingClientRect();
        return [frame.clientWidth, frame.clientHeight, box.width / frame.clientWidth, Math.round(box.width - screen.width)];
    })""")
    assert [size[:2] for size in sizes] == [[240, 320], [390, 844], [1180, 820]]
    assert len({round(size[2], 3) for size in sizes}) == 1, "one scale for all"
    assert all(size[3] == 0 for size in sizes)


def test_bars_are_drawn_to_scale(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    bars = tab.eval_on_selector_all(".weight li", """all => all.map(row => [
        parseFloat(row.querySelector('.value').textContent),
        [...row.querySelectorAll('rect')].reduce((sum, bar) => sum + bar.getBoundingClientRect().width, 0),
        row.querySelector('svg').getBoundingClientRect().left, row.querySelector('svg').getBoundingClientRect().width])""")
    end = float(re.match(r"\d+", tab.locator(".weight .axis span").last.inner_text())[0])
    for kilobytes, length, left, width in bars:
        assert length / width == pytest.approx(kilobytes / end, abs=0.003)
        assert (left, width) == (bars[0][2], bars[0][3]), "one axis"


def test_links_and_batteries_are_a_plain_form_without_scripts(browser, site):
    with Device(browser, PORTRAIT, scripts=False) as device:
        tab = device.open(site.url + FORM)
        card(tab, "phone").get_by_label("Connection").select_option("gprs")
        card(tab, "phone").get_by_label("Battery").fill("60")
        tab.get_by_role("button", name="Show").click()
        assert "GPRS" in card(tab, "phone").inner_text()
        assert "network=gprs&battery=60" in card(tab, "phone").get_by_role("link", name="Open this page").get_attribute("href")
        card(tab, "phone").get_by_role("link", name="What an app would get instead, story by story").click()
        assert "GPRS" in tab.inner_text("main")


def test_the_readers_own_link_plays_no_part(browser, site):
    """The figures are those of the devices, not of whoever looks at them."""
    found = []
    for link in (EDGE, None):
        with Device(browser, DESKTOP, link=link) as device:
            found.append(figures(device.open(site.url + FORM, "networkidle")))
    assert found[0] == found[1]


def test_the_fields_ask_nothing_until_they_are_unfolded(device, site):
    tab = device.open(site.url + FORM, "networkidle")
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    assert not [one for one in device.requests if one.url.startswith(site.url + "/ws?")]
    tab.click("#fields > summary")
    tab.wait_for_selector("#code:has-text('200 OK')")
    tab.select_option("#context [name=network]", "edge")
    expect(tab).to_have_url(re.compile("[?&]network=edge"))
    slide(tab, "phone", "Connection", 0)
    wait(tab, "phone", "GPRS or slower")
    assert "phone_link=gprs" in tab.url and "&network=edge" in tab.url.replace("?", "&")


def test_a_page_with_fields_of_its_own_asks_about_itself(device, site):
    tab = device.open(site.url + "/m/?network=wifi&battery=15")
    link = tab.get_by_role("link", name="Why this version?")
    assert link.get_attribute("href").endswith("?network=wifi&battery=15&why=1")
    # Whence the reader comes is not told where a link is opened anew.
    other = device.open(link.evaluate("one => one.href"))
    assert "Battery between 10 and 19%" in other.inner_text("main")
    other.get_by_role("link", name="Back to the page").click()
    assert other.url.endswith("/m/?network=wifi&battery=15")


def test_the_full_edition_keeps_a_described_device(browser, site):
    with Device(browser, DESKTOP) as device:
        tab = device.open(site.url + "/edition/?network=wifi&battery=5&settings=none")
        tab.locator(".list h2 a").first.click()
        tab.wait_for_selector("#detail h1")
        assert "/edition/articles/" in tab.url and "battery=5" in tab.url
        ask = tab.get_by_role("link", name="Why this version?")
        assert "/edition/articles/" in ask.get_attribute("href") and "battery=5" in ask.get_attribute("href")
        tab.go_back()
        tab.wait_for_selector("#detail", state="detached")
        assert ask.get_attribute("href").startswith("/edition/?")
        tab.goto(site.url + "/edition/sections", referer=tab.url)
        assert "battery=5" in tab.url


def test_a_story_beside_the_list_has_its_tools(browser, site):
    with Device(browser, DESKTOP) as device:
        tab = device.open(site.url + "/edition/?network=wifi")
        links = tab.locator(".list h2 a")
        for number in (0, 1):
            links.nth(number).click()
            expect(tab.locator("#detail h1")).to_have_text(links.nth(number).inner_text())
            for button in ("#keep", "#save", "#share"):
                expect(tab.locator("#detail " + button)).to_be_visible()
            # Times are as people say them.
            times = tab.locator("#detail .rows .meta time").all_inner_texts()
            assert times and not any(re.search(r"\d{4}, \d\d:\d\d", time) for time in times)
        device.context.set_offline(True)
        tab.locator("#keep").click()
        expect(tab.locator("#keep")).to_contain_text("Not saved")
        # Each story that is opened can be saved.
        device.context.set_offline(False)
        for number in (1, 0):
            links.nth(number).click()
            expect(tab.locator("#detail h1")).to_have_text(links.nth(number).inner_text())
            tab.locator("#keep").click()
            expect(tab.locator("#keep")).to_have_text("Saved in the app")
        assert violations(tab) == []
