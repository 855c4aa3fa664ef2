"""The app: reading offline, updating with deltas, and the reader's settings."""
import json
import re
import socket
import time
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from visits import DESKTOP, EDGE, LANDSCAPE, LINK, LISTEN, PORTRAIT, SMALL, Device, connection, until

PAGE = "/news/"
FERRY = "Night ferry returns"
# Returns the data stored on the device, and how many of the stories' pictures.
KEPT = """async () => {
    const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open('n4md-news');
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
    });
    const read = (store, key) => new Promise((resolve, reject) => {
        const request = database.transaction(store).objectStore(store)[key ? 'get' : 'getAll'](key);
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
    });
    const [stories, state, settings] = await Promise.all([read('stories'), read('facts', 'state'), read('facts', 'settings')]);
    database.close();
    const files = stories.flatMap(story => [story.thumbnail, story.picture]).filter(Boolean).map(file => file.link);
    const cached = await (await caches.open('n4md-pictures')).keys();
    return { stories, state, settings, files: new Set(files).size, cached: cached.length };
}"""
EVERYTHING_IS_KEPT = f"""async () => {{
    const kept = await ({KEPT})();
    return navigator.serviceWorker.controller && kept.stories.length && kept.files === kept.cached;
}}"""
# The number of stories in a fresh copy of the demo.
STORIES = 30


@pytest.fixture(scope="module")
def browser(chromium):
    return chromium


@pytest.fixture
def device(browser):
    with Device(browser, locale="en-GB") as device:
        yield device


@pytest.fixture(scope="module")
def editor(site):
    """Writes to the newspaper: editor(method, path, body) returns the JSON of the answer."""
    return site.send


def visited(device, site, address=PAGE):
    """A tab after a first visit, once everything is stored."""
    tab = device.open(site.url + address)
    until(tab, EVERYTHING_IS_KEPT)
    return tab


def reload(tab):
    """Presses the reload button, and waits for the update."""
    with tab.expect_response("**/ws") as answer:
        tab.click("#reload")
    until(tab, "document.getElementById('reload').ariaBusy !== 'true'")
    return answer.value


def posted(request):
    return dict(urllib.parse.parse_qsl(request.post_data))


def headlines(tab):
    return tab.locator(".list > article:not([hidden]) > h2").all_inner_texts()

def test_a_first_story_with_a_small_picture_stays_as_it_came(site, browser):
    with Device(browser) as device:
        device.context.add_init_script(LISTEN)
        tab = device.open(site.url + PAGE + "?network=3g&images=thumbnails", "networkidle")
        until(tab, "document.querySelector('main article .published')?.textContent.includes('ago')")
        assert tab.locator("main article").first.locator(".thumb").is_visible()
        assert tab.locator("main article").first.locator("figure").count() == 0
        assert tab.evaluate("layoutShifts") == []



def test_a_first_visit_loads_everything_at_once(device, site):
    tab = visited(device, site)
    # Counts each address once: the worker may read from the browser's cache, and the browser repeats a request to send its hints.
    requests = {request.url: request for request in device.requests if "/media/" not in request.url}.values()
    assert len(requests) <= 9, [request.url for request in requests]
    assert len(headlines(tab)) == STORIES
    document = next(answer for answer in reversed(device.responses) if answer.url == site.url + PAGE)
    assert len(re.findall(r'<div class="text"><p>', document.text())) == STORIES
    assert int(document.header_value("content-length")) <= 122_000
    scripts = {answer.url: int(answer.header_value("content-length")) for answer in device.responses if ".js" in answer.url}
    print(document.header_value("content-length"), scripts)
    assert max(scripts.values()) <= 20_000
    assert not device.complaints and not device.context.cookies()
    assert not [request.url for request in device.requests if not request.url.startswith(site.url)]


def test_the_app_opens_without_waiting_for_an_answer(device, site):
    visited(device, site).close()
    site.stop()
    try:
        with socket.create_server(("127.0.0.1", site.port)):  # connects, and never answers
            tab = device.context.new_page()
            tab.goto(site.url + PAGE, wait_until="commit")
            until(tab, f"document.querySelectorAll('.list article').length === {STORIES}")
            assert tab.get_attribute("#reload", "aria-busy") == "true"
    finally:
        site.start()


def test_without_a_server_every_story_reads_with_its_pictures(device, site):
    visited(device, site).close()
    site.stop()
    try:
        tab = device.open(site.url + PAGE)
        until(tab, "document.getElementById('status').textContent.startsWith('No connection')")
        assert re.search(r"\d\d:\d\d", tab.inner_text("#status")), "when it was updated"
        assert len(headlines(tab)) == STORIES
        stories = tab.evaluate(KEPT)["stories"]
        for story in stories:
            tab.evaluate("id => { location.hash = 'story-' + id }", story["id"])
            article = tab.locator(f"#story-{story['id']}:target")
            article.wait_for()
            assert len(article.locator(".text").inner_text()) > 100
            assert article.locator("figure img").count() == (1 if story.get("picture") else 0)
        loaded = "Array.from(document.images).filter(image => image.checkVisibility()).every(image => image.complete && image.naturalWidth)"
        until(tab, loaded)
        assert len([story for story in stories if story.get("picture")]) > 20
    finally:
        site.start()


