"""What the tests of the newsroom share: people who are logged in, the screens they have, and a way through a page without a mouse."""
from visits import DESKTOP, LANDSCAPE, PORTRAIT, SMALL, Device

EDITOR, PASSWORD = "Beatriz", "quiet ferry at dawn"
KEPT, WAITING = "#kept:has-text('Kept.')", "#kept:has-text('Not sent yet')"
SCREENS = [(SMALL, "day"), (PORTRAIT, "day"), (PORTRAIT, "night"), (LANDSCAPE, "day"), (DESKTOP, "night")]
LOOKS = [(PORTRAIT, "day"), (PORTRAIT, "night"), (DESKTOP, "day")]


def choose_password(tab):
    """On the page to which an invitation leads."""
    tab.get_by_label("New password").fill(PASSWORD)
    tab.get_by_label("The same again").fill(PASSWORD)
    tab.get_by_role("button", name="Set the password").click()


def log_in(tab, url, name):
    tab.goto(url + "/admin/")
    tab.get_by_label("Name").fill(name)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Log in").click()


def enter(browser, site, name, role):
    """What a browser keeps of somebody who was invited and logged in."""
    with Device(browser) as device:
        tab = device.open(site.invite(name, role))
        choose_password(tab)
        log_in(tab, site.url, name)
        tab.wait_for_selector("text=Good day")
        return device.context.storage_state()


def begin(device, site):
    """Begins an article and gives the tab with it."""
    tab = device.open(site.url + "/admin/")
    tab.get_by_role("button", name="New article").click()
    tab.wait_for_selector("#writing")
    return tab


def save(tab):
    press(tab, "Save")
    tab.wait_for_selector("[role=status]:has-text('Saved.')")


def tab_to(locator):
    """Steps on to what a locator finds, as somebody without a mouse does."""
    for _ in range(120):
        locator.page.keyboard.press("Tab")
        if locator.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{locator} is not reached by Tab")


def press(tab, name):
    tab.get_by_role("button", name=name, exact=True).first.click()
