"""Holds the JSON that others read to its schemas, on the demo newspaper: JSON Feed to its specification (`feed.schema.json`), and the
wire for partners to the official schema of ninjs, if that is there (it is not part of the project). Also has feedparser read every
feed. XML is held to its schemas by the Swift tests. Usage: outputs.py"""
import json
import os
import signal
import sys
import urllib.request

import feedparser
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Browser"))
from newspaper import Newspaper  # noqa: E402

NINJS = os.path.join(HERE, "../../../shared/data/schemas/ninjs-schema_2.1.json")
# What RFC 7946 wants of a position; the schema of ninjs refers to it by this address, and nothing is fetched here.
GEOJSON = {"type": "object", "required": ["type"], "properties": {"type": {"enum": [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection", "Feature", "FeatureCollection"]}}}
GEOJSON_ADDRESS = "https://geojson.org/schema/GeoJSON.json"
PLACES = ["", "?page=2", "?network=edge", "?network=wifi&screen_width=1200&dpr=2", "?network=gprs&battery=5", "?network=3g&language=pt"]
STORY = {"headline": "A <b>storm</b> & ]]> 🚀 \u202eright to left", "standfirst": "\"Quoted\" 'twice'", "byline": "Ana & Rui, <Zoë>",
         "body": "<p>Wind &amp; rain.</p><ul><li>One</li></ul><pre>a\n  b</pre>", "status": "published"}

# SIGTERM also stops the server.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def read(newspaper, path, token=None, body=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": "Bearer " + token} if token else {})
    request = urllib.request.Request(newspaper.url + path, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def faults(schema, document):
    registry = Registry().with_resource(GEOJSON_ADDRESS, DRAFT202012.create_resource(GEOJSON))
    validator = Draft202012Validator(schema, registry=registry, format_checker=FormatChecker())
    return [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}" for fault in validator.iter_errors(document)]


def feeds(newspaper):
    """The addresses of all feeds, as `/opml.xml` lists them, for devices of several kinds, and of searches."""
    listed = read(newspaper, "/opml.xml").decode()
    paths = {part.split('"')[0].removeprefix(newspaper.url) for part in listed.split('xmlUrl="')[1:]}
    folders = {path.rsplit("/", 1)[0] for path in paths}
    assert len(folders) > 5, paths
    yield from ((folder, place) for folder in sorted(folders) for place in (PLACES if folder == "" else [""]))
    yield from (("/search", "?q=" + words) for words in ("harbour", "storm", "nothing-of-this-name"))


def check(newspaper, token):
    """What is wrong, and how many documents were read."""
    wrong, count = [], 0
    with open(HERE + "/feed.schema.json", encoding="utf-8") as file:
        json_feed = json.load(file)
    for folder, query in feeds(newspaper):
        document = json.loads(read(newspaper, f"{folder}/feed.json{query}"))
        wrong += [f"{folder}/feed.json{query}: {fault}" for fault in faults(json_feed, document)]
        for name in ("rss.xml", "atom.xml"):
            feed = feedparser.parse(read(newspaper, f"{folder}/{name}{query}"))
            titles = [item.get("title", "") for item in document["items"]]
            # Within a device's budget, formats hold different numbers of stories.
            if feed.bozo or "network=" not in query and len(feed.entries) != len(titles):
                wrong.append(f"{folder}/{name}{query}: {feed.get('bozo_exception')}, {len(feed.entries)} entries, and {len(titles)} in JSON")
        count += 3
    if not os.path.exists(NINJS):
        print("The schema of ninjs is not here, so the wire is not held to it.")
        return wrong, count
    with open(NINJS, encoding="utf-8") as file:
        ninjs = json.load(file)
    items = json.loads(read(newspaper, "/api/v1/wire/ninjs?limit=100", token))["items"]
    assert len(items) > 20, len(items)
    for item in items:
        wrong += [f"{item.get('uri')}: {fault}" for fault in faults(ninjs, item)]
    return wrong, count + len(items)


def main():
    newspaper = Newspaper()
    try:
        newspaper.start()
        newspaper.run("editor", "add", "output-tests", "--role", "chief")
        token = newspaper.run("token", "create", "--editor", "output-tests").split()[-1]
        section = json.loads(read(newspaper, "/api/v1/sections", token, {"name": "Weather & <Sea>"}))["slug"]
        for language in ("en", "ar"):
            read(newspaper, "/api/v1/articles", token, STORY | {"section": section, "language": language})
        wrong, count = check(newspaper, token)
    finally:
        newspaper.remove()
    print(*wrong[:40], sep="\n")
    print(f"{count} documents read, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