def test_only_what_changed_is_loaded(device, site, editor):
    tab = visited(device, site)
    before = headlines(tab)
    article = editor("POST", "articles", {
        "headline": "A pilot boat is named", "standfirst": "She is called Patience.", "section": "city", "status": "published",
        "body": "<p>The pilots chose the name themselves, by a show of wet hands.</p>"})
    answer = reload(tab)
    assert "since" in posted(answer.request)
    assert [item["title"] for item in answer.json()["items"]] == ["A pilot boat is named"]
    # The seventh story gives way, and begins the block of its section.
    now = headlines(tab)
    assert now[:7] == ["A pilot boat is named"] + before[:6] and sorted(now[1:]) == sorted(before)
    tab.click("text=A pilot boat is named")
    assert "wet hands" in tab.inner_text("article:target .text")

    editor("DELETE", f"articles/{article['id']}")
    assert [item.get("withdrawn") is not None for item in reload(tab).json()["items"]] == [True] if tab.is_visible("#reload") else True
    tab.go_back()
    until(tab, "document.querySelectorAll('.list article').length === 30 || !document.querySelector('article:target')")
    if len(headlines(tab)) > STORIES:
        reload(tab)
    assert headlines(tab) == before
    assert len(tab.evaluate(KEPT)["stories"]) == STORIES


def test_the_device_is_posted(browser, site):
    with Device(browser, locale="pt-PT", timezone_id="Europe/Lisbon") as device:
        fields = posted(reload(visited(device, site)).request)
    assert fields["screen_width"] == "390" and fields["screen_height"] == "844" and fields["dpr"] == "3"
    assert fields["orientation"] in ("portrait", "landscape")
    assert fields["language"].startswith("pt-PT") and fields["timezone"] == "Europe/Lisbon"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d", fields["local_time"])
    assert {"network", "downlink", "rtt", "battery", "charging", "memory", "since", "format"} <= set(fields)
    assert not {"latitude", "longitude", "images"} & set(fields), "what nobody set is not said"
    assert (fields["palette"], fields["text_size"]) == ("auto", "1"), "colours and sizes do not change by the hour"


def test_the_place_is_asked_for_only_when_local_news_are_wanted(browser, site):
    place = {"latitude": 38.7143, "longitude": -9.1412, "accuracy": 20}
    with Device(browser, geolocation=place, permissions=["geolocation"]) as device:
        device.context.add_init_script("""const ask = Geolocation.prototype.getCurrentPosition;
            window.asked = 0;
            Geolocation.prototype.getCurrentPosition = function (...all) { window.asked += 1; return ask.apply(this, all); };""")
        tab = visited(device, site)
        reload(tab)
        assert tab.evaluate("asked") == 0
        with tab.expect_response("**/ws"):  # with the reasons for what the app fetches
            tab.click("a[href='#settings']")
        with tab.expect_request("**/ws") as request:
            tab.check("input[name=local]")
        assert tab.evaluate("asked") > 0
        fields = posted(request.value)
        assert (fields["latitude"], fields["longitude"]) == ("38.71", "-9.14"), "to the nearest kilometre"


def test_a_refused_place_is_said(browser, site):
    with Device(browser) as device:
        tab = visited(device, site, PAGE + "#settings")
        tab.click("input[name=local]")  # not check(), which expects it to stay checked
        tab.wait_for_selector("#no-place")
        assert not tab.is_checked("input[name=local]")


def test_editorials_are_told_from_news(device, site):
    tab = visited(device, site)
    label = tab.locator("article", has_text="A harbour is a promise").locator("> .kicker")
    assert label.inner_text() == "Editorial", "as the server wrote it"
    tab.goto(site.url + "/articles/a-harbour-is-a-promise-made-to-strangers")
    assert tab.inner_text("article .kicker") == "Editorial"
    for page in ("/lite/", "/reader/"):
        tab.goto(site.url + page)
        assert tab.locator("a", has_text="Editorial: A harbour is a promise").count() == 1, page
    tab.goto(site.url + PAGE)
    tab.wait_for_selector(".list article")
    assert label.inner_text() == "Editorial", "as the script draws it"
    tab.click("nav [data-slug=culture]")
    assert tab.inner_text(".bar > span") == "Culture"
    tab.click("nav [data-slug='']")
    assert tab.inner_text(".bar > span").startswith("No.")


