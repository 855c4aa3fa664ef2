"""The weather at the reader's place, from a weather service of this file's own."""
import contextlib
import datetime
import http.server
import json
import re
import threading
import time
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from newspaper import Newspaper
from test_news import KEPT, visited
from visits import Device, until

PLACE = "latitude=41.15&longitude=-8.61"
SKY = "12\u00a0°C, light rain showers"


def forecast():
    """A forecast in the form of Locationforecast 2.0 (compact), from the hour that has begun."""
    start = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
    return {"type": "Feature", "properties": {"timeseries": [{
        "time": (start + datetime.timedelta(hours=hour)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "data": {"instant": {"details": {"air_temperature": 12.2 + hour % 6, "wind_speed": 5.0}},
                 "next_1_hours": {"summary": {"symbol_code": "lightrainshowers_day"}, "details": {"precipitation_amount": 0.4}}},
    } for hour in range(30)]}}


class Service(http.server.BaseHTTPRequestHandler):
    """Answers every request with a forecast."""

    def do_GET(self):  # pylint: disable=invalid-name
        body = json.dumps(forecast()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=7200")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


@contextlib.contextmanager
def weather_newspaper():
    """The demo newspaper with the weather of Porto and Lisbon."""
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    newspaper = Newspaper()
    newspaper.environment |= {"N4MD_WEATHER_URL": f"http://127.0.0.1:{service.server_port}/compact", "N4MD_OUTGOING_NETWORKS": "127.0.0.0/8"}
    try:
        newspaper.start()
        yield newspaper
    finally:
        newspaper.remove()
        service.shutdown()


@pytest.fixture(scope="module")
def paper():
    with weather_newspaper() as newspaper:
        yield newspaper


def wait_for_weather(paper):
    """Waits until the server knows the weather, which it fetches behind."""
    deadline = time.monotonic() + 30
    while True:
        with urllib.request.urlopen(f"{paper.url}/ws?format=json&network=wifi&{PLACE}") as answer:
            if "weather" in json.load(answer):
                return
        assert time.monotonic() < deadline, paper.log()
        time.sleep(0.1)


def test_the_app_shows_it_and_keeps_it_offline_with_its_time(chromium, paper):
    place = {"latitude": 41.1543, "longitude": -8.6112, "accuracy": 20}
    with Device(chromium, locale="en-GB", geolocation=place, permissions=["geolocation"]) as device:
        tab = visited(device, paper)
        assert tab.locator("#weather").is_hidden()
        tab.click("a[href='#settings']")
        tab.check("input[name=local]")
        tab.goto(paper.url + "/news/#list")
        until(tab, "document.getElementById('weather').checkVisibility()")
        line = tab.inner_text("#weather")
        assert line.startswith("Porto " + SKY) and line.endswith("Weather: 127.0.0.1"), line
        assert re.search(r"(\d+ min\.? ago|this minute|now|\d\d:\d\d)", line), line
        assert tab.evaluate(KEPT)["state"]["weather"]["town"] == "Porto"
        tab.close()
        paper.stop()
        try:
            tab = device.context.new_page()
            tab.goto(paper.url + "/news/")
            until(tab, "document.getElementById('status').textContent.startsWith('No connection')")
            assert tab.inner_text("#weather").startswith("Porto " + SKY)
            hours = tab.evaluate("""async () => {
                const { weather } = (await fact('state'));
                showWeather({ weather: { ...weather, time: Date.now() - 5 * 3600000 } });
                const after = document.querySelector('#weather time').textContent;
                showWeather({ weather: { ...weather, time: Date.now() - 13 * 3600000 } });
                return [after, document.getElementById('weather').hidden];
            }""")
            assert hours == ["5 hr ago", True]
        finally:
            paper.start()


def test_the_first_page_of_the_app_has_it(chromium, paper):
    with Device(chromium, locale="en-GB") as device:
        wait_for_weather(paper)
        tab = device.open(f"{paper.url}/news/?{PLACE}")
        until(tab, "document.querySelector('#weather a')?.textContent")
        assert tab.inner_text("#weather").startswith("Porto " + SKY)
        assert not device.complaints


@pytest.mark.parametrize("path", ["/m/", "/edition/", "/reader/", "/lite/", "/sections/place", "/news/"])
@pytest.mark.parametrize("width, scheme", [(390, "light"), (390, "dark"), (1440, "light")])
def test_pages_show_it_to_everybody(chromium, paper, path, width, scheme):
    context = chromium.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, locale="en-GB")
    try:
        tab = context.new_page()
        address = f"{paper.url}{path}?network=wifi&language=en&{PLACE}"
        wait_for_weather(paper)
        tab.goto(address)
        assert tab.get_by_text(SKY).count() == 1
        assert tab.get_by_text("Weather: 127.0.0.1").is_visible()
        assert Axe().run(tab).response["violations"] == []
        tab.set_viewport_size({"width": 320, "height": 568})
        tab.evaluate("document.documentElement.style.fontSize = '200%'")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    finally:
        context.close()
