"""Messages on the lock screen: shown by the app's worker, opened without a connection."""
import json
from datetime import datetime, timezone

import pytest

from test_news import KEPT, PAGE, visited
from visits import Device, until


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
        # Chromium may forget a notification that is asked for while it is being shown, which takes longest the first time.
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.id === 9001)")
        until(tab, f"async () => (await ({shown})()).length === 1")
        assert tab.evaluate(shown) == [["A bridge by night", "It stands.", "t"]]
        until(tab, "document.querySelector('.list h2').textContent === 'A bridge by night'")
        device.context.set_offline(True)
        tab.goto(site.url + PAGE + "#story-9001")
        tab.wait_for_selector("article:target .text li:text('Two')")
        device.context.set_offline(False)
        # A tap leads to the story: in the app if it came with the message, and otherwise to its own page.
        worker = device.context.service_workers[0]
        deliver(tag="short", article=9002, title="Too long for a message", body=None)
        until(tab, f"async () => (await ({shown})()).length === 2")
        assert sorted(worker.evaluate(TAPPED)) == ["/articles/a-bridge", "/news/#story-9001"]
        # A complete answer without it replaces a story of days ago, but not one that readers were just told of.
        deliver(tag="fresh", article=9003, title="Told of just now", published=datetime.now(timezone.utc).isoformat())
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.id === 9003)")
        worker.evaluate(UPDATED)
        assert [story["id"] for story in tab.evaluate(KEPT)["stories"] if story["id"] > 9000] == [9003]
        # A message may have a headline of its own; the story keeps its.
        deliver(tag="own", article=9004, title="Bridge opens", headline="The new bridge opens to traffic at six", published=datetime.now(timezone.utc).isoformat())
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.id === 9004 && story.title.startsWith('The new bridge'))")
        until(tab, f"async () => (await ({shown})()).some(([title]) => title === 'Bridge opens')")
        # What replaces a message on the screen replaces the story too; a message that is not ours is shown all the same.
        deliver(kind="removal", article=9003, title="The Breakwater", body=None, silent=True)
        until(tab, f"async () => (await ({shown})()).some(([title]) => title === 'The Breakwater')")
        until(tab, f"async () => !(await ({KEPT})()).stories.some(story => story.id === 9003)")


# A complete answer of the newspaper, which has none of the stories of messages.
UPDATED = """async () => {
    const stories = (await keptStories()).filter(({ id }) => id < 9000);
    await accept({ ...await fact('state'), stories }, '');
}"""

# Where a tap on each of the notifications leads.
TAPPED = """async () => {
    const opened = [];
    clients.matchAll = async () => [];
    clients.openWindow = async address => { opened.push(address); };
    for (const one of await registration.getNotifications()) await openMessage(one.data);
    return opened;
}"""
