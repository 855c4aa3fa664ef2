"""Every kind of page fits every screen: nothing is cut off, too small to read or to touch, or moves."""
import pytest

from pages import PAGES
from visits import PORTRAIT, SIZES

SCREENS = [(size, "day") for size in SIZES] + [(PORTRAIT, "night")]


@pytest.fixture(params=PAGES, ids=str, scope="module")
def page(request):
    return request.param


@pytest.fixture(params=SCREENS, ids=lambda screen: f"{screen[0]}-{screen[1]}", scope="module")
def screen(request):
    return request.param


@pytest.fixture
def record(visited, page, screen):
    return visited(page, *screen)


def test_is_the_page_that_was_asked_for(record, page):
    assert record.status == page.status
    assert len([heading for heading in record.headings if heading["level"] in (2, 3)]) >= page.stories


def test_does_not_scroll_sideways(record, screen):
    assert record.scrollWidth <= screen[0].width


def test_nothing_is_cut_off(record):
    assert record.cutOff == []


def test_text_can_be_read(record):
    assert record.tooSmallText == []


def test_targets_can_be_hit(record):
    assert record.tooSmallTargets == []


def test_pictures_are_there_and_have_a_size(record):
    assert record.badImages == []


def test_nothing_shifts(record):
    assert record.shifts == []


def test_headings_are_in_order(record):
    levels = [heading["level"] for heading in record.headings]
    assert levels.count(1) == 1, record.headings
    assert all(after <= before + 1 for before, after in zip([0] + levels, levels)), record.headings
    assert all(heading["text"] for heading in record.headings)


def test_the_paper_is_light_by_day_and_dark_by_night(record, screen):
    assert min(record.paper) > 230 if screen[1] == "day" else max(record.paper) < 40