def test_settings_of_pages_and_of_the_app_are_the_same(device, site):
    tab = visited(device, site)
    tab.goto(site.url + "/settings")
    tab.check("[name=palette][value=night]")
    tab.check("[name=text_size][value='1.5']")
    tab.click("button:text('Save')")
    tab.goto(site.url + PAGE)
    until(tab, "document.documentElement.className === 'night size150 live'")
    tab.click("a[href='#settings']")
    assert tab.is_checked("#set [name=palette][value=night]") and tab.input_value("#set [name=text_size]") == "1.5"
    with tab.expect_response("**/settings"):
        tab.check("#set [name=palette][value=contrast]")
    tab.goto(site.url + "/m/")
    assert tab.get_attribute("html", "class").startswith("contrast"), "the page keeps to the app's"
    tab.goto(site.url + "/settings")
    tab.click("button:text('Clear all settings')")
    tab.goto(site.url + PAGE)
    until(tab, "document.documentElement.className === 'auto live'")


def test_settings_hold(device, site):
    tab = visited(device, site)
    tab.click("a[href='#settings']")
    tab.check("input[name=palette][value=night]")
    tab.fill("input[name=text_size]", "1.3")
    tab.select_option("#days", "14")
    with tab.expect_response("**/ws"):
        tab.check("input[name=sections][value=culture]")
    until(tab, "document.querySelectorAll('.list article').length < 30")
    tab.close()
    tab = device.context.new_page()
    tab.add_init_script("addEventListener('readystatechange', () => { window.first ??= document.documentElement.className }, true)")
    tab.goto(site.url + PAGE)
    assert tab.evaluate("first") == "night size130", "the colours are there before the script is"
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 19, 17)"
    tab.wait_for_selector(".list article")
    assert set(tab.locator(".list > article > .kicker").all_inner_texts()) == {"Culture", "Culture · PT"}, "and their languages"
    assert posted(reload(tab).request).items() >= {"palette": "night", "text_size": "1.3", "sections": "culture"}.items()
    tab.click("a[href='#settings']")
    assert tab.input_value("#days") == "14" and tab.is_checked("input[name=palette][value=night]")


def test_earlier_editions_go_after_the_days_that_were_set(device, site):
    tab = visited(device, site)
    kept = tab.evaluate(KEPT)
    tab.evaluate("""async edition => {
        const database = await new Promise(resolve => {
            indexedDB.open('n4md-news').onsuccess = event => resolve(event.target.result);
        });
        const transaction = database.transaction(['stories', 'facts'], 'readwrite');
        const [stories, facts] = [transaction.objectStore('stories'), transaction.objectStore('facts')];
        const old = await new Promise(resolve => { stories.getAll().onsuccess = event => resolve(event.target.result); });
        old.slice(0, 10).forEach(story => stories.put({ ...story, edition: edition - 1 }));
        const state = await new Promise(resolve => { facts.get('state').onsuccess = event => resolve(event.target.result); });
        facts.put({ ...state, passed: { [edition - 1]: Date.now() - 4 * 86400000 } }, 'state');
        await new Promise(resolve => { transaction.oncomplete = resolve; });
        database.close();
    }""", kept["state"]["edition"])
    reload(tab)
    assert len(tab.evaluate(KEPT)["stories"]) == STORIES, "a week is the usual"
    tab.click("a[href='#settings']")
    tab.select_option("#days", "3")
    until(tab, f"async () => (await ({KEPT})()).stories.length === 20")
    until(tab, EVERYTHING_IS_KEPT)


def test_reset_leaves_nothing(device, site):
    tab = visited(device, site)
    tab.click("a[href='#settings']")
    tab.check("input[name=palette][value=contrast]")
    tab.click("details:has(#reset) summary")
    # Replaces the app with a blank page, since it would store the news again.
    device.context.route("**/news/", lambda route: route.fulfill(content_type="text/html", body="<title>blank</title>"))
    tab.click("#reset")
    until(tab, "document.title === 'blank'")
    left = tab.evaluate("""async () => ({
        databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length, local: localStorage.length,
        workers: (await navigator.serviceWorker.getRegistrations()).length })""")
    assert left == {"databases": 0, "caches": 0, "local": 0, "workers": 0}


def test_on_edge_pictures_wait_until_one_is_wanted(browser, site):
    with Device(browser, link=EDGE) as device:
        # Sets a weekday, since the server decides differently at weekends and late in the evening.
        device.context.clock.set_fixed_time("2026-11-18T19:00:00Z")
        tab = visited(device, site)
        assert len(headlines(tab)) == 10
        reload(tab)
        assert not [request for request in device.requests if "/media/" in request.url]
        tab.click(f"text={FERRY}")
        with tab.expect_request("**/media/**"):
            tab.click("article:target .load-picture")
        until(tab, "document.querySelector('article:target figure img')?.naturalWidth > 0")
        tab.click("article:target .load-text")
        until(tab, "document.querySelector('article:target .text').textContent.includes('ten minutes to one')")


