"""The probes find every fault on a page that has them all."""
import pytest

from visits import LISTEN, Device

FAULTY = """<!DOCTYPE html><title>Faults</title><meta name=viewport content="width=device-width"><body style="margin:0;font:16px/1.5 serif">
<h1>Faults</h1><h3>No second level</h3>
<p id=small style="font-size:12px">Text too small to be read in a tram</p>
<p id=clipped style="width:99px;overflow:hidden;white-space:nowrap">This line is longer than its box</p>
<p id=scrolled style="width:99px;overflow:auto;white-space:nowrap">This line is longer too, but can be scrolled</p>
<p id=wide style="width:600px">%s</p>
<p><a id=low href=#x>Low</a></p><p>In a sentence of some length a <a id=inline href=#x>link</a> may be as low as the line.</p>
<p><a id=high href=#x style="display:inline-block;line-height:48px;min-width:48px">High</a></p>
<p><label id=label style="display:block;line-height:48px"><input type=checkbox> A label makes its box as large as itself</label></p>
<img id=lost src="data:image/png;base64,none"><script>setTimeout(() => document.body.prepend(document.createElement('hr'), 'pushed'), 300)</script>
""" % ("words " * 40)


@pytest.fixture(scope="module")
def record(browser):
    with Device(browser) as device:
        device.context.add_init_script(LISTEN)
        device.context.route("http://faulty.test/", lambda route: route.fulfill(body=FAULTY, content_type="text/html"))
        tab = device.open("http://faulty.test/")
        tab.wait_for_function("window.layoutShifts.length")
        return device.probe(tab)


@pytest.mark.parametrize("probe, found, spared", (
    ("tooSmallText", "#small", "#low"), ("cutOff", "#clipped", "#scrolled"), ("cutOff", "#wide", "#low"),
    ("tooSmallTargets", "#low", "#inline"), ("tooSmallTargets", "#low", "#high"), ("tooSmallTargets", "#low", "input"),
    ("badImages", "without width", "https:"), ("badImages", "not loaded", "https:"), ("shifts", "pushed", "https:")))
def test_the_probe_finds_the_fault_and_nothing_else(record, probe, found, spared):
    told = "\n".join(getattr(record, probe))
    assert found in told
    assert spared not in told


def test_other_faults_are_told(record):
    assert [heading["level"] for heading in record.headings] == [1, 3]
    assert record.scrollWidth > 390
    assert record.paper == [255, 255, 255]
