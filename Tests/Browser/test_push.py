"""Messages on the lock screen: set up in the app, shown by its worker, opened without a connection."""
import json

import pytest

from test_news import KEPT, PAGE, until, visited
from visits import Device


@pytest.fixture(scope="module")
def browser(chromium):
    return chromium


def test_a_message_is_shown_opens_offline_and_is_reported(browser, site):
    """The message as a push service would deliver it, decrypted by the browser: shown, kept with its story, and reported."""
    with Device(browser, permissions=["notifications"]) as device:
        tab = visited(device, site)
        session = device.context.new_cdp_session(tab)
        registrations = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
        session.send("ServiceWorker.enable")
        until(tab, lambda: any(one["scopeURL"] == site.url + PAGE for one in registrations))
        wanted = next(one for one in registrations if one["scopeURL"] == site.url + PAGE)

        def deliver(**said):
            message = {"version": 1, "kind": "story", "message": 1, "article": 9001, "tag": "t", "title": "A bridge by night", "text": "It stands.",
                       "url": site.url + "/articles/a-bridge", "section": "City", "language": "en", "published": "2026-11-22T08:15:00Z",
                       "body": "It stands.\n\n• One\n• Two", "receipt": "no-such-receipt", **said}
            session.send("ServiceWorker.deliverPushMessage", {
                "origin": site.url, "registrationId": wanted["registrationId"], "data": json.dumps(message)})

        shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(one => [one.title, one.body, one.tag])"
        deliver()
        until(tab, f"async () => (await ({shown})()).length === 1")
        assert tab.evaluate(shown) == [["A bridge by night", "It stands.", "t"]]
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.id === 9001)")
        until(tab, "document.querySelector('.list h2').textContent === 'A bridge by night'")
        device.context.set_offline(True)
        tab.goto(site.url + PAGE + "#story-9001")
        tab.wait_for_selector("article:target .text li:text('Two')")
        device.context.set_offline(False)
        # What replaces a message on the screen replaces the story too; a message that is not ours is shown all the same.
        deliver(kind="removal", title="The Breakwater", body=None, silent=True)
        until(tab, f"async () => (await ({shown})()).some(([title]) => title === 'The Breakwater')")
        until(tab, f"async () => !(await ({KEPT})()).stories.some(story => story.id === 9001)")


def test_messages_are_set_up_as_the_reader_wishes(browser, site):
    """The browser's own subscription needs a service that is not here; everything else is real."""
    with Device(browser, permissions=["notifications"]) as device:
        tab = device.open(site.url + PAGE)
        tab.wait_for_selector(".live")
        tab.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        tab.evaluate(SUBSCRIBE)
        tab.goto(site.url + PAGE + "#settings")
        with tab.expect_response(lambda response: "/push/subscriptions" in response.url and response.request.method == "POST") as answer:
            tab.check("input[name=push][value=front]")
        assert answer.value.status == 201
        identifier = answer.value.json()["id"]
        # The app may renew the subscription at the same time, since it has just started.
        with tab.expect_response(lambda response: identifier in response.url and "breaking" in (response.request.post_data or "")) as answer:
            tab.check("input[name=push][value=breaking]")
        assert answer.value.status == 200 and sorted(answer.value.json()["topics"]) == ["breaking", "front"]
        assert answer.value.json()["quiet"] == {"from": "22:00", "to": "07:00"}
        tab.uncheck("input[name=push][value=front]")
        with tab.expect_response(lambda response: identifier in response.url and response.request.method == "DELETE") as answer:
            tab.uncheck("input[name=push][value=breaking]")
        assert answer.value.status == 204 and not tab.locator("#push-fault").is_visible()


# A subscription with real keys, as the Push API gives it (section 8), in place of the browser's, which asks its maker's service.
SUBSCRIBE = """async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
    const keys = { p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    let current = null;
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => current = {
        options: { applicationServerKey: applicationServerKey.buffer },
        toJSON: () => ({ endpoint: 'https://push.example.net/p/' + keys.auth, keys }), unsubscribe: async () => { current = null; return true; } };
}"""
