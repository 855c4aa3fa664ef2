"""The newsroom's pictures on a phone: uploads that survive interruptions, and setting the focal point by a tap or by keys."""
import random
import struct
import time
import zlib

import pytest

from newsroom import EDITOR, SCREENS, examine, scrolls_sideways, tab_to
from pages import EXTRA, Page
from test_markup import nu_errors
from visits import DESKTOP, LOOKS, PORTRAIT, STYLE, Device, unfold, violations

PART = 256 * 1024


def photograph(path, width=700, height=500):
    """Writes a new incompressible PNG, large enough for several parts of an upload."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + random.randbytes(3 * width) for _ in range(height))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))
    return path


@pytest.fixture(scope="module")
def hash_(site):
    """The hash of an article's picture."""
    return next(one["picture"]["hash"] for one in site.send("GET", "articles?limit=200")["articles"] if one.get("picture"))


@pytest.fixture(params=["library", "picture", "nothing-found", "words", "deletion"])
def page(request, hash_):
    path = {"library": "", "picture": f"/{hash_}", "nothing-found": "?q=zeppelin&filter=unused",
            "words": f"/words?picture={hash_}", "deletion": f"/delete?picture={hash_}"}[request.param]
    return Page(request.param, "/admin/pictures" + path, script=EXTRA)


@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_a_page_fits_its_screen(visited, editor, page, size, palette):
    record = visited(page, size, palette, storage_state=editor, is_unfolded=True)
    assert record.status == 200
    assert record.scrollWidth <= size.width
    assert [record.cutOff, record.tooSmallText, record.tooSmallTargets, record.badImages, record.shifts, record.complaints] == [[]] * 6
    levels = [heading["level"] for heading in record.headings]
    assert levels.count(1) == 1 and all(after <= before + 1 for before, after in zip([0] + levels, levels))
    assert min(record.paper) > 230 if palette == "day" else max(record.paper) < 40


def test_does_not_scroll_sideways_at_any_text_size(browser, site, editor, page):
    assert scrolls_sideways(browser, site, page, editor) == {}


@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_axe_finds_nothing(browser, site, visited, editor, page, size, palette, scripts):
    if scripts:
        assert examine(browser, site, visited, page, size, palette, editor).violations == []
        return
    with Device(browser, size, palette, storage_state=editor) as device:
        device.context.route("**/static/*.js", lambda route: route.abort())
        tab = device.open(site.url + page.path)
        unfold(tab)
        assert violations(tab) == []


def test_nu_finds_no_error_and_chromium_understands_the_style(site, phone, hash_, tmp_path):
    for name, path in [("library", ""), ("picture", "/" + hash_), ("words", "/words?picture=" + hash_), ("deletion", "/delete?picture=" + hash_)]:
        (tmp_path / f"{name}.html").write_text(phone.context.request.get(site.url + "/admin/pictures" + path).text())
    assert nu_errors(tmp_path) == {}
    tab = phone.open(site.url + "/admin/pictures")
    sheet = phone.context.request.get(site.url + tab.get_attribute("link[rel=stylesheet]", "href")).text()
    assert tab.evaluate(STYLE, [sheet]) == []


def link(device, tab):
    """Returns a function that slows down or cuts the link."""
    network = device.context.new_cdp_session(tab)
    network.send("Network.enable")

    def set_to(kilobits, offline=False):
        network.send("Network.emulateNetworkConditions", {
            "offline": offline, "latency": 20, "downloadThroughput": -1, "uploadThroughput": kilobits * 125 if kilobits else -1})
    return set_to


def sent(tab):
    """The bytes of the first upload that have arrived."""
    return tab.locator("#uploads progress").first.evaluate("one => one.value")


def until(tab, expression, seconds=120):
    """Polls an expression, since the page's content security policy does not allow it to evaluate text itself."""
    deadline = time.monotonic() + seconds
    while not tab.evaluate(expression):
        assert time.monotonic() < deadline, f"{expression} does not come true: {tab.locator('#uploads').inner_text()}"
        tab.wait_for_timeout(50)


def told(tab, words):
    until(tab, f"document.getElementById('upload-status').textContent.includes('{words}')")


