"""Readers log in by mail, and have on each device what they saved and read on another."""
import re

import pytest

from newspaper import Newspaper
from relay import Relay
from visits import DESKTOP, Device, until, violations

ADDRESS = "ana@example.org"
SHOWN = "document.querySelectorAll('#list article:not([hidden])').length"


@pytest.fixture(scope="module")
def relay():
    return Relay()


@pytest.fixture(scope="module")
def paper(relay):
    newspaper = Newspaper()
    newspaper.environment |= {"N4MD_SMTP_URL": relay.url}
    try:
        newspaper.start()
        yield newspaper
    finally:
        newspaper.remove()


@pytest.fixture
def devices(chromium):
    with Device(chromium, locale="en-GB") as phone, Device(chromium, size=DESKTOP, locale="en-GB") as computer:
        yield phone, computer


def ask(device, paper, relay):
    """The tab that asks for a code, and the mail."""
    count = len(relay.mails)
    tab = device.open(paper.url + "/me")
    tab.get_by_label("Your email address").fill(ADDRESS)
    tab.get_by_role("button", name="Email me the code").click()
    tab.wait_for_selector("#code")
    return tab, relay.wait(count + 1)


def save(device, paper, words):
    """Saves a story in the app; returns the tab."""
    tab = device.open(paper.url + "/news/")
    tab.locator("#list article", has_text=words).first.locator("h2 a").click()
    tab.locator("article:target .save").click()
    until(tab, "document.querySelector('article:target .save').getAttribute('aria-pressed') === 'true'")
    return tab


def saved(tab):
    tab.evaluate("location.hash = 'section-saved'")
    return [words.strip() for words in tab.locator("#list article:not([hidden]) h2 a").all_inner_texts()]


def test_what_is_saved_on_one_device_is_on_the_other(devices, paper, relay):
    phone, computer = devices
    first = save(phone, paper, "Fish stew")
    save(computer, paper, "Night ferry").close()
    # The phone logs in by the code, in the browser that asked; the computer by the link.
    tab, mail = ask(phone, paper, relay)
    code = re.search(r"code (\d{6})", mail)[1]
    tab.fill("#code", "000000" if code != "000000" else "111111")
    tab.get_by_role("button", name="Log in").click()
    assert "This code is wrong" in tab.locator("[role=alert]").inner_text()
    tab.fill("#code", f"{code[:3]} {code[3:]}")
    tab.get_by_role("button", name="Log in").click()
    tab.wait_for_selector(f"text={ADDRESS}")
    tab, mail = ask(computer, paper, relay)
    tab.goto(re.search(r"http\S+", mail)[0])
    tab.get_by_role("button", name="Log in").click()
    tab.wait_for_selector("text=You are logged in in 1 other browser too.")

    first.reload()
    with computer.context.expect_event("response", lambda response: response.url.endswith("/me/sync")):
        second = computer.open(paper.url + "/news/#section-saved")
    until(second, f"{SHOWN} === 2")
    assert {words.split()[0] for words in saved(second)} == {"Fish", "Night"}
    second.reload()
    with phone.context.expect_event("response", lambda response: response.url.endswith("/me/sync")):
        third = phone.open(paper.url + "/news/#section-saved")
    until(third, f"{SHOWN} === 2")

    # What is removed on one goes from the other, and from the page.
    third.locator("#list article:not([hidden]) h2 a", has_text="Fish stew").click()
    with phone.context.expect_event("response", lambda response: response.url.endswith("/me/sync")):
        third.locator("article:target .save").click()
    tab.goto(paper.url + "/me/saved")
    assert [words.split()[0] for words in tab.locator(".rows b").all_inner_texts()] == ["Night"]
    second.reload()
    until(second, f"{SHOWN} === 1")
    assert saved(second)[0].startswith("Night")
    assert "You are logged in" in settings(second) and "Log in with" not in settings(second)

    # The place where reading stopped, and the settings.
    third.evaluate("location.hash = 'list'")
    third.locator("#list article:not([hidden]) h2 a", has_text="Tram 9").first.click()
    until(third, "document.querySelector('article:target .text').offsetHeight > innerHeight")
    third.evaluate("scrollTo(0, document.querySelector('article:target').offsetHeight / 3)")
    until(third, "fact('places').then(places => Object.values(places).some(place => place > 200 && place < 900))")
    settings(third)
    with phone.context.expect_event("response", lambda response: response.url.endswith("/me/sync")):
        third.check("[name=palette][value=night]")
    second.reload()
    until(second, "document.documentElement.classList.contains('night')")
    assert "You are logged in" in settings(second) and second.is_checked("[name=palette][value=night]")
    second.evaluate("location.hash = 'list'")
    second.locator("#list article:not([hidden]) h2 a", has_text="Tram 9").first.click()
    second.get_by_role("button", name="Continue reading").click()
    assert second.evaluate("scrollY > 200") and second.locator(".go-on").count() == 0

    third.evaluate("location.hash = 'list'")
    tab.goto(paper.url + "/me")
    tab.get_by_role("button", name="Delete it all").click()
    assert "is deleted" in tab.locator("[role=status]").inner_text()
    with phone.context.expect_event("response", lambda response: response.url.endswith("/me/sync") and response.status == 401):
        third.reload()
    assert "Log in with" in settings(third), "the app notices that the account is gone, and keeps its own"


