"""The newsroom as its people see it: pages that fit every screen, and logging in."""
import base64
import hashlib
import hmac
import struct
import time

import pytest

from newsroom import PASSWORD, SCREENS, choose_password, examine, kept, log_in, press, scrolls_sideways, tab_to
from pages import EXTRA, NONE, Page
from test_editor import IS_THERE, TEXT, needs_editor, paste, rich
from test_markup import nu_errors
from visits import DESKTOP, LOOKS, STYLE, Device, violations

CHIEF = "Dona Amélia"
# The log-in page works without its script, which solves puzzles in a crowd.
OPEN = [Page("log-in", "/admin/log-in", script=EXTRA), Page("way-in", "/admin/people", status=401, script=EXTRA),
        Page("link-is-over", "/admin/welcome/none", status=404, script=EXTRA)]
INSIDE = [Page("today", "/admin/"), Page("account", "/admin/account"), Page("second-factor", "/admin/account/second-factor", script=EXTRA), Page("people", "/admin/people"),
          Page("webhooks", "/admin/webhooks"), Page("webhook", "/admin/webhooks/1"),
          Page("sources", "/admin/sources"), Page("source", "/admin/sources/1"),
          Page("subscribers", "/admin/websub"), Page("same-story", "/admin/articles/1/cluster"), Page("same-story-found", "/admin/articles/1/cluster?q=the"),
          Page("settings", "/admin/settings", script=EXTRA), Page("standing-pages", "/admin/settings/pages", script=EXTRA),
          Page("standing-page", "/admin/settings/pages/imprint", script=EXTRA), Page("policy", "/admin/settings/policy", script=EXTRA),
          Page("mail-delivery", "/admin/letters/delivery?check=1", script=EXTRA),
          Page("who-wrote-it", "/admin/articles/1/authors"), Page("audit", "/admin/audit")]
PAGES = OPEN + INSIDE


def code(key):
    """The code that an authenticator app shows now (RFC 6238)."""
    digest = hmac.new(base64.b32decode(key.replace(" ", "")), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7fffffff) % 1000000:06}"


def add_webhook(tab, url):
    """Adds a webhook to a forbidden address, and waits until its log says so."""
    tab.goto(url + "/admin/webhooks")
    tab.get_by_label("Address").fill("http://127.0.0.1:9/a-rather-long-address-as-services-have-them/" + "0123456789abcdef" * 4)
    tab.get_by_label("Description").fill("The partner's archive")
    tab.get_by_label("an article is removed for good").uncheck()
    tab.get_by_role("button", name="Add a webhook").click()
    assert tab.get_by_label("The secret by which").input_value().startswith("whsec_")
    tab.get_by_role("button", name="Send a test").click()
    page = tab.url.split("?")[0]
    for _ in range(100):
        tab.goto(page)
        if "not on the open internet" in tab.content():
            return
    raise AssertionError("the log says nothing of the test")


def add_source(tab, url):
    """Imports a list with a source that may not be fetched, and waits until its page says so."""
    feed = "http://127.0.0.1:9/a-rather-long-address-as-feeds-have-them/" + "0123456789abcdef" * 4
    tab.goto(url + "/admin/sources")
    tab.get_by_text("Import a list of feeds").first.click()
    tab.get_by_label("Or paste the list").fill(f'<opml version="2.0"><body><outline text="The partner&apos;s wire" xmlUrl="{feed}"/></body></opml>')
    tab.get_by_role("button", name="Import a list of feeds").click()
    assert "1 source added." in tab.content()
    for _ in range(100):
        tab.goto(url + "/admin/sources/1")
        if "not on the open internet" in tab.content():
            return
    raise AssertionError("the history says nothing of the fetch")


def show_markdown(tab):
    """Hides the rich editor, if set-up could fetch it."""
    if IS_THERE:
        tab.get_by_role("button", name="Write in Markdown").click()


def add_page(tab, url):
    """Writes the imprint."""
    tab.goto(url + "/admin/settings/pages")
    tab.get_by_label("Title", exact=True).fill("Imprint")
    show_markdown(tab)
    tab.locator("#body").fill("The Harbour Press\n\n## Who is responsible\n\n- [Ana Lopes](mailto:ana@harbour.example)")
    tab.get_by_role("button", name="Publish page").click()
    tab.wait_for_selector("text=The page is published.")


@pytest.fixture(scope="module")
def session(browser, site):
    """The file with the stored session of an invited chief."""
    link = site.invite(CHIEF, "chief")
    with Device(browser) as device:
        tab = device.open(link)
        assert tab.get_by_label("Name").input_value() == CHIEF
        choose_password(tab)
        tab.wait_for_selector("text=Hello, Dona Amélia.")
        add_webhook(tab, site.url)
        add_source(tab, site.url)
        add_page(tab, site.url)
        return kept(device, site, CHIEF)


@pytest.fixture
def inside(browser, session):
    """A phone with the chief logged in."""
    with Device(browser, storage_state=session) as device:
        yield device


@pytest.fixture(params=PAGES, ids=str)
def page(request):
    return request.param


