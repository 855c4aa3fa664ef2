"""Every kind of page in Firefox: on a small phone's width and a desktop's, at each size of text, nothing sticks out or is too small to hit."""
import pytest

from firefox import Firefox
from pages import PAGES
from test_text_size import STICKING_OUT
from visits import DESKTOP, LEAST_TARGET, SMALL

# Buttons, fields and links that are no part of a sentence, with their heights.
TOO_LOW = f"""return [...document.querySelectorAll('button,summary,select,input:not([type=hidden],[type=checkbox],[type=radio]),nav a')]
    .filter(node => node.checkVisibility({{visibilityProperty: true}}) && node.getBoundingClientRect().height < {LEAST_TARGET} - 0.5)
    .map(node => `${{node.localName}}.${{node.className}}: ${{node.getBoundingClientRect().height}}`)"""


# For the session: a module's fixture would be made anew for each page, since a process runs all tests of a page, whatever their module.
@pytest.fixture(scope="session")
def firefox():
    firefox = Firefox()
    yield firefox
    firefox.close()


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=str)
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_fits_in_firefox(firefox, site, page, size):
    firefox.open(site.url + page.path)
    firefox.resize(size.width)
    for percent in (100, 150, 200):
        firefox.run("document.documentElement.style.fontSize = arguments[0] + '%'", percent)
        # Without scroll bars, as on phones: with one, what is as wide as the window would stick out.
        assert firefox.run("return document.documentElement.scrollWidth <= innerWidth"), percent
        assert firefox.run(f"return ({STICKING_OUT})()") == [], percent
        assert firefox.run(TOO_LOW) == [], percent