def settings(tab):
    tab.evaluate("location.hash = 'settings'")
    until(tab, "document.activeElement.id === 'settings'")
    until(tab, "document.querySelectorAll('#logged-in[hidden],#logged-out[hidden]').length === 1")
    return tab.inner_text("#settings")


def test_what_a_reader_follows_is_a_page_and_a_feed(devices, paper, relay):
    phone, _ = devices
    # What was followed in the app before there was an account is in it.
    tab = phone.open(paper.url + "/news/")
    tab.locator("#list h2 a", has_text="Night ferry").click()
    tab.locator("article:target").get_by_role("button", name="Marta Quintal").click()
    until(tab, "document.querySelector('article:target .mine [aria-pressed=true]')")
    tab.close()
    tab, mail = ask(phone, paper, relay)
    tab.fill("#code", re.search(r"code (\d{6})", mail)[1])
    tab.get_by_role("button", name="Log in").click()
    tab.wait_for_selector(f"text={ADDRESS}")
    app = phone.context.new_page()
    with app.expect_response(lambda answer: "marta-quintal" in (answer.request.post_data or "")) as synced:
        app.goto(paper.url + "/news/")
    assert synced.value.ok
    app.close()
    tab.goto(paper.url + "/sections/sport")
    tab.get_by_role("link", name="Follow in My news").click()
    topics = tab.locator("[name=topic]:checked").evaluate_all("all => all.map(one => one.value)")
    assert sorted(topics) == ["author/marta-quintal", "section/sport"]
    assert violations(tab) == []
    tab.locator("form.settings").first.get_by_role("button", name="Save").click()
    tab.wait_for_selector("[role=status]:has-text('Saved.')")
    headlines = tab.locator(".rows b").all_inner_texts()
    assert any("Avelar" in one for one in headlines)
    assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
    address = tab.locator(".address a").get_attribute("href")
    feed = phone.context.request.get(address)
    assert feed.ok and all(one.split(":")[0] in feed.text() for one in headlines[:3])
    tab.get_by_role("button", name="Make a new address").click()
    tab.wait_for_selector("[role=status]:has-text('a new address')")
    assert phone.context.request.get(address).status == 404
    with tab.expect_download() as list_:
        tab.goto(paper.url + "/me")
        tab.get_by_role("button", name="Download your feeds (OPML)").click()
    assert list_.value.suggested_filename == "my-feeds.opml"
    tab.goto(paper.url + "/me")
    tab.get_by_role("button", name="Delete it all").click()
