"""The rich editor of an article's text: writing as in a word processor, pasting, pictures, and Markdown as the other face of the same text."""
import base64
import os
import re

import pytest

from newspaper import ROOT
from newsroom import EDITOR, KEPT, SCREENS, WAITING, begin, log_in, press, save, tab_to
from test_pictures import photograph
from visits import DESKTOP, LOOKS, PORTRAIT, SMALL, Device, unfold, until, violations

HERE = os.path.dirname(os.path.abspath(__file__))
IS_THERE = os.path.exists(f"{ROOT}/static/vendor/prosemirror.js")
needs_editor = pytest.mark.skipif(not IS_THERE, reason="set-up could not fetch the editor")
TEXT, MARKDOWN = ".ProseMirror", "#body"

# What Word 365 puts on the clipboard, shortened.
WORD = """<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body lang=PT>
<!--StartFragment--><h1><b>Ferry</b> stops<o:p></o:p></h1>
<p class=MsoNormal style='margin:0'><span style='font-family:"Calibri"'>The <b style='mso-bidi-font-weight:normal'>harbour</b>&nbsp;&nbsp; said <i>no</i>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>One</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Within</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Two</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>First</p>
<p class=MsoNormal>The ferries of the summer are at this <a href="https://example.org/x"><span style='color:blue'>link</span></a><img src="file:///C:/x.png"><script>alert(1)</script></p>
<table class=MsoTable border=1><tr><td width=100><p class=MsoNormal>A</p></td><td>B</td></tr></table><!--EndFragment--></body></html>"""
DOCS = """<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.3"><span style="font-weight:700">Bold</span>
<span style="font-weight:400;font-style:italic">slanted</span> <a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span>there</span></a></p><br />
<h2 dir="ltr"><span style="font-weight:700">Head</span></h2><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>item</span></p></li></ul></b>"""
WEB = """<div class="post" onclick="evil()"><div>First line<br>second</div><div style="color:red">Third <mark>marked</mark></div>
<blockquote>Said</blockquote><iframe src="https://example.org/"></iframe><a href="javascript:alert(1)">bad</a></div>"""

PASTED = [
    (WORD, "## Ferry stops\n\nThe **harbour** said *no*.\n\n- One\n  - Within\n- Two\n\n1. First\n\nThe ferries of the summer are at this [link](https://example.org/x)\n\n"
     "<table><tbody><tr><td>A</td><td>B</td></tr></tbody></table>"),
    (DOCS, "**Bold** *slanted* [there](https://example.org/a)\n\n## Head\n\n- item"),
    (WEB, "First line\nsecond\n\nThird marked\n\n> Said\n\nbad"),
]

# Typed with straight marks.
QUOTED = [("en", "“a ‘b’ it’s” – c…"), ("pt", "«a ‘b’ it’s» – c…"), ("pt-BR", "“a ‘b’ it’s” – c…"), ("de", "„a ‚b‘ it’s“ – c…"),
          ("fr", "«\u202fa ‘b’ it’s\u202f» – c…"), ("sv", "”a ’b’ it’s” – c…")]


@pytest.fixture
def writer(browser, editor):
    """A computer with the editor logged in, who writes with formatting."""
    with rich(browser, editor) as device:
        yield device


def rich(browser, state, size=DESKTOP, palette="day", **options):
    device = Device(browser, size, palette, storage_state=state, **options)
    # Until the person chooses otherwise.
    device.context.add_init_script("try { if (!sessionStorage.rich) localStorage.removeItem('n4md-text', sessionStorage.rich = 1); } catch {}")
    return device


def start(device, site):
    """Begins an article; returns its tab, with the cursor in the text."""
    tab = begin(device, site)
    tab.locator("#headline").fill("With formatting")
    tab.wait_for_selector(TEXT)
    tab.locator(TEXT).click()
    return tab


def markdown(tab):
    return tab.locator(MARKDOWN).input_value()


def body(site, tab):
    """The HTML that was saved."""
    return site.send("GET", "articles/" + re.search(r"articles/(\d+)", tab.url)[1])["body"]


def paste(tab, html="", text="", picture=None):
    # The editor learns of the selection by an event, before the next frame is drawn.
    tab.evaluate("""async ([html, text, picture]) => {
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        const data = new DataTransfer();
        if (html) data.setData('text/html', html);
        if (text) data.setData('text/plain', text);
        if (picture) data.items.add(new File([Uint8Array.from(atob(picture), one => one.charCodeAt(0))], 'quay.png', { type: 'image/png' }));
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }""", [html, text, picture])


def encoded(path):
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


