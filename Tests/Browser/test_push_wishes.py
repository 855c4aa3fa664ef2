"""Messages on the lock screen, as readers choose them: on their page, in lists and stories, and never unasked. The browser's own subscription needs
its maker's service, which is not here; everything else is real."""
import contextlib

import pytest

from test_news import PAGE
from visits import DESKTOP, Device, until

WISHES = "/news/messages"
AUTHOR = "/authors/hugo-sequeira"
FERRY = "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years"
# A subscription with real keys, as the Push API gives it (section 8), in place of the browser's; it outlives the page.
SUBSCRIBE = """(() => {
    const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
    const made = said => said && { options: { applicationServerKey: Uint8Array.from(said.key).buffer },
        toJSON: () => ({ endpoint: 'https://push.example.net/p/' + said.keys.auth, keys: said.keys }),
        unsubscribe: async () => { localStorage.removeItem('test-push'); return true; } };
    PushManager.prototype.getSubscription = async () => made(JSON.parse(localStorage.getItem('test-push')));
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
        const keys = { p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
        localStorage.setItem('test-push', JSON.stringify({ key: Array.from(applicationServerKey), keys }));
        return PushManager.prototype.getSubscription();
    };
})()"""
# Counts what a page asks the reader for.
WATCH = """(() => {
    self.asked = [];
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => { asked.push('messages'); return ask(); };
    const locate = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    navigator.geolocation.getCurrentPosition = (...all) => { asked.push('place'); return locate(...all); };
})()"""
PORTO = {"latitude": 41.1579, "longitude": -8.6291}


@pytest.fixture(scope="module")
def browser(chromium):
    return chromium


@pytest.fixture
def reader(browser):
    """A device that allows everything."""
    with Device(browser, permissions=["notifications", "geolocation"], geolocation=PORTO) as device:
        device.context.add_init_script(SUBSCRIBE)
        device.context.add_init_script(WATCH)
        yield device


@contextlib.contextmanager
def told(tab, method, holds=lambda said: True):
    """Waits for what the newspaper is told of the subscription. Each page also renews it when it opens; `holds` tells what is waited for from that."""
    said = {}
    with tab.expect_response(lambda answer: "/push/subscriptions" in answer.url and answer.request.method == method
                             and (method == "DELETE" or holds(answer.request.post_data_json))) as answer:
        yield said
    said["status"] = answer.value.status
    if method != "DELETE":
        said.update(answer.value.json())


def box(tab, topic):
    return tab.locator(f"input[value='{topic}']")


def open_wishes(device, site, query=""):
    tab = device.open(site.url + WISHES + query)
    tab.wait_for_selector("input[value=front]:enabled")
    return tab


def subscribe(device, site, *topics):
    """Subscribes to topics; returns the tab."""
    tab = open_wishes(device, site)
    for topic in topics:
        with told(tab, "PUT" if topics.index(topic) else "POST"):
            box(tab, topic).check()
        tab.wait_for_selector("#state:text('You get notifications')")
    return tab


def test_messages_are_chosen_and_ended(reader, site):
    tab = open_wishes(reader, site)
    assert tab.inner_text("#state") == "No notifications on this device yet: choose what you want to hear about." and not tab.locator("#end").is_visible()
    with told(tab, "POST") as made:
        box(tab, "front").check()
    assert made["status"] == 201 and made["topics"] == ["front"] and made["quiet"] == {"from": "22:00", "to": "07:00"} and made["cap"] == 5
    assert "latitude" not in made["device"] and made["device"]["timezone"]
    tab.wait_for_selector("#state:text('You get notifications on this device.')")
    with told(tab, "PUT") as made:
        box(tab, "breaking").check()
    assert sorted(made["topics"]) == ["breaking", "front"]
    with told(tab, "PUT") as made:
        tab.select_option("[name=cap]", "2")
    assert made["cap"] == 2
    with told(tab, "PUT") as made:
        tab.fill("[name=to]", "22:00")
    assert "quiet" not in made, "hours that end when they begin are none"
    tab.wait_for_selector("#state:text('You get notifications on this device.')")

    # They are still there at the next visit, and told to the newspaper again.
    again = reader.context.new_page()
    with told(again, "PUT") as made:
        again.goto(site.url + WISHES)
    assert sorted(made["topics"]) == ["breaking", "front"] and made["cap"] == 2
    again.wait_for_selector("input[value=front]:checked")
    assert again.input_value("[name=cap]") == "2" and again.input_value("[name=to]") == "22:00"
    with told(again, "DELETE") as ended:
        again.click("#end")
    assert ended["status"] == 204
    again.wait_for_selector("#state:text('No notifications on this device yet')")
    assert not box(again, "front").is_checked()


