"""Logging in while many others try: the browser solves a puzzle of the server first."""
import hashlib
from urllib.parse import parse_qs

import pytest

from newsroom import SCREENS, choose_password, log_in
from visits import PORTRAIT, Device, violations

BITS = 16


@pytest.fixture(scope="module")
def person(browser, site):
    """The name of somebody with a password."""
    with Device(browser) as device:
        choose_password(device.open(site.invite("Matilde", "journalist")))
    return "Matilde"


def crowd(device):
    """Has the server's puzzle wanted, as while many wait. What is solved then is not signed by the server, so it counts as none."""
    def harder(route):
        answer = route.fetch()
        puzzle = answer.json()
        assert puzzle["bits"] == 0, "it is quiet"
        route.fulfill(json={"bits": BITS, "puzzle": puzzle["puzzle"]})
    device.context.route("**/admin/log-in/puzzle", harder)


def test_in_a_crowd_the_browser_solves_the_puzzle(browser, site, person):
    with Device(browser) as device:
        crowd(device)
        tab = device.context.new_page()
        log_in(tab, site.url, person)
        tab.wait_for_selector("text=Hello")
        sent = next(request for request in device.requests if request.method == "POST" and request.url.endswith("/admin/log-in"))
        solution = parse_qs(sent.post_data)["solution"][0].split(".")
        assert len(solution) == 5
        digest = hashlib.sha256(f"{solution[2]}.{solution[4]}".encode()).digest()
        assert int.from_bytes(digest[:4], "big") >> (32 - BITS) == 0
        assert [told.text for told in device.complaints if "401" not in told.text] == []


def test_without_an_answer_of_the_server_the_form_is_sent_as_it_is(browser, site, person):
    with Device(browser) as device:
        device.context.route("**/admin/log-in/puzzle", lambda route: route.abort())
        log_in(device.context.new_page(), site.url, person)
        device.context.pages[0].wait_for_selector("text=Hello")


def test_without_script_the_form_works(browser, site, person):
    with Device(browser, PORTRAIT, scripts=False) as device:
        tab = device.context.new_page()
        log_in(tab, site.url, person)
        tab.wait_for_selector("text=Hello")


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_the_words_while_it_works_are_legible(browser, site, size, palette):
    with Device(browser, size, palette) as device:
        tab = device.open(site.url + "/admin/log-in")
        tab.evaluate("document.getElementById('puzzle').hidden = false")
        assert violations(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