def state(page, session):
    return session if page in INSIDE else None


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, session, page, size, palette):
    record = visited(page, size, palette, storage_state=state(page, session), is_unfolded=True)
    assert record.status == page.status
    assert record.scrollWidth <= size.width
    assert [record.cutOff, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6
    levels = [heading["level"] for heading in record.headings]
    assert levels.count(1) == 1 and all(after <= before + 1 for before, after in zip([0] + levels, levels))
    assert min(record.paper) > 230 if palette == "day" else max(record.paper) < 40


def test_does_not_scroll_sideways_at_any_text_size(browser, site, session, page):
    assert scrolls_sideways(browser, site, page, state(page, session)) == {}


@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
def test_axe_finds_nothing(browser, site, visited, session, page, size, palette):
    record = examine(browser, site, visited, page, size, palette, state(page, session))
    assert record.violations == []
    assert record.scriptElements == (0 if page.script == NONE else 1)


@needs_editor
def test_a_page_is_written_with_formatting_and_without_pictures(browser, site, session):
    with rich(browser, session) as device:
        tab = device.open(site.url + "/admin/settings/pages")
        tab.get_by_label("Title", exact=True).fill("House rules")
        tab.locator(TEXT).click()
        press(tab, "Heading")
        tab.keyboard.type("Be kind")
        tab.keyboard.press("Enter")
        paste(tab, picture=base64.b64encode(b"a picture").decode())
        tab.wait_for_selector("text=Pages cannot hold pictures.")
        assert tab.get_by_role("toolbar").get_by_role("button", name="Picture").count() == 0
        paste(tab, html="<p>No <b>smoking</b>.</p><img src='data:image/png;base64,AAAA'>")
        tab.get_by_role("button", name="Publish page").click()
        tab.wait_for_selector("h1:has-text('House rules')")
        tab.wait_for_selector(TEXT + " strong")
        assert "<h2>Be kind</h2><p>No <strong>smoking</strong>.</p>" in device.context.request.get(site.url + "/pages/house-rules?network=wifi").text()
        assert device.complaints == []


def test_nu_finds_no_error_and_chromium_understands_the_style(browser, site, session, tmp_path):
    with Device(browser, storage_state=session) as device:
        for page in INSIDE:
            (tmp_path / f"{page}.html").write_text(device.context.request.get(site.url + page.path).text())
        tab = device.open(site.url + "/admin/")
        sheet = tab.get_attribute("link[rel=stylesheet]", "href")
        assert tab.evaluate(STYLE, [device.context.request.get(site.url + sheet).text()]) == []
    with Device(browser) as device:
        for page in OPEN:
            (tmp_path / f"{page}.html").write_text(device.context.request.get(site.url + page.path, headers={"Accept": "text/html"}).text())
    assert nu_errors(tmp_path) == {}


def test_the_way_in_leads_to_the_page_that_was_wanted(browser, site, session):
    with Device(browser) as device:
        tab = device.open(site.url + "/admin/people")
        tab.get_by_label("Name").fill(CHIEF.lower())
        tab.get_by_label("Password").fill("wrong")
        tab.keyboard.press("Enter")
        assert "You cannot log in with this name" in tab.get_by_role("alert").inner_text()
        assert tab.get_by_label("Name").input_value() == CHIEF.lower(), "what was typed is still there"
        tab.get_by_label("Password").fill(PASSWORD)
        tab.keyboard.press("Enter")
        tab.wait_for_selector("h1:has-text('People')")
        assert tab.evaluate("document.cookie") == "", "no script reads the session"
        assert not [one for one in device.context.cookies(site.url + "/m/")], "readers' pages are not told"
        tab.get_by_role("button", name="Log out").click()
        tab.wait_for_selector("text=You are logged out.")
        tab.go_back()
        assert tab.locator("input[type=password]").count() == 1, "what was on the screen is not kept"


def test_the_second_factor_by_keyboard_alone(browser, site, session):
    link = site.invite("Rui", "editor")
    with Device(browser, DESKTOP) as device:
        tab = device.open(link)
        keys = tab.keyboard

        tab_to(tab.get_by_label("New password"))
        keys.type(PASSWORD)
        tab_to(tab.get_by_label("Repeat the password"))
        keys.type(PASSWORD)
        keys.press("Enter")
        tab.wait_for_selector("text=Your password has been set.")
        tab.wait_for_selector("text=Hello")
        tab_to(tab.get_by_role("link", name="Account"))
        keys.press("Enter")
        tab.wait_for_selector("h1:has-text('Account')")
        tab_to(tab.get_by_role("link", name="Set up authenticator app"))
        keys.press("Enter")
        key = tab.get_by_label("Key", exact=True).input_value()
        tab_to(tab.get_by_label("six digits"))
        keys.type(code(key))
        tab_to(tab.get_by_label("current password"))
        keys.type(PASSWORD)
        keys.press("Enter")
        tab.wait_for_selector("text=Your recovery codes")
        assert len(tab.get_by_label("Your recovery codes").input_value().split()) == 10
        tab_to(tab.get_by_role("link", name="I have stored them"))
        keys.press("Enter")
        tab.wait_for_selector("h1:has-text('Account')")
        tab_to(tab.get_by_role("button", name="Log out"))
        keys.press("Enter")
        tab.wait_for_selector("text=You are logged out.")
        log_in(tab, site.url, "Rui")
        tab.wait_for_selector("text=One more step")
        assert violations(tab) == []


def test_a_chief_invites_and_shuts_out(browser, site, inside):
    tab = inside.open(site.url + "/admin/people")
    tab.locator("#name").fill("<script>alert(1)</script>")
    tab.get_by_role("button", name="Invite a colleague").click()
    link = tab.locator("#link").input_value()
    assert "<script>alert(1)</script>" in tab.inner_text("main")
    assert tab.locator("script:not([src])").count() == 0
    with Device(browser) as other:
        assert other.open(link).get_by_label("Name").input_value() == "<script>alert(1)</script>"
        row = tab.locator("li", has_text="<script>")
        row.locator("summary", has_text="Change").click()
        row.locator("summary", has_text="Remove access").click()
        row.get_by_role("button", name="Remove access", exact=True).click()
        tab.wait_for_selector("text=Access removed.")
        assert "This link is no longer valid" in other.open(link).get_by_role("alert").inner_text()