def test_a_worse_link_takes_nothing_away(device, site):
    tab = visited(device, site)
    before = tab.evaluate(KEPT)["stories"]
    device.context.add_init_script(connection(EDGE))
    device.context.clock.set_fixed_time("2026-11-18T19:00:00Z")
    # Removes the sync token, so that the server sends everything again.
    device.context.route("**/ws", lambda route: route.continue_(post_data=re.sub("since=[^&]*", "", route.request.post_data)))
    tab.reload()
    tab.wait_for_selector(".list article")
    until(tab, "document.getElementById('reload').ariaBusy !== 'true'")
    texts = {story["id"]: story["text"] for story in before}
    after = tab.evaluate(KEPT)
    assert after["state"]["plan"]["text"] == "summary" and len(after["stories"]) == 10
    assert all(story["text"] == texts[story["id"]] for story in after["stories"])
    assert len([story for story in after["stories"] if story.get("picture")]) > 5


@pytest.mark.parametrize("size", (PORTRAIT, DESKTOP), ids=str)
def test_a_better_link_loads_no_thumbnail_again(browser, site, size):
    """The page is made for a worse link than the device reports later, and a better link would get different sizes and qualities."""
    with Device(browser, size) as device:
        link = {"ect": "3g", "downlink": "0.7", "rtt": "270"}
        device.context.route("**/news/", lambda route: route.continue_(headers=route.request.headers | link))
        tab = visited(device, site)
        until(tab, "document.getElementById('reload').ariaBusy !== 'true'")
        asked = {request.url for request in device.requests}
        thumbnails = re.findall(r"/media/(\w+)/\d+q\d+-", " ".join(asked))
        assert thumbnails and len(thumbnails) == len(set(thumbnails))


def test_data_is_saved_where_the_reader_saves_it(browser, site):
    with Device(browser) as device:
        # When the browser repeats a request, it drops the extra headers of its context.
        device.context.route("**/news/", lambda route: route.continue_(headers=route.request.headers | {"save-data": "on"}))
        device.context.add_init_script(connection(LINK, saves_data=True))
        tab = visited(device, site)
        reload(tab)
        assert len(headlines(tab)) == STORIES
        assert not [request for request in device.requests if "/media/" in request.url]


def test_it_can_be_installed(device, site):
    tab = visited(device, site)
    session = device.context.new_cdp_session(tab)
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"] and json.loads(manifest["data"])["display"] == "standalone"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"]), errors


def test_the_worker_looks_for_news_while_the_app_is_closed(device, site, editor):
    tab = visited(device, site)
    session = device.context.new_cdp_session(tab)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    until(tab, lambda: any(one["scopeURL"] == site.url + PAGE for one in registrations))
    article = editor("POST", "articles", {"headline": "Fog until noon", "section": "city", "status": "published", "body": "<p>It lifts.</p>"})
    try:
        wanted = next(one for one in registrations if one["scopeURL"] == site.url + PAGE)
        session.send("ServiceWorker.dispatchPeriodicSyncEvent", {
            "origin": site.url, "registrationId": wanted["registrationId"], "tag": "n4md-news"})
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.title === 'Fog until noon')")
        until(tab, "document.querySelector('.list h2').textContent === 'Fog until noon'")
    finally:
        editor("DELETE", f"articles/{article['id']}")


def test_a_new_version_takes_over(device, site, editor):
    tab = visited(device, site)
    shells = "caches.keys().then(names => names.filter(name => name.startsWith('n4md-shell-')))"
    before = tab.evaluate(shells)
    editor("POST", "sections", {"slug": "tides", "name": "Tides"})
    try:
        tab.reload()
        until(tab, f"{shells}.then(names => names.length === 1 && names[0] !== '{before[0]}')")
        tab.reload()
        tab.wait_for_selector(".strip-nav [data-slug=tides]")
        assert len(before) == 1 and not device.complaints
    finally:
        editor("DELETE", "sections/tides")


def test_the_place_is_kept_after_closing(device, site):
    tab = visited(device, site)
    tab.evaluate("document.querySelectorAll('.list article')[12].scrollIntoView()")
    top = "Array.from(document.querySelectorAll('.list article')).find(one => one.getBoundingClientRect().bottom > 2).id"
    place = tab.evaluate(top)
    # A click of the mouse may scroll the list first.
    tab.evaluate("document.querySelectorAll('.list > article > h2 a')[13].click()")
    tab.wait_for_selector("article:target")
    story = tab.evaluate("location.hash")
    tab.mouse.wheel(0, 500)
    until(tab, "scrollY > 400")
    down = tab.evaluate("scrollY")
    tab.close(run_before_unload=True)

    tab = device.open(site.url + PAGE)
    tab.wait_for_selector("article:target")
    assert tab.evaluate("location.hash") == story
    until(tab, f"Math.abs(scrollY - {down}) < 3")
    tab.go_back()
    until(tab, f"{top} === '{place}'")


