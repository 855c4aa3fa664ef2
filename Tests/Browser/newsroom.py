"""Shared by the newsroom's tests: logging people in, their screens, and using a page without a mouse."""
from types import SimpleNamespace

from test_text_size import STICKING_OUT
from visits import DESKTOP, LANDSCAPE, PORTRAIT, SMALL, Device, unfold, violations

EDITOR, PASSWORD = "Beatriz", "quiet ferry at dawn"
KEPT, WAITING = "#kept:has-text('Autosaved.')", "#kept:has-text('Not sent yet')"
SCREENS = [(SMALL, "day"), (PORTRAIT, "day"), (PORTRAIT, "night"), (LANDSCAPE, "day"), (DESKTOP, "night")]


def choose_password(tab):
    """Chooses a password on the page of an invitation."""
    tab.get_by_label("New password").fill(PASSWORD)
    tab.get_by_label("Repeat the password").fill(PASSWORD)
    tab.get_by_role("button", name="Set the password").click()


def log_in(tab, url, name):
    tab.goto(url + "/admin/")
    tab.get_by_label("Name").fill(name)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Log in").click()


def kept(device, site, name):
    """Stores a person's session in a file; returns its path."""
    path = f"{site.folder}/{name}.json"
    device.context.storage_state(path=path)
    return path


def enter(browser, site, name, role):
    """Invites a person and logs them in; returns the file with the session."""
    with Device(browser) as device:
        tab = device.open(site.invite(name, role))
        choose_password(tab)
        tab.wait_for_selector("text=Hello")
        # Tests write Markdown, which Playwright can fill in; test_editor.py has those of the rich editor.
        tab.evaluate("localStorage.setItem('n4md-text', 'markdown')")
        return kept(device, site, name)


def examine(browser, site, visited, page, size, palette, state):
    """The violations found by axe with all details open, and the number of scripts; from the measured visit if there is one."""
    if (size, palette) in SCREENS:
        return visited(page, size, palette, storage_state=state, is_unfolded=True)
    with Device(browser, size, palette, storage_state=state) as device:
        tab = device.open(site.url + page.path)
        unfold(tab)
        return SimpleNamespace(violations=violations(tab), scriptElements=tab.locator("script").count())


def scrolls_sideways(browser, site, page, state):
    """What sticks out of a page on the smallest screen, and how far it scrolls, for each text size at which it does."""
    with Device(browser, SMALL, storage_state=state) as device:
        tab = device.open(site.url + page.path)
        unfold(tab)
        found = {}
        for percent in (150, 200):
            tab.evaluate("percent => document.documentElement.style.fontSize = percent + '%'", percent)
            found[percent] = tab.evaluate(STICKING_OUT), tab.evaluate("document.documentElement.scrollWidth") - SMALL.width
        return {percent: one for percent, one in found.items() if one != ([], 0)}


def begin(device, site):
    """Begins an article; returns its tab."""
    tab = device.open(site.url + "/admin/")
    tab.get_by_role("button", name="New article").click()
    tab.wait_for_selector("#writing")
    return tab


def save(tab):
    press(tab, "Save")
    tab.wait_for_selector("[role=status]:has-text('Saved.')")


def tab_to(locator):
    """Presses Tab until the element has the focus, as somebody without a mouse would."""
    for _ in range(120):
        locator.page.keyboard.press("Tab")
        if locator.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{locator} is not reached by Tab")


def press(tab, name):
    tab.get_by_role("button", name=name, exact=True).first.click()


def publish(tab):
    """Publishes by the panel, and waits until readers have the article."""
    press(tab, "Publish")
    tab.locator("#publishing .main").click()
    tab.wait_for_selector("#going")
    tab.wait_for_selector("[role=status]:has-text('Published.')")