def test_many_changes_at_once_all_count(reader, site):
    tab = subscribe(reader, site, "front")
    tab.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    topics = ["breaking", "section/city", "category/sea", "author/hugo-sequeira"]
    tab.evaluate("topics => topics.forEach(topic => document.querySelector(`input[value='${topic}']`).click())", topics)
    until(tab, "document.querySelectorAll('[name=topic]:checked').length === 5 && document.getElementById('state').textContent.startsWith('You get')")
    identifier = tab.evaluate(IDENTIFIER)
    kept = reader.context.request.get(f"{site.url}/push/subscriptions/{identifier}").json()
    assert sorted(kept["topics"]) == sorted(["front", *topics])


def test_the_place_is_asked_for_and_rounded_only_if_it_is_wanted(reader, site):
    tab = subscribe(reader, site, "front")
    assert "place" not in tab.evaluate("asked")
    sent = []
    with told(tab, "PUT", lambda said: sent.append(said["device"]) or "near" in said["topics"]):
        box(tab, "near").check()
    assert (sent[-1]["latitude"], sent[-1]["longitude"]) == (41.2, -8.6)
    with told(tab, "PUT", lambda said: sent.append(said["device"]) or "near" not in said["topics"]):
        box(tab, "near").uncheck()
    assert "latitude" not in sent[-1] and tab.evaluate("asked").count("place") == 1


def test_without_a_place_there_is_no_news_near(browser, site):
    with Device(browser, permissions=["notifications"]) as device:
        device.context.add_init_script(SUBSCRIBE)
        tab = subscribe(device, site, "front")
        box(tab, "near").click()
        tab.wait_for_selector("#fault:text('could not get your location')")
        assert not box(tab, "near").is_checked() and box(tab, "front").is_checked()


def test_nobody_is_asked_before_they_choose(reader, site):
    """First visits ask for nothing, install nothing, and load no script for it."""
    for path in ("/m/", AUTHOR, FERRY, WISHES + "?author=hugo-sequeira"):
        tab = reader.open(site.url + path, "networkidle")
        assert tab.evaluate("asked") == [] and tab.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert not [one for one in reader.requests if "/push/" in one.url or "following" in one.url]


def test_a_list_is_followed_from_its_page(reader, site):
    """The first time by way of the page that says what it is; then with one tap."""
    tab = reader.open(site.url + AUTHOR)
    tab.click("text=Notify me of new stories")
    tab.wait_for_selector("#followed >> text=Hugo Sequeira")
    with told(tab, "POST") as made:
        box(tab, "author/hugo-sequeira").check()
    assert made["topics"] == ["author/hugo-sequeira"]
    tab.wait_for_selector("#state:text('You get notifications')")
    tab.click("#back")
    tab.wait_for_selector("#follow:text('You are notified of new stories')")
    assert tab.url == site.url + AUTHOR
    for path, topic in (("/categories/sea", "category/sea"), ("/edition/sections/culture", "section/culture")):
        tab.goto(site.url + path)
        with told(tab, "PUT") as made:
            tab.click("#follow")
        assert topic in made["topics"] and made["quiet"] == {"from": "22:00", "to": "07:00"}
        tab.wait_for_selector("#follow:text('You are notified of new stories')")
    # What they are told of stands first, and ends with one tap.
    tab.click("#follow")
    tab.wait_for_selector("input[value=front]:enabled")
    assert tab.locator("#followed input:checked").evaluate_all("all => all.map(one => one.value).sort()") == [
        "author/hugo-sequeira", "category/sea", "section/culture"]
    with told(tab, "PUT", lambda said: "category/sea" not in said["topics"]) as made:
        box(tab, "category/sea").uncheck()
    assert sorted(made["topics"]) == ["author/hugo-sequeira", "section/culture"]


def test_a_story_leads_to_what_it_is_about(reader, site):
    tab = reader.open(site.url + FERRY)
    tab.click("text=Notify me about stories like this")
    tab.wait_for_selector("#followed >> text=Marta Quintal")
    topics = tab.locator("#followed input").evaluate_all("all => all.map(one => one.value)")
    assert topics[:2] == ["author/marta-quintal", "section/city"] and "category/sea" in topics
    # The app's stories lead there too, and its settings.
    tab.goto(site.url + PAGE)
    tab.wait_for_selector(".live")
    tab.click("h2 a:has-text('Night ferry')")
    tab.click("article:target >> text=Notify me about stories like this")
    tab.wait_for_selector("#followed >> text=Marta Quintal")
    tab.click("#back")
    tab.wait_for_selector("article:target h2:has-text('Night ferry')")
    tab.goto(site.url + PAGE + "#settings")
    tab.click("text=Choose your notifications")
    tab.wait_for_selector("input[value=front]:enabled")