def test_a_new_visit_begins_with_the_front_page(device, site):
    tab = visited(device, site)
    tab.locator(".list > article > h2 a").nth(3).click()
    tab.wait_for_selector("article:target")
    # By a link of the newspaper:
    tab.goto(site.url + "/m/")
    tab.locator("footer a[href='/news/']").first.click()
    tab.wait_for_selector("html.live")
    assert tab.locator("article:target").count() == 0 and tab.evaluate("scrollY") == 0
    # After a while:
    tab.locator(".list > article > h2 a").nth(3).click()
    tab.wait_for_selector("article:target")
    tab.close(run_before_unload=True)
    tab = device.context.new_page()
    tab.add_init_script("const kept = JSON.parse(localStorage['n4md-place']); kept.at -= 1900000; localStorage['n4md-place'] = JSON.stringify(kept);")
    tab.goto(site.url + PAGE)
    tab.wait_for_selector("html.live")
    assert tab.locator("article:target").count() == 0


def reads(tab, article):
    """Waits until an article is open and has the focus, which it gets after it has become the target."""
    tab.wait_for_function("id => document.activeElement.closest('article:target')?.id === id", arg=article)


def test_keys_and_fingers_turn_the_pages(device, site):
    tab = visited(device, site)
    articles = tab.evaluate("Array.from(document.querySelectorAll('.list article'), article => article.id)")
    tab.locator(".list > article > h2 a").nth(2).click()
    reads(tab, articles[2])
    tab.keyboard.press("ArrowRight")
    reads(tab, articles[3])
    tab.keyboard.press("ArrowLeft")
    reads(tab, articles[2])
    tab.evaluate("""() => {
        const target = document.querySelector('article:target .text');
        const finger = x => new Touch({ identifier: 1, target, clientX: x, clientY: 400 });
        const send = (type, touches, changedTouches) =>
            target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }));
        send('touchstart', [finger(300)], [finger(300)]);
        send('touchend', [], [finger(100)]);
    }""")
    reads(tab, articles[3])
    tab.keyboard.press("Escape")
    tab.wait_for_selector("article:target", state="hidden")
    tab.wait_for_function("id => document.activeElement.closest('article')?.id === id", arg=articles[3])


def test_without_a_script_the_stories_read(browser, site):
    with Device(browser, scripts=False) as device:
        tab = device.open(site.url + PAGE)
        tab.click(f"text={FERRY}")
        assert tab.locator("article:visible").count() == 1
        assert tab.is_visible("article:target .text")
        tab.click(".back")
        assert tab.locator("article:visible").count() == STORIES