def test_two_pictures_outlive_a_break(site, phone, tmp_path):
    files = [photograph(tmp_path / name) for name in ("first.png", "second.png")]
    tab = phone.open(site.url + "/admin/pictures")
    set_link = link(phone, tab)
    set_link(2000)
    tab.get_by_label("Choose pictures or take one").set_input_files(files)
    rows = tab.locator("#uploads li")
    assert rows.count() == 2 and "waiting" in rows.nth(1).inner_text()
    until(tab, "document.querySelector('#uploads progress').value > 0")
    set_link(2000, offline=True)
    status = tab.get_by_role("status").last
    told(tab, "first.png: The connection was lost")
    stopped = sent(tab)
    assert 0 < stopped < files[0].stat().st_size and stopped % PART == 0
    assert violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    set_link(None)
    until(tab, "document.querySelectorAll('#uploads a').length === 2")
    assert "uploaded" in rows.nth(0).inner_text() and "uploaded" in rows.nth(1).inner_text()
    assert status.inner_text() == "second.png: uploaded"
    assert violations(tab) == []
    # The library below has them.
    tiles = tab.locator(".tiles")
    assert tiles.get_by_role("link", name="first.png").count() == 1 and tiles.get_by_role("link", name="second.png").count() == 1
    assert int(tab.get_by_role("link", name="Unused").locator("b").inner_text()) >= 2
    tiles.get_by_role("checkbox", name="second.png").check()
    assert tab.locator(".bulk output").inner_text() == "(1)"
    tab.get_by_role("link", name="Describe it first.png").click()
    tab.wait_for_selector("h1:has-text('Picture')")
    assert "first.png" in tab.inner_text("main") and EDITOR in tab.inner_text("main")
    tab.get_by_label("Image description (alt text)").fill("Nothing but noise")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_selector("text=Saved.")
    tab.goto(site.url + "/admin/pictures?q=noise")
    assert tab.get_by_role("link", name="Nothing but noise").count() == 1


def test_an_upload_can_be_cancelled(site, phone, tmp_path):
    files = [photograph(tmp_path / name) for name in ("wrong.png", "right.png")]
    tab = phone.open(site.url + "/admin/pictures")
    set_link = link(phone, tab)
    set_link(2000)
    ended = []
    tab.on("request", lambda request: ended.append(request.url) if request.method == "DELETE" else None)
    tab.get_by_label("Choose pictures or take one").set_input_files(files)
    until(tab, "document.querySelector('#uploads progress').value > 0")
    assert tab.locator("#uploads .meter").first.inner_text().split("%")[0].strip().isdigit()
    tab.get_by_role("button", name="Cancel wrong.png").click()
    assert "The upload was cancelled." in tab.locator("#uploads li").first.inner_text()
    set_link(None)
    until(tab, "document.querySelectorAll('#uploads a').length === 1")
    assert "right.png" in tab.locator("#uploads li:has(a)").inner_text() and len(ended) == 1
    tab.reload()
    tab.wait_for_load_state("networkidle")
    assert tab.locator("#uploads li").count() == 0
    assert tab.locator(".tiles").get_by_role("link", name="right.png").count() == 1
    assert tab.locator(".tiles").get_by_role("link", name="wrong.png").count() == 0