@needs_editor
def test_what_is_typed_and_formatted_is_saved(site, writer):
    tab = start(writer, site)
    keys = tab.keyboard
    keys.type("Plain, ")
    keys.press("Control+b")
    keys.type("bold")
    keys.press("Control+b")
    keys.type(" and ")
    press(tab, "Italic")
    assert tab.get_by_role("button", name="Italic").get_attribute("aria-pressed") == "true"
    keys.type("slanted")
    keys.press("Enter")
    press(tab, "Heading")
    keys.type("A heading")
    keys.press("Enter")
    keys.type("- one")
    keys.press("Enter")
    keys.type("two")
    for _ in range(2):
        keys.press("Enter")
    press(tab, "Quote")
    keys.type("Said.")
    assert markdown(tab) == "Plain, **bold** and *slanted*\n\n## A heading\n\n- one\n- two\n\n> Said."
    keys.press("Control+z")
    assert "Said" not in markdown(tab)
    press(tab, "Redo")
    assert markdown(tab).endswith("Said.")
    tab.wait_for_selector(".ed-foot:has-text('Words: 9')")
    tab.wait_for_selector(KEPT)
    assert "There is no" in tab.locator(".checks").inner_text() and "A heading" in tab.locator(".seen").inner_text()
    keys.press("Control+s")
    tab.wait_for_selector("[role=status]:has-text('Saved.')")
    assert body(site, tab) == ("<p>Plain, <strong>bold</strong> and <em>slanted</em></p><h2>A heading</h2><ul><li>one</li><li>two</li></ul>"
                               "<blockquote><p>Said.</p></blockquote>")
    tab.wait_for_selector(TEXT + " blockquote")
    assert writer.complaints == []


# Beside the buttons, unlike the notice of a page that was loaded.
SAVED = "#kept:text-is('Saved.')"
IS_MINE = "document.activeElement.matches('.ProseMirror')"


def number_of(tab):
    return re.search(r"articles/(\d+)", tab.url)[1]