@pytest.mark.parametrize("answer, words", [
    (lambda route: route.fulfill(status=503), "could not answer"),
    (lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>"), "could not answer"),
    (lambda route: route.fulfill(body="{}"), "could not answer"),
    (lambda route: route.abort("internetdisconnected"), "No connection"),
    (lambda route: route.abort("connectionreset"), "No connection"),
    (lambda route: None, "The server did not answer"),
], ids=["503", "hotel", "empty", "offline", "reset", "silent"])
def test_what_keeps_the_news_away_is_said(device, site, answer, words):
    tab = visited(device, site)
    tab.clock.install()
    tab.reload()
    until(tab, "document.getElementById('status').textContent.startsWith('Updated')")
    device.context.route("**/ws", answer)
    with tab.expect_request("**/ws"):
        tab.click("#reload")
    if words == "The server did not answer":
        tab.clock.fast_forward(21_000)
    until(tab, f"document.getElementById('status').textContent.includes('{words}')")
    assert len(headlines(tab)) == STORIES


def test_the_interface_speaks_portuguese(browser, site):
    with Device(browser, locale="pt-PT") as device:
        tab = visited(device, site)
        tab.reload()
        tab.wait_for_selector(".list article")
        assert tab.get_attribute("html", "lang") == "pt"
        languages = tab.evaluate("Array.from(document.querySelectorAll('.list article'), article => article.lang)")
        assert len(languages) == STORIES and {language.split("-")[0] for language in languages} == {"en", "pt"}
        assert languages[0].startswith("pt"), "what its reader reads comes first"
        tab.click("a[href='#settings']")
        assert "Preferências" in tab.inner_text("#settings")


def test_stories_are_found_saved_and_marked_as_read(device, site):
    tab = visited(device, site)
    article = tab.locator("#list article", has_text="Fish stew").first
    article.locator("h2 a").click()
    until(tab, lambda: tab.locator("article:target .save").is_visible())
    tab.locator("article:target .save").click()
    until(tab, "document.querySelector('article:target .save').getAttribute('aria-pressed') === 'true'")
    tab.keyboard.press("Escape")
    until(tab, "!location.hash.startsWith('#story')")
    assert tab.evaluate("document.querySelectorAll('#list [data-read]').length") == 1
    tab.locator("#look").click()
    tab.locator("#find").fill("FERRY quay")
    until(tab, f"document.querySelectorAll('#list article:not([hidden])').length < {STORIES}")
    assert any(FERRY in headline for headline in headlines(tab))
    assert tab.locator("#find-all a").get_attribute("href") == "/search?q=FERRY%20quay"
    tab.locator("#find").fill("no such words")
    until(tab, lambda: tab.locator("#none").is_visible())
    tab.locator("#look").click()
    reload(tab)
    tab.locator("[data-slug=saved]").click()
    until(tab, "document.querySelectorAll('#list article:not([hidden])').length === 1")
    assert headlines(tab)[0].startswith("Fish stew")


def test_topics_are_followed_without_an_account(device, site):
    tab = visited(device, site)
    assert tab.locator("[data-slug=mine]").is_hidden()
    tab.locator("h2 a", has_text=FERRY).click()
    story = tab.locator("article:target")
    follow = story.get_by_role("button", name="Transport")
    follow.click()
    until(tab, "document.querySelector('article:target .mine [aria-pressed=true]')")
    assert follow.inner_text() == "✓ Transport"
    # They stay, and so do the stories, without a connection.
    tab.keyboard.press("Escape")
    device.context.set_offline(True)
    tab.reload()
    tab.locator("[data-slug=mine]").click()
    until(tab, f"document.querySelectorAll('#list article:not([hidden])').length < {STORIES}")
    mine = tab.locator("#list > article:not([hidden])")
    assert mine.count() and all("Transport" in words for words in mine.locator(".tags").all_text_contents())
    assert "My news" in tab.locator(".bar > span").inner_text()
    tab.goto(site.url + PAGE + "#settings")
    button = tab.locator("#follows").get_by_role("button", name="Transport")
    button.click()
    expect(button).to_have_text("+ Transport")
    tab.locator("header .back").click()
    expect(tab.locator("[data-slug=mine]")).to_be_hidden()


def test_words_are_followed_without_an_account(device, site):
    tab = visited(device, site)
    tab.click("#look")
    row = tab.locator(".bar .mine")
    for more in ["ferry quay", "ferry OR quay", "ferry -quay", '"the ferry"', "ç" * 51, "?!"]:
        tab.locator("#find").fill(more)
        expect(row).to_be_hidden()
    tab.locator("#find").fill(" Old  quay ")
    follow = row.get_by_role("button", name="Old quay")
    follow.click()
    expect(follow).to_have_text("✓ Old quay")
    expect(follow).to_be_focused()
    # A search is in all stories, whatever was shown before; a category's name is followed as the category.
    tab.locator("#find").fill("transport")
    expect(row.get_by_role("button")).to_have_attribute("data-topic", "category/transport")
    expect(tab.locator(".strip-nav [aria-current]")).to_have_attribute("data-slug", "")
    tab.locator("#find").fill("stew")
    expect(row.get_by_role("button")).to_have_text("+ stew")
    tab.locator(".name a").click()
    expect(tab.locator("#find")).to_be_hidden()
    until(tab, f"document.querySelectorAll('#list article:not([hidden])').length === {STORIES}")
    tab.click("#look")
    tab.click("#look")
    device.context.set_offline(True)
    tab.reload()
    tab.locator("[data-slug=mine]").click()
    until(tab, f"document.querySelectorAll('#list article:not([hidden])').length < {STORIES}")
    assert FERRY in headlines(tab)[0]
    tab.goto(site.url + PAGE + "#settings")
    button = tab.locator("#follows").get_by_role("button", name="Old quay")
    button.click()
    expect(button).to_have_text("+ Old quay")
    tab.locator("header .back").click()
    expect(tab.locator("[data-slug=mine]")).to_be_hidden()


def test_a_storys_address_opens_it_without_a_connection(device, site):
    tab = visited(device, site)
    address = tab.locator("h2 a", has_text=FERRY).get_attribute("href")
    device.context.set_offline(True)
    other = device.context.new_page()
    other.goto(site.url + PAGE + address)
    until(other, "document.querySelector('article:target .text p')")
    expect(other.locator("article:target h2").first).to_be_visible()
    # A name leads to what is here.
    other.locator("article:target .tags [rel=author]").click()
    until(other, "location.hash === '#section-author/marta-quintal'")
    until(other, f"document.querySelectorAll('#list article:not([hidden])').length < {STORIES}")
    bylines = other.locator("#list article:not([hidden]) .byline").all_text_contents()
    assert bylines and all("Marta Quintal" in one for one in bylines)
    assert other.locator(".bar > span").inner_text() == "Marta Quintal"
    # A search, from whose results a story was opened, is over then.
    other.click("#look")
    other.locator("#find").fill("ferry")
    other.locator("#list article:not([hidden]) h2 a", has_text=FERRY).click()
    other.locator("article:target .tags [rel=author]").click()
    until(other, "document.querySelector('.bar > span').textContent === 'Marta Quintal'")
    # Other pages are told to need a connection.
    other.go_back()
    until(other, "document.querySelector('article:target .text p')")
    other.locator("article:target .tags a:last-child").last.click()
    expect(other.locator("article:target").get_by_text("This needs a connection.")).to_be_visible()


def test_the_first_visit_keeps_formatted_texts_where_the_link_allows(device, site):
    # The server takes an unknown link for a slower one than the browser knows.
    device.context.add_init_script(connection(LINK))
    tab = visited(device, site)
    until(tab, f"async () => (await ({KEPT})()).stories.every(story => story.format === 'html')")


def test_the_next_story_stays_in_the_section(device, site):
    tab = visited(device, site)
    tab.click("[data-slug=culture]")
    tab.locator(".list article:not([hidden]) h2 a").first.click()
    until(tab, "location.hash.startsWith('#story-')")
    following = tab.locator(".turn [rel=next]").get_attribute("href")
    assert tab.locator(following).get_attribute("data-section") == "culture"
    tab.reload()
    until(tab, EVERYTHING_IS_KEPT)
    until(tab, "document.querySelector('article:target .text p')")
    assert tab.locator(".turn [rel=next]").get_attribute("href") == following


def test_the_names_in_a_story_lead_to_more(device, site):
    tab = visited(device, site)
    tab.click(f"text={FERRY}")
    story = tab.locator("article:target")
    assert story.get_by_role("link", name="Marta Quintal").get_attribute("href") == "/search?author=Marta%20Quintal"
    assert story.get_by_role("link", name="Transport").get_attribute("href") == "/categories/transport"
    story.get_by_role("link", name="Marta Quintal").click()
    tab.wait_for_selector("article h2")


@pytest.mark.parametrize("system", [True, False], ids=["share", "copy"])
def test_a_story_is_shared_by_its_address_and_its_text_grows_under_the_finger(device, site, system):
    device.context.grant_permissions(["clipboard-read", "clipboard-write"])
    device.context.add_init_script(f"navigator.share = {'data => { self.shared = data; return Promise.resolve(); }' if system else 'undefined'};")
    tab = visited(device, site)
    tab.locator("h2 a", has_text=FERRY).click()
    story = tab.locator("article:target")
    assert re.search(r"\d min", story.locator(".meta .minutes").inner_text())
    story.get_by_role("button", name="Share").click()
    if system:
        address, title = tab.evaluate("[shared.url, shared.title]")
        assert FERRY in title
    else:
        expect(story.get_by_role("button", name="Link copied")).to_be_visible()
        address = tab.evaluate("navigator.clipboard.readText()")
    assert urllib.parse.urlsplit(address).path.startswith("/articles/night-ferry")
    larger = story.get_by_role("button", name="Text size +")
    larger.scroll_into_view_if_needed()
    top = larger.bounding_box()["y"]
    larger.click()
    until(tab, "document.documentElement.classList.contains('size110')")
    assert abs(larger.bounding_box()["y"] - top) < 2
    assert tab.locator("#text-size").input_value() == "1.1"


def test_the_app_searches_as_the_archive_does(device, site, editor):
    article = editor("POST", "articles", {
        "headline": "A sale", "section": "city", "status": "published", "body": "<p>Of umbrella-stands.</p><ul><li>Kettle</li><li>Teapot</li></ul>"})
    try:
        # Of a link that Chromium takes for a slow one, the app would not have every text.
        device.context.add_init_script(connection(LINK))
        tab = visited(device, site)
        until(tab, f"async () => (await ({KEPT})()).stories.some(story => story.text.includes('Teapot'))")
        slugs = {story["id"]: story["link"].split("/articles/")[1] for story in tab.evaluate(KEPT)["stories"]}
        tab.locator("#look").click()
        for words in ("ferry", "ferry -night", "teapot -kett", '"night ferry"', '"ferry night"', '"late boat"', "ferry OR comet", "ferries", "fery", "teapot", "umbrella-stands", "ferry zzzz"):
            answer = device.context.request.get(site.url + "/lite/search?" + urllib.parse.urlencode({"q": words}))
            found = set(re.findall(r'href="/lite/articles/([^"?]+)"', answer.text()))
            tab.locator("#find").fill(words)
            shown = "Array.from(document.querySelectorAll('#list article:not([hidden])'), one => Number(one.id.slice(6)))"
            until(tab, lambda: {slugs[number] for number in tab.evaluate(shown)} == found)
            assert tab.locator("#none").is_visible() == (not found or words in ("fery", "ferry zzzz")), words
    finally:
        editor("DELETE", f"articles/{article['id']}")


@pytest.mark.parametrize("has_app", [False, True])
def test_a_story_saved_on_its_page_is_saved_in_the_app(device, site, has_app):
    if has_app:  # whose reader wants other sections
        tab = visited(device, site)
        tab.click("a[href='#settings']")
        tab.check("input[name=sections][value=sport]")
        until(tab, f"(async () => (await ({KEPT})()).stories.length < {STORIES})()")
    tab = device.open(site.url + "/m/")
    tab.locator("a", has_text="Fish stew").first.click()
    headline = tab.inner_text("h1")
    tab.click("#save")
    tab.click("#saved")
    until(tab, "document.querySelectorAll('#list article:not([hidden])').length === 1")
    assert headlines(tab) == [headline]
    tab.locator("#list article:not([hidden]) h2 a").click()
    until(tab, lambda: tab.locator("article:target .save").get_attribute("aria-pressed") == "true")
    until(tab, lambda: len(tab.inner_text("article:target")) > 1000)  # the whole story is here


def test_a_story_is_saved_at_its_top_and_the_way_back_leads_to_the_saved_ones(device, site):
    tab = device.open(site.url + "/m/")
    tab.locator("a", has_text="Fish stew").first.click()
    box = tab.locator("#keep").bounding_box()
    assert box["height"] >= 44 and box["y"] + box["height"] < device.size.height
    tab.click("#keep")
    until(tab, "document.getElementById('keep').textContent === document.getElementById('saved').textContent")
    assert tab.evaluate("document.activeElement.id") == "keep", "the page does not jump to its end"
    tab.click("#keep")
    until(tab, "location.hash === '#section-saved'")
    link = tab.locator("#list article:not([hidden]) h2 a")
    link.click()
    until(tab, "document.querySelector('.back').textContent.includes('Saved')")
    tab.close(run_before_unload=True)
    # Who opens the app again goes back to the same list.
    tab = device.open(site.url + PAGE)
    tab.wait_for_selector("article:target")
    assert "Saved" in tab.locator(".back").text_content()
    tab.click(".back")
    until(tab, "location.hash === '#section-saved'")
    tab.locator(".strip-nav [data-slug='']").click()
    tab.locator("#list article:not([hidden]) h2 a").first.click()
    until(tab, "document.querySelector('.back').textContent.includes('All stories')")


def test_a_page_outside_is_not_opened_without_an_answer_before(device, site):
    """The browser believes to have a connection, but the last attempt got no answer: a second tap tries it all the same."""
    tab = visited(device, site)
    device.context.route("**/ws", lambda route: route.abort("connectionreset"))
    with tab.expect_request("**/ws"):
        tab.click("#reload")
    until(tab, "document.getElementById('status').textContent.includes('No connection')")
    link = tab.locator("footer a[href='/editions']")
    link.click()
    tab.wait_for_selector("footer [data-part=needs-connection]")
    assert tab.url.startswith(site.url + PAGE)
    link.click()
    tab.wait_for_url("**/editions")


def test_the_language_is_chosen_without_a_script(browser, site):
    with Device(browser, scripts=False) as device:
        tab = device.open(site.url + "/search?q=porta")
        mark = "getComputedStyle(document.querySelector('h2 a'), ':before').content"
        assert tab.get_attribute("article h2 a", "hreflang") == "pt"
        tab.click("footer >> text=Português")
        assert tab.url == site.url + "/search?q=porta" and tab.get_attribute("html", "lang") == "pt"
        tab.goto(site.url + "/m/")
        assert tab.get_attribute("html", "lang") == "pt", "it is remembered"
        tab.click(".menu summary")
        tab.click(".menu >> text=English")
        assert tab.get_attribute("html", "lang") == "en"
    with Device(browser) as device:
        tab = device.open(site.url + "/search?q=porta&network=wifi")
        assert tab.evaluate(mark) == '"pt"'


def test_a_browser_that_stores_nothing_says_so(device, site):
    device.context.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }")
    tab = device.open(site.url + "/m/")
    tab.locator("a", has_text="Fish stew").first.click()
    tab.click("#save")
    until(tab, "document.getElementById('save').textContent.includes('stores nothing')")
    assert tab.locator("#saved").is_hidden()