def test_a_picture_is_cropped_by_its_corners_and_its_middle(site, phone, tmp_path):
    tab = phone.open(site.url + "/admin/pictures")
    tab.get_by_label("Choose pictures or take one").set_input_files(photograph(tmp_path / "whole.png", 600, 400))
    tab.get_by_role("link", name="Describe it whole.png").click()
    tab.get_by_text("Crop the picture", exact=True).click()
    part = lambda: [float(tab.locator(f"#cropping [name={name}]").input_value()) for name in ("left", "top", "width", "height")]
    assert part() == [0, 0, 100, 100]

    def drag(selector, across, down):
        tab.locator(".cropper").scroll_into_view_if_needed()
        picture, grip = tab.locator(".cropper").bounding_box(), tab.locator(selector).bounding_box()
        x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
        tab.mouse.move(x, y)
        tab.mouse.down()
        tab.mouse.move(x + across * picture["width"], y + down * picture["height"], steps=3)
        tab.mouse.up()

    drag("[data-corner=nw]", .25, .25)
    assert part() == pytest.approx([25, 25, 75, 75], abs=.5)
    drag(".cut", -.9, .1)
    assert part() == pytest.approx([0, 25, 75, 75], abs=.5), "it stays inside"
    assert tab.locator("#cropped").inner_text() == "450 × 300 pixels"
    drag("[data-corner=e]", -.25, .3)
    assert part() == pytest.approx([0, 25, 50, 75], abs=.5), "a side moves in one direction"
    drag("[data-corner=e]", -.9, 0)
    assert part() == pytest.approx([0, 25, 20, 75], abs=.5), "no less than 120 pixels are left"
    drag("[data-corner=e]", .55, 0)
    tab.get_by_label("Shape").select_option("1:1")
    assert part() == pytest.approx([4.2, 0, 66.7, 100], abs=.5), "as large as can be, around the same middle"
    drag("[data-corner=se]", -.2, -.1)
    left, top, width, height = part()
    assert width * 1.5 == pytest.approx(height, abs=.3) and (left, top) == pytest.approx((4.2, 0), abs=.5)
    assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.get_by_role("button", name="Crop", exact=True).click()
    tab.wait_for_selector("text=The picture is cropped.")
    [size] = [fact for fact in tab.locator("#h-file ~ .facts span").all_inner_texts() if "×" in fact]
    wide, high = map(int, size.split(" × "))
    assert abs(wide - high) <= 2 and wide < 400
    tab.get_by_role("button", name="Bring back the former picture").click()
    tab.wait_for_selector(".facts span:has-text('600 × 400')")


def test_it_goes_on_after_a_reload(site, phone, tmp_path):
    file = photograph(tmp_path / "again.png")
    tab = phone.open(site.url + "/admin/pictures")
    parts = []

    def gate(route):
        if route.request.method == "PATCH":
            parts.append(int(route.request.headers["upload-offset"]))
            if len(parts) > 2:
                return route.abort()
        return route.continue_()
    tab.route("**/admin/uploads/*", gate)
    tab.get_by_label("Choose pictures or take one").set_input_files(file)
    told(tab, "again.png: The connection was lost")
    tab.unroute("**/admin/uploads/*")
    tab.reload()
    tab.wait_for_selector("text=not finished: choose the same file again")
    assert sent(tab) == 2 * PART
    requests = []
    tab.on("request", lambda request: requests.append((request.method, request.headers.get("upload-offset"))) if "/uploads" in request.url else None)
    tab.get_by_label("Choose pictures or take one").set_input_files(file)
    tab.wait_for_selector("#uploads a")
    assert tab.locator("#uploads li").count() == 1
    assert "POST" not in dict(requests) and ("PATCH", str(2 * PART)) in requests and ("PATCH", "0") not in requests
    assert tab.evaluate("Object.keys(localStorage).filter(one => one.startsWith('n4md-upload'))") == []


def test_what_is_no_picture_is_refused_with_the_reason(site, phone, tmp_path):
    (tmp_path / "notes.png").write_text("no picture")
    tab = phone.open(site.url + "/admin/pictures")
    tab.get_by_label("Choose pictures or take one").set_input_files([tmp_path / "notes.png", photograph(tmp_path / "good.png")])
    tab.wait_for_selector("#uploads a", timeout=60000)
    rows = tab.locator("#uploads li")
    assert "Not accepted. This is not a JPEG" in rows.nth(0).inner_text() and rows.nth(0).get_by_role("button", name="Try again").count() == 0, "it stays no picture"
    assert "uploaded" in rows.nth(1).inner_text(), "the others go on"
    assert violations(tab) == []


def test_a_refusal_is_in_the_language_of_the_page(browser, site, editor, tmp_path):
    (tmp_path / "notes.png").write_text("no picture")
    with Device(browser, PORTRAIT, storage_state=editor, locale="pt-PT") as device:
        tab = device.open(site.url + "/admin/pictures")
        tab.locator("input[type=file]").first.set_input_files(tmp_path / "notes.png")
        tab.wait_for_selector("#uploads li:has-text('não é uma imagem JPEG')")


