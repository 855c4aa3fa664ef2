"""Pages behave well: no browser warnings, no requests to others, nothing stored, and few requests."""
import pytest

from pages import EXTRA, NONE, PAGES, SCRIPT_LIMIT
from visits import DESKTOP, PORTRAIT, without_request

pytestmark = pytest.mark.parametrize("page", PAGES, ids=str)


@pytest.fixture(params=(PORTRAIT, DESKTOP), ids=str)
def record(request, visited, page):
    return visited(page, request.param)


def test_the_browser_does_not_complain(record):
    """Complaints are script errors, violations of the content security policy, and missing files."""
    assert record.complaints == []


def test_nobody_else_is_asked(record, site):
    assert [address for _, address in record.requests if not address.startswith((site.url + "/", "data:"))] == []


def test_sets_no_cookie(record):
    assert record.cookies == []


def test_eight_requests_at_most_before_pictures(record):
    before = [address for _, address in record.requests if "/media/" not in address]
    assert len(before) <= 8, "\n".join(before)


def test_scripts_are_small(visited, page):
    scripts = visited(page).scripts
    assert sum(scripts) <= SCRIPT_LIMIT
    assert bool(scripts) == (page.script != NONE)


def test_says_the_same_without_scripts(unscripted, visited, page):
    text = unscripted(page).text
    if page.script == NONE:
        assert without_request(text) == without_request(visited(page).text)
    elif page.script == EXTRA:
        assert visited(page).headings[0]["text"] in text
    else:
        assert "script" in text, "it says what is lacking"