@pytest.mark.parametrize("size, palette", [(SMALL, "day"), (PORTRAIT, "night"), (LANDSCAPE, "night"), (DESKTOP, "day")], ids=str)
@pytest.mark.parametrize("view", ["list", "story", "settings"])
def test_it_is_accessible(browser, site, size, palette, view):
    with Device(browser, size, palette) as device:
        tab = device.open(site.url + PAGE)
        if view == "story":
            tab.locator(".list > article > h2 a").first.click()
        if view == "settings":
            tab.click("a[href='#settings']")
        found = Axe().run(tab)
        assert found.violations_count == 0, found.generate_report()
        probed = device.probe(tab)
        assert probed.scrollWidth <= size.width
        assert [probed.cutOff, probed.tooSmallText, probed.tooSmallTargets] == [[], [], []]


def test_little_is_fetched_before_the_first_paint(device, site):
    """So it is soon there on 3G (benchmarks/pages has the times): the page waits for its document alone."""
    device.context.add_init_script(LISTEN)
    tab = device.open(site.url + PAGE, "networkidle")
    first = tab.evaluate("""[performance.getEntriesByType('navigation')[0],
        ...performance.getEntriesByType('resource').filter(entry => entry.renderBlockingStatus === 'blocking')]
        .map(entry => [new URL(entry.name).pathname, entry.encodedBodySize])""")
    assert [path for path, _ in first] == [PAGE] and first[0][1] <= 40_000, first
    assert tab.evaluate("layoutShifts.reduce((sum, shift) => sum + shift.value, 0)") == 0