def point(tab):
    return tuple(int(tab.get_by_label(one).input_value()) for one in ("From the left, percent", "From the top, percent"))


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_the_focal_point_by_a_tap(browser, site, editor, hash_, scripts):
    with Device(browser, PORTRAIT, scripts=scripts, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/pictures/" + hash_)
        box = tab.locator("input[type=image]").bounding_box()
        # The height is the limit without a script, and the width follows from the picture's shape.
        assert abs(box["width"] - (358 if scripts else 288)) <= 1
        for x, y in [(20, 70), (80, 30)]:
            tab.locator("input[type=image]").tap(position={"x": box["width"] * x / 100, "y": box["height"] * y / 100})
            tab.wait_for_selector("text=The focal point is set.")
            assert max(abs(point(tab)[0] - x), abs(point(tab)[1] - y)) <= 1
        assert tab.locator(".mark circle").first.get_attribute("cx") == f"{point(tab)[0]}%"


def test_the_focal_point_and_the_words_by_keyboard(browser, site, editor, hash_):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/pictures/" + hash_)
        keys = tab.keyboard

        tab_to(tab.get_by_label("From the left"))
        keys.press("Control+A")
        keys.type("35")
        tab_to(tab.get_by_label("From the top"))
        keys.press("Control+A")
        keys.type("65")
        keys.press("Enter")
        tab.wait_for_selector("text=The focal point is set.")
        assert point(tab) == (35, 65)
        tab_to(tab.get_by_label("Credit", exact=True))
        keys.type("By hand")
        keys.press("Enter")
        tab.wait_for_selector("text=Saved.")
        assert tab.get_by_label("Credit", exact=True).input_value() == "By hand"


def test_words_typed_before_the_focal_point_is_set_are_saved(browser, site, editor, hash_):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/pictures/" + hash_)
        words = f"Typed at {time.time_ns()}"
        tab.get_by_label("Credit", exact=True).fill(words)
        tab.locator("input[type=image]").click(position={"x": 40, "y": 40})
        tab.wait_for_selector("text=The focal point is set.")
        assert tab.get_by_label("Credit", exact=True).input_value() == words
        tab.get_by_label("Credit", exact=True).fill("x" * 501)
        tab.get_by_label("Credit", exact=True).evaluate("field => { field.value = 'x'.repeat(600); }")
        tab.locator("input[type=image]").click(position={"x": 90, "y": 90})
        tab.wait_for_selector("[role=alert]")
        assert "x" * 600 in tab.get_by_label("Credit", exact=True).input_value()


def test_another_in_its_place(site, phone, tmp_path):
    hashes = []
    tab = phone.open(site.url + "/admin/pictures")
    tab.get_by_label("Choose pictures or take one").set_input_files(photograph(tmp_path / "old.png"))
    tab.get_by_role("link", name="Describe it").click()
    tab.wait_for_selector("h1:has-text('Picture')")
    hashes.append(tab.url.split("/")[-1].split("?")[0])
    article = site.send("POST", "articles", {
        "status": "published", "headline": "Shown by a phone", "section": "city", "slug": f"shown-by-a-phone-{time.time_ns()}",
        "picture": {"hash": hashes[0], "alt": "Noise"}})
    tab.reload()
    assert tab.get_by_role("link", name="Shown by a phone").count() == 1
    assert tab.get_by_role("button", name="Delete for good").count() == 0
    assert "cannot be deleted while it is in use" in tab.locator("main").inner_text()
    tab.get_by_label("The new picture", exact=True).set_input_files(photograph(tmp_path / "new.png"))
    tab.get_by_role("button", name="Replace it").click()
    assert tab.evaluate("document.activeElement.type") == "checkbox", "readers get it at once, which is asked first"
    tab.get_by_label("Yes, readers get the new picture at once").check()
    tab.get_by_role("button", name="Replace it").click()
    tab.wait_for_selector("text=Replaced.")
    hashes.append(tab.url.split("/")[-1].split("?")[0])
    assert hashes[0] != hashes[1] and tab.get_by_role("link", name="Shown by a phone").count() == 1
    assert site.send("GET", f"articles/{article['id']}")["picture"]["hash"] == hashes[1]
    assert hashes[1] in phone.context.request.get(site.url + "/articles/" + article["slug"]).text()

    # The former picture comes back, after the same question.
    former = tab.locator("#formers")
    assert "old.png" in former.inner_text() and f"by {EDITOR}" in former.inner_text()
    former.scroll_into_view_if_needed()
    until(tab, "document.querySelector('#formers img').naturalWidth > 0")
    assert violations(tab) == [] and tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.get_by_role("button", name="Bring back the former picture").click()
    assert tab.evaluate("document.activeElement.type") == "checkbox"
    tab.get_by_label("Yes, readers get the former picture at once").check()
    tab.get_by_role("button", name="Bring back the former picture").click()
    tab.wait_for_selector("text=The former picture is back")
    assert site.send("GET", f"articles/{article['id']}")["picture"]["hash"] == hashes[0]
    assert "new.png" in tab.locator("#formers").inner_text(), "so that this can be undone too"


def test_several_are_described_credited_and_deleted_together(site, phone, tmp_path):
    series = f"series{time.time_ns()}"
    tab = phone.open(site.url + "/admin/pictures")
    tab.get_by_label("Choose pictures or take one").set_input_files([photograph(tmp_path / f"{series}-{one}.png") for one in "ab"])
    tab.get_by_role("link", name="Describe and credit all 2").click(timeout=60000)
    tab.wait_for_selector("h1:has-text('Describe and credit pictures')")
    tab.get_by_label("Credit for pictures without one").fill("Photo: Ana Lopes")
    tab.get_by_label("Image description (alt text)").first.fill("Only noise")
    tab.get_by_role("button", name="Save all").click()
    tab.wait_for_selector("text=Saved.")
    tab.goto(site.url + f"/admin/pictures?q={series}")
    tiles = tab.locator(".tiles li")
    marks = sorted(tile.locator(".marks").inner_text().split("\n") for tile in tiles.all())
    assert marks == [["no description", "not used"], ["not used"]]
    tab.locator("main a[href*=undescribed]").click()
    tab.wait_for_selector("[aria-current=true]:has-text('No description')")
    assert tiles.count() == 1, "the words of the search stay"
    tab.goto(site.url + f"/admin/pictures?q={series}")
    assert not tab.get_by_role("button", name="Delete the selected pictures").is_visible()
    tab.get_by_label("Select all on this page").check()
    assert tab.locator(".bulk output").inner_text() == "(2)"
    tab.get_by_role("button", name="Delete the selected pictures").click()
    tab.get_by_role("button", name="Delete 2 pictures for good").click()
    tab.wait_for_selector("p:has-text('Deleted.')")
    assert tiles.count() == 0 and phone.complaints == []


def test_without_script_forms_do(browser, site, editor, tmp_path):
    with Device(browser, PORTRAIT, scripts=False, storage_state=editor) as device:
        tab = device.open(site.url + "/admin/pictures")
        tab.get_by_label("Choose pictures or take one").set_input_files([photograph(tmp_path / f"{one}.png") for one in "ab"])
        tab.get_by_role("button", name="Upload pictures").click()
        tab.wait_for_selector("text=Uploaded.")
        assert tab.locator(".worded .name-of").all_inner_texts() == ["b.png", "a.png"]
        tab.get_by_label("Credit for pictures without one").fill("Rui")
        tab.get_by_role("button", name="Save all").click()
        tab.wait_for_selector("text=Saved.")
        tab.locator(".tiles input").first.check()
        tab.get_by_role("button", name="Describe and credit the selected pictures").click()
        tab.wait_for_selector(".worded")
        assert tab.get_by_label("Credit", exact=True).input_value() == "Rui"
        # The other tests' library begins with pictures without words.
        tab.goto(site.url + "/admin/pictures")
        for box in tab.locator(".tiles input").all()[:2]:
            box.check()
        tab.get_by_role("button", name="Delete the selected pictures").click()
        tab.get_by_role("button", name="Delete 2 pictures for good").click()
        tab.wait_for_selector("p:has-text('Deleted.')")
