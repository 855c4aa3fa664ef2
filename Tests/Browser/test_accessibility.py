"""axe finds nothing to mend, in any palette that a page can have."""
import pytest
from axe_playwright_python.sync_playwright import Axe

from pages import PAGES, by_name
from visits import DESKTOP, PORTRAIT, Device

AXE = Axe()
# What a device prefers, and what its reader insists on.
PREFERRED = [(page, {}, palette) for page in PAGES for palette in ("day", "night")]
INSISTED = [(by_name(name), {"palette": palette}, preferred) for name in ("front", "article", "explain")
            for palette, preferred in (("night", "day"), ("day", "night"), ("contrast", "day"))]


def violations(tab):
    """A line for each rule and element."""
    found = AXE.run(tab).response["violations"]
    return [f"{one['id']}: {' '.join(map(str, node['target']))}: "
            + "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])
            for one in found for node in one["nodes"]]


@pytest.mark.parametrize("size", (PORTRAIT, DESKTOP), ids=str)
@pytest.mark.parametrize("page, fields, palette", PREFERRED + INSISTED,
                         ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else str(value))
def test_axe_finds_nothing(browser, site, page, fields, palette, size):
    with Device(browser, size, palette) as device:
        assert violations(device.open(site.url + page.address(**fields), page.settled)) == []
