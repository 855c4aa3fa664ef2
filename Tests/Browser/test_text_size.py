"""Readers who need large text: all text grows, and no page scrolls sideways on the smallest screen (WCAG 2.2, 1.4.4 and 1.4.10)."""
import pytest

from pages import PAGES
from visits import SMALL, Device

# The elements that stick out on the right, except within one that scrolls or cuts by itself, and those that nobody sees.
# On a phone `innerWidth` grows with what sticks out, but never the screen.
STICKING_OUT = """() => [...document.querySelectorAll('body *')].filter(node => {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || !node.checkVisibility() || box.right <= Math.min(innerWidth, screen.width) + 1) return false;
    for (let outer = node; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (style.visibility === 'hidden' || outer !== node && style.overflowX !== 'visible') return false;
    }
    return true;
}).slice(0, 5).map(node => `${node.localName}.${node.className}: ${node.textContent.trim().slice(0, 40)}`)"""

# The buttons and fields whose text does not grow.
TOO_SMALL = """percent => [...document.querySelectorAll('button, input, select, textarea')].filter(node =>
    node.checkVisibility() && parseFloat(getComputedStyle(node).fontSize) < 16 * percent / 100 - .5).map(node => node.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def small(browser):
    with Device(browser, SMALL) as device:
        yield device


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_fits_and_grows_with_any_text_size(small, site, page):
    tab = small.open(site.url + page.path, page.settled)
    try:
        for percent in (100, 150, 200):
            tab.evaluate("percent => document.documentElement.style.fontSize = percent + '%'", percent)
            assert (percent, tab.evaluate("document.documentElement.scrollWidth"), tab.evaluate(STICKING_OUT)) == (percent, SMALL.width, [])
            assert tab.evaluate(TOO_SMALL, percent) == [], percent
    finally:
        tab.close()
