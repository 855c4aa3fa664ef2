"""axe finds no violation in any palette of a page."""
import pytest

from pages import PAGES, by_name
from visits import DESKTOP, LOOKS, PORTRAIT, Device, violations

# Palettes preferred by the device, and those chosen by the reader.
PREFERRED = [(page, {}, palette) for page in PAGES for palette in ("day", "night")]
INSISTED = [(by_name(name), {"palette": palette}, preferred) for name in ("front", "article", "explain")
            for palette, preferred in (("night", "day"), ("day", "night"), ("contrast", "day"))]


@pytest.mark.parametrize("size", (PORTRAIT, DESKTOP), ids=str)
@pytest.mark.parametrize("page, fields, palette", PREFERRED + INSISTED,
                         ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else str(value))
def test_axe_finds_nothing(browser, site, visited, page, fields, palette, size):
    if not fields and (size, palette) in LOOKS:
        assert visited(page, size, palette).violations == []
        return
    with Device(browser, size, palette) as device:
        assert violations(device.open(site.url + page.address(**fields), page.settled)) == []