def hold(tab):
    """Holds back the forms that are sent from now on; returns the list of them."""
    held = []
    tab.route("**/admin/articles/" + number_of(tab), lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    return held


@needs_editor
def test_saving_stays_in_place(site, writer):
    tab = start(writer, site)
    paste(tab, "<p>line</p>" * 60)
    tab.keyboard.press("Control+End")
    tab.keyboard.press("Enter")
    tab.keyboard.type("Before. ")
    tab.wait_for_selector(KEPT)
    held, place = hold(tab), tab.evaluate("(window.isSame = true) && scrollY")
    assert place > 500
    tab.keyboard.press("Control+s")
    until(tab, lambda: len(held) == 1)
    tab.keyboard.type("Meanwhile. ")
    held.pop().continue_()
    tab.wait_for_selector(SAVED)
    assert tab.locator(".facts").inner_text().count("Last saved") == 1 and "autosaved" not in tab.locator("main").inner_text()
    tab.keyboard.type("After.")
    assert tab.evaluate("isSame") and tab.evaluate(IS_MINE) and "?" not in tab.url
    assert markdown(tab).endswith("line\n\nBefore. Meanwhile. After.")
    assert abs(tab.evaluate("scrollY") - place) < 5
    assert body(site, tab).endswith("<p>line</p><p>Before.</p>")
    # What was typed meanwhile is autosaved.
    tab.wait_for_selector(KEPT)
    other = writer.open(tab.url)
    assert markdown(other).endswith("Before. Meanwhile. After.")
    assert body(site, tab).endswith("<p>Before.</p>")
    other.close()
    # Undo goes back beyond what was saved.
    tab.keyboard.type(" X")
    for _ in range(40):
        tab.keyboard.press("Control+z")
    assert markdown(tab) == ""
    for _ in range(40):
        tab.keyboard.press("Control+y")
    assert markdown(tab).endswith("After. X")
    tab.keyboard.press("Control+s")
    until(tab, lambda: len(held) == 1)
    held.pop().continue_()
    tab.wait_for_selector(SAVED)
    assert body(site, tab).endswith("<p>Before. Meanwhile. After. X</p>")
    tab.reload()
    tab.wait_for_selector(TEXT)
    assert markdown(tab).endswith("After. X") and tab.locator("#local .note, .theirs").count() == 0
    assert tab.evaluate("Object.keys(localStorage).filter(one => one.startsWith('n4md-typed'))") == []
    assert writer.complaints == []


@needs_editor
def test_the_button_saves_in_place_too(site, writer):
    tab = start(writer, site)
    tab.evaluate("window.isSame = true")
    for words in ("One.", " Two.", " Three."):
        tab.locator(TEXT).click()
        tab.keyboard.press("Control+End")
        tab.keyboard.type(words)
        press(tab, "Save")
        tab.wait_for_selector(SAVED)
        assert body(site, tab).endswith(words + "</p>")
    # What the server wrote in another way than it was typed.
    tab.locator("#headline").fill(" With blanks ")
    tab.locator(TEXT).click()
    tab.keyboard.press("Control+s")
    until(tab, lambda: tab.locator("#headline").input_value() == "With blanks")
    assert tab.evaluate("isSame") and tab.locator("#kept").inner_text() == "Saved."
    assert writer.complaints == []


@needs_editor
@pytest.mark.parametrize("is_elsewhere", [True, False], ids=["another paragraph", "the same paragraph"])
def test_saving_in_place_merges_with_others(browser, site, writer, journalist, is_elsewhere):
    with Device(browser, DESKTOP, storage_state=journalist) as other:
        desk = begin(other, site)
        desk.locator("#headline").fill("Of two")
        desk.locator(MARKDOWN).fill("First.\n\nMiddle.\n\nSecond.")
        save(desk)
        tab = writer.open(desk.url)
        tab.locator(TEXT).click()
        tab.keyboard.press("Control+End")
        tab.keyboard.type(" Mine.")
        tab.keyboard.press("Control+s")
        tab.wait_for_selector(SAVED)
        desk.reload()
        desk.locator(MARKDOWN).fill("First. Theirs.\n\nMiddle.\n\nSecond. Mine." if is_elsewhere else "First.\n\nMiddle.\n\nSecond. Mine. Theirs.")
        save(desk)
        tab.keyboard.type(" More.")
        tab.keyboard.press("Control+s")
        if is_elsewhere:
            tab.wait_for_selector("[role=status]:has-text('Saved, together with')")
            tab.wait_for_selector(TEXT + ":has-text('Second. Mine. More.')")
            assert markdown(tab) == "First. Theirs.\n\nMiddle.\n\nSecond. Mine. More."
        else:
            tab.wait_for_selector("text=was saved meanwhile by")
            assert markdown(tab) == "First.\n\nMiddle.\n\nSecond. Mine. More." and "Theirs" in tab.locator("#theirs-body").inner_text()
            # Whoever saves now has chosen, and the page is free of it.
            tab.wait_for_selector(TEXT)
            tab.keyboard.press("Control+s")
            tab.wait_for_selector(SAVED)
            assert tab.locator(".theirs, main > [role=alert]").count() == 0
        assert body(site, tab).endswith("Second. Mine. More.</p>")
        assert tab.locator("#local .note").count() == 0


@needs_editor
def test_the_text_of_another_comes_formatted(site, browser, editor, writer):
    with Device(browser, storage_state=editor) as other:
        desk = begin(other, site)
        desk.locator("#headline").fill("Of two")
        desk.locator(MARKDOWN).fill("First.")
        save(desk)
        tab = writer.open(desk.url)
        desk.locator(MARKDOWN).fill("First. **Theirs.**")
        save(desk)
        tab.locator(TEXT).click()
        tab.keyboard.press("Control+End")
        tab.keyboard.type(" Mine.")
        tab.keyboard.press("Control+s")
        tab.wait_for_selector("text=was saved meanwhile by")
        tab.wait_for_selector(TEXT)
        press(tab, "Use theirs Text")
        tab.wait_for_selector(TEXT + " strong:has-text('Theirs.')")


@needs_editor
@pytest.mark.parametrize("has_arrived", [True, False], ids=["lost answer", "lost form"])
def test_a_save_that_fails_loses_nothing(site, writer, has_arrived):
    tab = start(writer, site)
    tab.keyboard.type("One.")
    press(tab, "Save")
    tab.wait_for_selector(SAVED)
    tab.goto(tab.url + "?done=save")
    tab.wait_for_selector(".note.good")
    held = hold(tab)
    tab.locator(TEXT).click()
    tab.keyboard.press("Control+End")
    tab.keyboard.type(" Two.")
    tab.keyboard.press("Control+s")
    until(tab, lambda: len(held) == 1)
    if has_arrived:
        held[0].fetch(max_redirects=0)
    held.pop().abort()
    tab.wait_for_selector(WAITING)
    # What the page says of what was done before is not true any more.
    assert tab.locator(".note.good").count() == 0
    tab.keyboard.type(" Three.")
    tab.unroute_all()
    tab.keyboard.press("Control+s")
    tab.wait_for_selector(SAVED)
    assert body(site, tab) == "<p>One. Two. Three.</p>" and tab.locator(".theirs").count() == 0
    assert tab.evaluate("Object.keys(localStorage).filter(one => one.startsWith('n4md-typed'))") == []


@needs_editor
def test_whoever_is_logged_out_logs_in_elsewhere_and_saves(browser, site, editor):
    with rich(browser, None) as device:
        tab = device.context.new_page()
        log_in(tab, site.url, EDITOR)
        tab.wait_for_selector("text=Hello")
        tab = start(device, site)
        tab.keyboard.type("One.")
        device.context.clear_cookies()
        tab.keyboard.press("Control+s")
        tab.wait_for_selector("#kept:has-text('You are logged out')")
        other = device.context.new_page()
        log_in(other, site.url, EDITOR)
        other.wait_for_selector("text=Hello")
        tab.bring_to_front()
        tab.keyboard.type(" Two.")
        tab.keyboard.press("Control+s")
        tab.wait_for_selector(SAVED)
        tab.keyboard.type(" Three.")
        tab.wait_for_selector(KEPT)
        assert body(site, tab) == "<p>One. Two.</p>" and markdown(tab) == "One. Two. Three."


def test_a_fault_is_shown_by_a_page_and_goes_when_it_is_put_right(site, browser, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("At fault")
        tab.locator(MARKDOWN).fill("Text.")
        tab.locator("#place-fields > summary").click()
        tab.locator("#place_name").fill("Nowhere at all")
        tab.keyboard.press("Control+s")
        tab.wait_for_selector("#fault-place_name")
        assert tab.locator(MARKDOWN).input_value() == "Text." and tab.locator("#headline").evaluate("one => one !== document.activeElement")
        tab.locator("#place_name").fill("")
        tab.keyboard.press("Control+s")
        tab.wait_for_selector(SAVED)
        assert tab.locator("#writing :is(.fault, [aria-invalid]), main > :is(.faults, .bad)").count() == 0 and body(site, tab) == "<p>Text.</p>"
        assert violations(tab) == []


def test_what_readers_have_is_saved_in_place_and_can_be_undone(site, browser, editor):
    number = site.send("POST", "articles", {"headline": "Out", "section": "city", "body": "<p>Old.</p>" + "<p>line</p>" * 40, "status": "published"})["id"]
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = device.open(f"{site.url}/admin/articles/{number}")
        tab.locator(MARKDOWN).focus()
        tab.keyboard.press("Control+Home")
        tab.keyboard.type("New ")
        top = tab.locator(MARKDOWN).bounding_box()["y"]
        tab.keyboard.press("Control+s")
        tab.wait_for_selector("#kept:has-text('Readers have the new text.')")
        assert abs(tab.locator(MARKDOWN).bounding_box()["y"] - top) < 2
        tab.keyboard.type("and ")
        tab.keyboard.press("Control+z")
        tab.keyboard.press("Control+z")
        assert tab.locator(MARKDOWN).input_value().startswith("Old.")
        tab.keyboard.press("Control+y")
        assert tab.get_by_role("link", name="See the change").or_(tab.locator("main > .row a")).first.is_visible()
        assert violations(tab) == []
        tab.locator("main > .row button").click()
        tab.wait_for_selector("[role=status]:has-text('Readers see the previous text again.')")
        assert body(site, tab).startswith("<p>Old.")


def test_a_new_article_begins_with_its_headline(site, browser, editor):
    for size in (DESKTOP, PORTRAIT):
        with Device(browser, size, storage_state=editor) as device:
            tab = begin(device, site)
            assert tab.evaluate("document.activeElement.id") == ("headline" if size == DESKTOP else "")
            tab.locator("#headline").fill("Begun")
            save(tab)
            tab.reload()
            assert tab.evaluate("document.activeElement === document.body")


@needs_editor
@pytest.mark.parametrize("html, text", PASTED, ids=["Word", "Docs", "web"])
def test_what_is_pasted_is_clean(site, writer, html, text):
    tab = start(writer, site)
    paste(tab, html)
    assert markdown(tab) == text
    # Nothing that is typed next replaces what was pasted.
    tab.keyboard.type("!")
    assert markdown(tab).startswith(text)
    save(tab)
    assert "script" not in body(site, tab) and "style" not in body(site, tab)
    assert writer.complaints == []


@needs_editor
def test_a_heading_that_is_pasted_behind_a_paragraph_stays_one(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("First.")
    paste(tab, "<h1>A heading</h1><p>Second.</p>")
    assert markdown(tab) == "First.\n\n## A heading\n\nSecond."


@needs_editor
def test_an_address_is_pasted_as_a_link(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("Read this")
    tab.keyboard.press("Shift+Control+ArrowLeft")
    paste(tab, text="https://example.org/a")
    assert markdown(tab) == "Read [this](https://example.org/a)"


@needs_editor
def test_pictures_are_pasted_and_dropped(site, writer, tmp_path):
    tab = start(writer, site)
    tab.keyboard.type("Before.")
    paste(tab, picture=encoded(photograph(tmp_path / "quay.png")))
    tab.wait_for_selector(".ed-picture")
    tab.locator(".ed-picture input").first.fill('A "quay" in the fog')
    assert re.fullmatch(r'Before\.\n\n!\[A "quay" in the fog\]\(picture:[0-9a-f]{64}\)', markdown(tab))
    tab.locator(".ed-picture").get_by_label("Credit").fill("Photo: Ana")
    tab.locator(".ed-picture").get_by_label("Caption").fill("At six")
    tab.keyboard.press("Enter")
    tab.keyboard.type("After.")
    file = tab.evaluate_handle("""picture => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(picture), one => one.charCodeAt(0))], 'other.png', { type: 'image/png' }));
        return data;
    }""", encoded(photograph(tmp_path / "other.png")))
    place = tab.locator(TEXT + " > p").last.bounding_box()
    tab.locator(TEXT).dispatch_event("drop", {"dataTransfer": file, "clientX": place["x"] + 9, "clientY": place["y"] + 9})
    tab.wait_for_selector(".ed-picture >> nth=1")
    save(tab)
    saved = body(site, tab)
    assert re.fullmatch(r'<p>Before\.</p><figure><img src="picture:\w{64}" alt="A &quot;quay&quot; in the fog"/><figcaption>At six · <small>Photo: Ana</small></figcaption></figure>'
                        r'<p>After\.</p><p><img src="picture:\w{64}" alt=""/></p>', saved)
    tab.wait_for_selector(".ed-picture img")
    assert [one.input_value() for one in tab.locator(".ed-picture").first.locator("input").all()] == ['A "quay" in the fog', "At six", "Photo: Ana"]
    assert re.search("/admin/pictures/[0-9a-f]{64}$", tab.locator(".ed-picture a").first.get_attribute("href"))
    assert writer.complaints == []


@needs_editor
def test_a_picture_that_the_library_knows_brings_its_words(site, writer, tmp_path):
    photo = encoded(photograph(tmp_path / "known.png"))
    tab = start(writer, site)
    paste(tab, picture=photo)
    tab.wait_for_selector(".ed-picture")
    [hash_] = re.findall("[0-9a-f]{64}", markdown(tab))
    site.send("PUT", "pictures/" + hash_, {"alt": "The quay in fog", "caption": "At six", "credit": "Photo: Ana"})
    tab = start(writer, site)
    paste(tab, picture=photo)
    tab.wait_for_selector(".ed-picture")
    assert [one.input_value() for one in tab.locator(".ed-picture input").all()] == ["The quay in fog", "At six", "Photo: Ana"]


@needs_editor
def test_nobody_publishes_without_a_picture_that_is_on_its_way_by_mistake(site, writer, tmp_path):
    held = []
    writer.context.route("**/admin/uploads", lambda route: held.append(route))
    tab = start(writer, site)
    tab.keyboard.type("Before.")
    paste(tab, picture=encoded(photograph(tmp_path / "quay.png")))
    tab.wait_for_selector(".ed-sending")
    save(tab)
    assert body(site, tab) == "<p>Before.</p>" and tab.locator(".ed-sending").count() == 1
    press(tab, "Publish")
    tab.wait_for_selector("#kept:has-text('still being uploaded')")
    # A press in passing changes nothing; one after a while goes on without it.
    press(tab, "Publish")
    assert not tab.locator("#publishing").is_visible()
    tab.evaluate("(now => { Date.now = () => now() + 1100; })(Date.now)")
    press(tab, "Publish")
    tab.wait_for_selector("#publishing .main")
    tab.keyboard.press("Escape")
    until(tab, "!document.getElementById('publishing').open")
    press(tab, "Publish")
    until(tab, "document.getElementById('kept').textContent.includes('still being uploaded')")
    held.pop().continue_()
    tab.wait_for_selector("#publishing .main")
    assert tab.locator(".ed-picture").count() == 1


@needs_editor
def test_a_story_is_submitted_with_the_lead_picture_that_is_on_its_way(site, writer, tmp_path):
    held = []
    writer.context.route("**/admin/uploads", lambda route: held.append(route))
    tab = start(writer, site)
    tab.keyboard.type("Before.")
    tab.locator("#picture-file").set_input_files(photograph(tmp_path / "quay.png"))
    until(tab, "pictureUpload.isBusy()")
    press(tab, "Submit")
    tab.wait_for_selector("#kept:has-text('still being uploaded')")
    held.pop().continue_()
    # It is there, and has yet to be described.
    tab.wait_for_selector("a:has-text('Say what the picture shows')")
    assert re.fullmatch("[0-9a-f]{64}", tab.locator("[name=picture]").input_value())


@needs_editor
def test_an_upload_is_cancelled_where_its_progress_is_shown(site, writer, tmp_path):
    held = []
    writer.context.route("**/admin/uploads", lambda route: held.append(route))
    tab = start(writer, site)
    tab.keyboard.type("Before.")
    paste(tab, picture=encoded(photograph(tmp_path / "wrong.png")))
    tab.locator(".ed-sending").get_by_role("button", name="Cancel").click()
    until(tab, "!document.querySelector('.ed-sending')")
    assert "The upload was cancelled." in tab.locator(".ed-foot").inner_text()
    tab.locator("#picture-file").set_input_files(photograph(tmp_path / "lead.png"))
    tab.get_by_role("button", name="Cancel lead.png").click()
    tab.wait_for_selector("#picture-said:has-text('The upload was cancelled.')")
    assert not tab.evaluate("pictureUpload.isBusy()") and len(held) == 2
    assert tab.locator("#picture-sending").inner_text() == "" and tab.locator("[name=picture]").input_value() == ""
    assert markdown(tab) == "Before."


@needs_editor
def test_a_picture_that_is_cropped_meanwhile_is_shown_so(site, writer, tmp_path):
    tab = start(writer, site)
    tab.keyboard.type("Before.")
    paste(tab, picture=encoded(photograph(tmp_path / "whole.png")))
    tab.wait_for_selector(".ed-picture")
    save(tab)
    [old] = re.findall("[0-9a-f]{64}", markdown(tab))
    with writer.context.expect_page() as opened:
        tab.locator(".ed-picture").get_by_role("link", name="Crop, focal point and uses").click()
    new = site.send("POST", f"pictures/{old}/crop", {"left": 0, "top": 0, "width": 50, "height": 100})["hash"]
    opened.value.close()
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tab.wait_for_selector(f".ed-picture img[src*='{new}']")
    assert new in markdown(tab) and old not in markdown(tab)
    save(tab)
    assert new in body(site, tab)


@needs_editor
def test_a_picture_takes_two_presses_to_go(site, writer, tmp_path):
    tab = start(writer, site)
    paste(tab, picture=encoded(photograph(tmp_path / "quay.png")))
    tab.locator(".ed-picture").get_by_role("button", name="Remove picture").click()
    assert tab.locator(".ed-picture").count() == 1
    tab.get_by_role("button", name="Press again to remove").click()
    assert tab.locator(".ed-picture").count() == 0


@needs_editor
def test_a_picture_comes_from_the_library(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("Text.")
    press(tab, "Picture in the text")
    dialog = tab.get_by_role("dialog", name="Picture in the text")
    assert dialog.locator("#picture-file").is_visible()
    assert violations(tab) == []
    dialog.locator("#picture-found button").first.click()
    tab.wait_for_selector(".ed-picture input:focus")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("A view")
    # Its credit, if it has one, comes along.
    assert re.fullmatch(r'Text\.\n\n(!\[A view\]\(picture:[0-9a-f]{64}\)|<figure><img src="picture:[0-9a-f]{64}" alt="A view"/>'
                        r'<figcaption>.*<small>.+</small></figcaption></figure>)', markdown(tab))
    # The lead picture is another one, which its own panel chooses.
    assert tab.locator("input[name=picture]").input_value() == ""
    panel = tab.locator("details", has_text="Lead picture")
    panel.locator("#picture-search").click()
    panel.locator("#picture-found button").first.click()
    assert tab.locator("input[name=picture]").input_value() and markdown(tab).count("picture:") == 1


@needs_editor
def test_pictures_beside_each_other_are_marked_as_a_gallery(site, writer, tmp_path):
    tab = start(writer, site)
    press(tab, "Picture in the text")
    tab.locator("#picture-file").set_input_files([photograph(tmp_path / f"{one}.png") for one in "abc"])
    tab.wait_for_selector(".ed-gallery >> nth=2")
    assert "Gallery of 3 pictures" in tab.locator(".ed-gallery-name").inner_text()
    assert violations(tab) == []
    press(tab, "Write between these two")
    # Without a text it would still be one for readers.
    assert "Gallery of 3 pictures" in tab.locator(".ed-gallery-name").inner_text()
    tab.keyboard.type("Between.")
    assert "Gallery of 2 pictures" in tab.locator(".ed-gallery-name").inner_text()
    assert re.fullmatch(r"!\[\]\(picture:\w+\)\n\nBetween\.\n\n!\[\]\(picture:\w+\)\n\n!\[\]\(picture:\w+\)", markdown(tab))


@needs_editor
def test_a_table_is_made_changed_and_left(site, writer):
    tab = start(writer, site)
    bar = tab.get_by_role("toolbar", name="Formatting")
    assert not bar.get_by_role("button", name="Delete the row").is_visible()
    press(tab, "Table")
    tab.keyboard.type("Stall")
    for words in ("Rent", "Fish", "40", "Bread", "35"):
        tab.keyboard.press("Tab")
        tab.keyboard.type(words)
    press(tab, "Add a row below")
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.type("Eggs")
    tab.keyboard.press("Enter")
    tab.keyboard.type("& milk")
    press(tab, "Add a column to the right")
    tab.keyboard.type("new")
    press(tab, "Delete the column")
    tab.locator(TEXT + " td", has_text="Bread").click()
    press(tab, "Delete the row")
    assert violations(tab) == []
    made = ("<table><tbody><tr><th>Stall</th><th>Rent</th></tr><tr><td>Fish</td><td>40</td></tr>"
            "<tr><td>Eggs<br/>&amp; milk</td><td></td></tr></tbody></table>")
    assert markdown(tab) == made
    save(tab)
    assert body(site, tab) == made
    tab.reload()
    tab.wait_for_selector(TEXT + " td")
    assert tab.locator(".ed-other").count() == 0
    # After the last cell comes another row; if that stays empty, the focus leaves the text.
    tab.locator(TEXT + " td", has_text="Eggs").click()
    for _ in range(2):
        tab.keyboard.press("Tab")
    assert tab.locator(TEXT + " tr").count() == 4
    paste(tab, "<h2>Pasted</h2><p>in <b>lines</b></p><table><tr><td>and cells</td></tr></table>")
    assert "<td>Pasted<br/>in <strong>lines</strong><br/>and cells</td>" in markdown(tab) and markdown(tab).count("<table>") == 1
    for _ in range(3):
        tab.keyboard.press("Tab")
    assert tab.locator(TEXT + " tr").count() == 5
    for _ in range(2):
        tab.keyboard.press("Tab")
    assert not tab.evaluate("document.activeElement.matches('.ProseMirror')")
    tab.locator(TEXT + " th").first.click()
    for _ in range(5):
        press(tab, "Delete the row")
    assert markdown(tab) == ""


@needs_editor
@pytest.mark.parametrize("table, is_whole", [
    ("<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B <b>c</b></td></tr></tbody></table>", False),
    ("<table>\n<tr>\n<td>A</td>\n</tr>\n</table>", False),
    ('<table><tbody><tr><td colspan="2">A</td></tr><tr><td>B</td><td>C</td></tr></tbody></table>', True),
    ("<table><tbody><tr><td><ul><li>A</li></ul></td></tr></tbody></table>", True),
])
def test_a_table_with_more_than_text_stays_whole(site, writer, table, is_whole):
    tab = start(writer, site)
    press(tab, "Write in Markdown")
    tab.locator(MARKDOWN).fill(table + "\n\nEnd.")
    press(tab, "Write with formatting")
    tab.wait_for_selector(TEXT + " table")
    assert tab.locator(".ed-other").count() == is_whole
    assert markdown(tab) == table + "\n\nEnd.", "what nobody touched stays"
    tab.locator(TEXT + " > p").last.click()
    tab.keyboard.press("End")
    tab.keyboard.type("!")
    # The server writes the markup of a block afresh.
    assert markdown(tab) == table.replace("\n", "") + "\n\nEnd.!"


@needs_editor
def test_markdown_is_the_other_face(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("One ")
    press(tab, "Write in Markdown")
    picture = writer.context.request.get(site.url + "/admin/pictures.json").json()["pictures"][0]["hash"]
    text = ("One [two](https://example.org \"T\").\n\n* x\n\n  y\n\n<table><tbody><tr><td>1</td></tr></tbody></table>\n\n"
            "<figure><img src=\"picture:" + picture + "\"/><figcaption>By <b>me</b></figcaption></figure>\n\nH<sub>2</sub>O")
    tab.locator(MARKDOWN).fill(text)
    # What the digits stand for is shown below, and leads to its place.
    named = tab.get_by_role("list", name="Pictures in the text")
    named.get_by_role("button", name="Go to picture 1 in the text").click()
    assert tab.evaluate("document.getElementById('body').value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)") == "picture:" + picture
    press(tab, "Write with formatting")
    tab.wait_for_selector(TEXT + " sub")
    assert not named.is_visible()
    # What was not changed stays as it was, and what the editor does not offer is shown as a whole.
    assert markdown(tab) == text and tab.locator(".ed-other").count() == 1
    tab.locator(TEXT + " p").first.click()
    tab.keyboard.press("Home")
    tab.keyboard.type("No ")
    assert markdown(tab).startswith("No One") and markdown(tab).count("<table>") == 1 and "<b>me</b>" in markdown(tab)
    save(tab)
    assert body(site, tab) == ('<p>No One <a href="https://example.org" title="T">two</a>.</p><ul><li><p>x</p><p>y</p></li></ul>'
                               '<table><tbody><tr><td>1</td></tr></tbody></table><figure><img src="picture:' + picture +
                               '" alt=""/><figcaption>By <b>me</b></figcaption></figure><p>H<sub>2</sub>O</p>')
    # The choice is remembered.
    tab.wait_for_selector(TEXT)
    press(tab, "Write in Markdown")
    tab.reload()
    tab.wait_for_selector(MARKDOWN)
    assert tab.locator(TEXT).count() == 0


@needs_editor
def test_random_texts_come_back_as_they_were(site, writer):
    tab = start(writer, site)
    with open(f"{HERE}/roundtrip.js", encoding="utf-8") as file:
        assert tab.evaluate(file.read(), list(range(1, 121))) == []


@needs_editor
@pytest.mark.parametrize("language, text", QUOTED)
def test_quotation_marks_are_those_of_the_language(site, writer, language, text):
    tab = begin(writer, site)
    tab.locator("#more-fields summary").click()
    tab.locator("#language").fill(language)
    headline = tab.locator("#headline")
    headline.fill("")
    headline.press_sequentially("\"a 'b' it's\"")
    assert headline.input_value() == text.split(" – ")[0]
    tab.keyboard.press("Control+z")
    assert len(headline.input_value()) < len(text.split(" – ")[0])
    tab.locator(TEXT).click()
    tab.keyboard.type("\"a 'b' it's\" -- c...")
    assert markdown(tab) == text
    tab.keyboard.press("Backspace")
    assert markdown(tab).endswith("c...")


@needs_editor
def test_links_are_set_changed_and_removed(site, writer):
    tab = start(writer, site)
    tab.keyboard.press("Control+k")
    tab.keyboard.type("javascript:alert(1)")
    tab.keyboard.press("Enter")
    assert "web address" in tab.locator("#link-fault").inner_text() and violations(tab) == []
    tab.keyboard.press("Control+a")
    tab.keyboard.type("example.org/a")
    tab.keyboard.press("Tab")
    tab.keyboard.type("words")
    tab.keyboard.press("Enter")
    assert markdown(tab) == "[words](https://example.org/a)"
    tab.wait_for_selector(TEXT + ":focus")
    tab.keyboard.press("ArrowLeft")
    press(tab, "Link")
    assert tab.locator(".ed-link input").first.input_value() == "https://example.org/a"
    press(tab, "Remove the link")
    assert markdown(tab) == "words"


@needs_editor
def test_words_are_found_and_replaced(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("A ferry, a Ferry and a barge")
    tab.keyboard.press("Control+f")
    tab.keyboard.type("ferry")
    assert tab.locator(".ed-find [role=status]").inner_text() == "1/2"
    tab.get_by_label("Replace with").fill("boat")
    press(tab, "Replace all")
    assert markdown(tab) == "A boat, a boat and a barge"
    tab.keyboard.press("Escape")
    tab.keyboard.type("!")
    assert "!" in markdown(tab) and tab.locator(".ed-find").is_hidden()


@needs_editor
def test_the_search_stays_in_sight(site, writer):
    tab = start(writer, site)
    paste(tab, "<p>ferry first</p>" + "<p>line</p>" * 60 + "<p>ferry last</p>")
    tab.keyboard.press("Control+f")
    tab.keyboard.type("ferry")
    found = tab.locator(".ed-found.now")
    for words in ("ferry first", "ferry last", "ferry first"):
        assert tab.locator(".text p", has=found).inner_text() == words
        bar, tools = tab.locator(".ed-find").bounding_box(), tab.locator(".ed-bar").bounding_box()
        assert tools["y"] >= 0 and bar["y"] >= tools["y"] + tools["height"] - 1
        assert bar["y"] + bar["height"] < found.bounding_box()["y"] < DESKTOP.height
        tab.keyboard.press("Enter")


@needs_editor
def test_the_toolbar_is_one_stop_with_arrows(site, writer):
    tab = begin(writer, site)
    tab.wait_for_selector(TEXT)
    tab_to(tab.get_by_role("button", name="Bold"))
    for key, name in (("ArrowRight", "Italic"), ("End", "Find"), ("ArrowRight", "Bold"), ("ArrowLeft", "Find"), ("Home", "Bold")):
        tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == name
    tab.keyboard.press("Tab")
    text = tab.get_by_role("textbox", name="Text", exact=True)
    assert text.evaluate("one => one === document.activeElement")
    tab.keyboard.type("Typed")
    tab.keyboard.press("Alt+F10")
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Bold"
    tab.keyboard.press("Escape")
    tab.keyboard.type(" on")
    assert markdown(tab) == "Typed on"


@needs_editor
def test_text_kept_in_the_browser_comes_back(site, writer):
    tab = start(writer, site)
    writer.context.route("**/working-copy", lambda route: route.abort())
    tab.keyboard.type("Not sent")
    tab.wait_for_selector(WAITING)
    tab.reload()
    tab.wait_for_selector(TEXT + ":has-text('Not sent')")


@needs_editor
def test_text_that_cannot_be_shown_is_not_overwritten(site, writer):
    tab = start(writer, site)
    tab.keyboard.type("Old")
    writer.context.route("**/admin/text", lambda route: route.abort())
    tab.evaluate("body => { body.value = '**New**'; body.form.dispatchEvent(new Event('filled')); }", tab.query_selector(MARKDOWN))
    tab.wait_for_selector(MARKDOWN)
    assert markdown(tab) == "**New**" and tab.locator(TEXT).is_hidden()
    assert "go on in Markdown" in tab.locator(".ed-foot").inner_text()


@needs_editor
def test_a_fault_of_the_text_leads_to_it(site, writer):
    tab = start(writer, site)
    tab.evaluate("body => { body.value = '![A](picture:" + "0" * 64 + ")'; body.form.dispatchEvent(new Event('filled')); }", tab.query_selector(MARKDOWN))
    press(tab, "Save")
    tab.wait_for_selector(".faults a[href='#body']")
    tab.wait_for_selector(TEXT)
    tab.locator(".faults a[href='#body']").click()
    assert tab.locator(TEXT).evaluate("one => one === document.activeElement")


def test_without_the_module_the_form_remains(site, browser, editor):
    with rich(browser, editor) as device:
        device.context.route("**/prosemirror.*.js", lambda route: route.abort())
        tab = begin(device, site)
        tab.locator(MARKDOWN).fill("A **plain** form.")
        press(tab, "Bold")
        assert markdown(tab) == "A **plain** form.****"
        save(tab)
        assert tab.locator(TEXT).count() == 0


def test_without_script_the_form_remains(site, browser, editor):
    with Device(browser, storage_state=editor, scripts=False) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("No script")
        tab.locator(MARKDOWN).fill("A **plain** form.")
        assert tab.locator("[role=toolbar]").is_hidden() and tab.locator(".ed-foot").is_hidden()
        save(tab)
        assert body(site, tab) == "<p>A <strong>plain</strong> form.</p>"


@needs_editor
def test_the_module_is_loaded_only_where_it_is_used(site, writer):
    tab = writer.open(site.url + "/admin/")
    for path in ("/admin/articles", "/admin/sections", "/m/"):
        tab.goto(site.url + path)
    assert not any("prosemirror" in request.url for request in writer.requests)
    start(writer, site)
    module = next(response for response in writer.responses if "prosemirror" in response.url)
    assert "immutable" in module.headers["cache-control"] and module.headers["content-encoding"] in ("br", "gzip")


@pytest.fixture(scope="module")
def written(browser, site, editor):
    """The address of an article with everything that the editor shows."""
    with rich(browser, editor) as device:
        tab = start(device, site)
        paste(tab, WORD)
        tab.locator("[role=toolbar] [data-picture]").click()
        tab.locator("#picture-found button").first.click()
        save(tab)
        return tab.url.split("?")[0]


@needs_editor
@pytest.mark.parametrize("size, palette", SCREENS, ids=str)
def test_the_editor_fits_its_screen(browser, site, editor, written, size, palette):
    with rich(browser, editor, size, palette) as device:
        tab = device.open(written)
        tab.wait_for_selector(TEXT + " table")
        unfold(tab)
        found = device.probe(tab)
        assert found.scrollWidth <= size.width
        assert [found.cutOff, found.tooSmallText, found.tooSmallTargets] == [[]] * 3


@needs_editor
@pytest.mark.parametrize("size, palette", LOOKS, ids=str)
def test_axe_finds_nothing_in_the_editor(browser, site, editor, written, size, palette):
    with rich(browser, editor, size, palette) as device:
        tab = device.open(written)
        tab.wait_for_selector(TEXT + " table")
        tab.locator(TEXT).click()
        tab.keyboard.press("Control+f")
        assert violations(tab) == []


@needs_editor
@pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=str)
def test_the_editor_fits_with_text_twice_as_large(browser, editor, written, size):
    with rich(browser, editor, size) as device:
        tab = device.open(written)
        tab.wait_for_selector(TEXT + " table")
        tab.evaluate("document.documentElement.style.fontSize = '200%'")
        assert tab.evaluate("document.documentElement.scrollWidth") <= size.width
