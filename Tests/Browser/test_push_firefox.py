"""Messages on the lock screen in Firefox, all of it real: it subscribes at a push service, where our server posts to, decrypts what comes,
shows it, and reports that. What was changed on the way it refuses."""
import time

import pytest

from firefox import Firefox
from pushservice import LIMIT, PushService

# The statuses of the page's requests about subscriptions, which follow the browser's own.
ASKED = """return performance.getEntriesByType('resource').filter(one => one.name.includes('/push/subscriptions')).map(one => one.responseStatus)"""
# No quiet hours: they begin when they end.
ALWAYS = """const [from, to] = ['from', 'to'].map(name => document.querySelector(`[name=${name}]`));
to.value = from.value; to.dispatchEvent(new Event('change', { bubbles: true }))"""
SUBSCRIBED = """const done = arguments[0];
navigator.serviceWorker.ready.then(worker => worker.pushManager.getSubscription()).then(found => done(found !== null))"""
SHOWN = """const done = arguments[0];
navigator.serviceWorker.ready.then(worker => worker.getNotifications())
    .then(all => done(all.map(one => [one.title, one.body])), fault => done([['fault', String(fault)]]))"""


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def firefox(service):
    firefox = Firefox({
        "dom.push.serverURL": f"ws://{service.root}/", "dom.push.testing.allowInsecureServerURL": True, "dom.push.connection.enabled": True,
        "alerts.useSystemBackend": False, "permissions.default.desktop-notification": 1})
    yield firefox
    firefox.close()


def until(condition):
    deadline = time.monotonic() + LIMIT
    while not (found := condition()):
        assert time.monotonic() < deadline, "nothing comes of it"
        time.sleep(0.2)
    return found


def tell(site, headline):
    """Tells readers of the front page of a new article; returns a function that returns what became of it on devices of
    no known kind, such as this one: none of the demo's own of that kind wants it."""
    article = site.send("POST", "articles", {"headline": headline, "section": "city", "status": "published", "body": "<p>In Firefox.</p>"})
    message = site.send("POST", "push/messages", {"article": article["id"], "audience": ["front"], "text": "It came."})["id"]
    return lambda: {one["what"]: one["devices"] for one in site.send("GET", f"push/messages/{message}")["counts"] if one["class"] == "other"}


def test_firefox_subscribes_shows_and_reports_a_message(firefox, service, site):
    # The first visit, which installs the worker when the reader asks.
    firefox.open(site.url + "/news/messages")
    until(lambda: not firefox.run("return document.querySelector('input[value=front]').matches(':disabled')"))
    firefox.run(ALWAYS)
    until(lambda: firefox.run("return !document.getElementById('state').textContent.endsWith('…')"))
    firefox.click("input[value=front]")
    until(lambda: 201 in firefox.run(ASKED))
    assert firefox.run("return document.getElementById('fault').hidden")

    counts = tell(site, "A message in Firefox")
    headers, body = service.posts.get(timeout=LIMIT)
    assert headers["Content-Encoding"] == "aes128gcm" and len(body) <= 4096 and headers["Authorization"].startswith("vapid t=")
    assert service.codes.get(timeout=LIMIT) == 100
    shown = until(lambda: firefox.wait(SHOWN))
    assert shown == [["A message in Firefox", "It came."]]
    until(lambda: counts() == {"sent": 1, "shown": 1})

    service.breaks = True
    counts = tell(site, "A broken message")
    assert service.codes.get(timeout=LIMIT) == 101  # cannot be decrypted
    until(lambda: counts().get("sent"))
    assert firefox.wait(SHOWN) == shown and counts() == {"sent": 1}

    service.breaks = False
    firefox.click("#end")
    until(lambda: 204 in firefox.run(ASKED))
    assert firefox.wait(SUBSCRIBED) is False