def test_an_author_who_is_in_no_list_keeps_the_name(reader, site):
    tab = subscribe(reader, site, "front")
    tab.evaluate(KNOW, {"topic": "author/long-gone", "name": "Long Gone <b>"})
    tab.reload()
    tab.wait_for_selector("#followed label:has-text('Long Gone <b>') input:checked")
    with told(tab, "PUT", lambda said: said["topics"] == ["front"]):
        box(tab, "author/long-gone").uncheck()


def test_pages_outside_the_app_keep_the_subscription_once_a_day(reader, site):
    subscribe(reader, site, "front").close()
    tab = reader.open(site.url + AUTHOR, "networkidle")
    seen = len([one for one in reader.requests if "/push/subscriptions" in one.url])
    tab.evaluate("localStorage.setItem('n4md-told', '2026-01-01 front')")
    with told(tab, "PUT") as made:
        tab.goto(site.url + AUTHOR)
    assert made["topics"] == ["front"]
    tab.goto(site.url + FERRY, wait_until="networkidle")
    assert len([one for one in reader.requests if "/push/subscriptions" in one.url]) == seen + 1


def test_a_browser_without_messages_says_so(browser, site):
    with Device(browser) as device:
        device.context.add_init_script("delete self.PushManager")
        tab = device.open(site.url + WISHES)
        tab.wait_for_selector("#fault:text('Add to Home Screen')")
        assert not tab.locator("#wishes").is_visible() and tab.locator("#app a").get_attribute("href") == PAGE


def test_a_reader_who_refuses_is_told_and_nothing_changes(browser, site):
    with Device(browser) as device:
        device.context.add_init_script("Notification.requestPermission = async () => 'denied'")
        tab = open_wishes(device, site)
        box(tab, "front").click()
        tab.wait_for_selector("#fault:text('does not allow notifications')")
        tab.wait_for_selector("input[value=front]:not(:checked)")
        assert tab.inner_text("#state") == "No notifications on this device yet: choose what you want to hear about."
        assert not [one for one in device.requests if "/push/" in one.url]


def test_a_push_service_that_does_not_answer_is_given_up(browser, site):
    with Device(browser, permissions=["notifications"]) as device:
        device.context.add_init_script("PushManager.prototype.getSubscription = async () => null;"
                                       "PushManager.prototype.subscribe = () => { self.isWaiting = true; return new Promise(() => {}); }")
        tab = device.context.new_page()
        tab.clock.install()
        tab.goto(site.url + WISHES)
        tab.wait_for_selector("input[value=front]:enabled")
        box(tab, "front").click()
        until(tab, "self.isWaiting")
        tab.clock.fast_forward(21000)
        tab.wait_for_selector("#fault:text('could not set up')")
        assert not box(tab, "front").is_checked()


def test_without_a_connection_the_app_stays(reader, site):
    tab = reader.open(site.url + PAGE, "networkidle")
    tab.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    tab.reload(wait_until="networkidle")
    reader.context.set_offline(True)
    tab.goto(site.url + WISHES)
    tab.wait_for_selector("#settings-heading")
    assert tab.url == site.url + PAGE + "#settings"


def test_a_computer_follows_too(browser, site):
    with Device(browser, DESKTOP, permissions=["notifications"]) as device:
        device.context.add_init_script(SUBSCRIBE)
        tab = device.open(site.url + "/edition" + AUTHOR)
        tab.click("#follow")
        with told(tab, "POST") as made:
            box(tab, "author/hugo-sequeira").check()
        assert made["topics"] == ["author/hugo-sequeira"]


OPEN = """const database = await new Promise((done, failed) => {
        const request = indexedDB.open('n4md-news');
        request.onsuccess = () => done(request.result);
        request.onerror = failed;
    });
    const facts = database.transaction('facts', 'readwrite').objectStore('facts');
    const read = name => new Promise(done => { const request = facts.get(name); request.onsuccess = () => done(request.result); });"""
IDENTIFIER = "async () => {" + OPEN + "const { id } = await read('push'); database.close(); return id; }"
KNOW = "async ({ topic, name }) => {" + OPEN + """
    const wishes = await read('wishes');
    await new Promise(done => {
        facts.put({ ...wishes, topics: [...wishes.topics, topic], names: { ...wishes.names, [topic]: name } }, 'wishes').onsuccess = done;
    });
    database.close();
}"""
