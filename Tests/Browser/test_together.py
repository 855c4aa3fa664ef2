"""Working together on a story: comments, mentions, tasks, and who is there now."""
import pytest

from newsroom import KEPT, begin, enter, press, save
from test_markup import nu_errors
from visits import DESKTOP, PORTRAIT, SMALL, Device, violations

NAME = "Érica Nóbrega"


@pytest.fixture(scope="session")
def erica(browser, site):
    """The file with the session of a contributor whose name has accents."""
    return enter(browser, site, NAME, "contributor")


def write(tab, text):
    tab.locator("#comment").fill(text)
    press(tab, "Comment")


def test_a_name_is_offered_and_its_owner_is_told(browser, site, editor, erica):
    with Device(browser, DESKTOP, storage_state=editor) as one, Device(browser, PORTRAIT, storage_state=erica) as other:
        tab = begin(one, site)
        tab.locator("#headline").fill("Two work on it")
        save(tab)
        comment = tab.locator("#comment")
        comment.click()
        tab.keyboard.type("mail erica@example.org, or ask @eri")
        option = tab.locator("#names-options [role=option]")
        option.wait_for()
        assert option.inner_text() == NAME and option.get_attribute("aria-selected") == "true"
        assert comment.get_attribute("aria-activedescendant") == option.get_attribute("id")
        assert violations(tab) == []
        tab.keyboard.press("Enter")
        assert comment.input_value().endswith("or ask @" + NAME + " ") and not option.is_visible()
        tab.keyboard.type(": https://example.org/.\nNow")
        press(tab, "Comment")
        tab.wait_for_selector("#comments-said:has-text('has been sent')")
        assert comment.input_value() == "" and comment.evaluate("field => field === document.activeElement")
        assert tab.locator("#comments summary").first.inner_text() == "Comments (1)"
        assert tab.locator(".comments a").get_attribute("href") == "https://example.org/"
        assert "Notified: " + NAME in tab.locator(".comments").inner_text()
        # Typing a comment is not typing the article.
        assert tab.locator("#kept").inner_text() != "Autosaved."

        phone = other.open(site.url + "/admin/")
        assert phone.locator(".tabs .count").inner_text().startswith("1")
        line = phone.locator(".told a", has_text="Two work on it")
        assert "Mentioned by Beatriz" in line.inner_text()
        assert violations(phone) == []
        line.tap()
        phone.wait_for_selector("#comments[open]")
        assert phone.locator(".comments strong").inner_text() == "New" and phone.locator(".tabs .count").count() == 0
        assert "Beatriz has had this article open since" in phone.locator("#presence").inner_text()
        press(phone, "Mark as done")
        phone.wait_for_selector("#comments-said:has-text('Marked as done')")
        assert phone.evaluate("document.activeElement.localName") == "summary"
        assert violations(phone) == []


def test_a_comment_is_not_lost_and_says_what_is_wrong(site, browser, editor):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = begin(device, site)
        tab.locator("#headline").fill("Not lost")
        tab.locator("#comment").fill("Typed, not sent")
        save(tab)
        assert tab.locator("#comment").input_value() == "Typed, not sent"
        tab.locator("#comment_due").fill("2009-05-31")
        press(tab, "Comment")
        fault = tab.locator("#fault-comment")
        fault.wait_for()
        assert "Choose for whom it is" in fault.inner_text() and "The day is past" in fault.inner_text()
        assert tab.locator("#comment").input_value() == "Typed, not sent"
        assert violations(tab) == []
        device.context.set_offline(True)
        press(tab, "Comment")
        tab.wait_for_selector("#comments-said:has-text('Try again')")
        device.context.set_offline(False)
        tab.locator("#comment_due").fill("")
        press(tab, "Comment")
        tab.wait_for_selector(".comments li")
        tab.reload()
        assert tab.locator("#comment").input_value() == ""


def test_a_task_without_a_script(browser, site, editor, erica, tmp_path):
    with Device(browser, PORTRAIT, scripts=False, storage_state=editor) as device:
        tab = begin(device, site)
        path = tab.url.split("?")[0]
        tab.locator("#headline").fill("Plain work")
        tab.locator("#comments > summary").tap()
        tab.locator("#comment_for").select_option(label=NAME)
        write(tab, "Measure <it>")
        tab.wait_for_selector(".note:has-text('has been sent')")
        # The headline that was typed is still there, and nothing was saved by it.
        assert tab.locator("#headline").input_value() == "Plain work" and "autosaved" in tab.locator("main").inner_text()
        assert tab.locator(".task").inner_text() == "For " + NAME and "Measure <it>" in tab.locator(".comments").inner_text()
        (tmp_path / "desk.html").write_text(tab.content(), encoding="utf-8")
        with Device(browser, SMALL, scripts=False, storage_state=erica) as other:
            today = other.open(site.url + "/admin/")
            line = today.locator(".told a", has_text="Measure <it>")
            assert "Task from Beatriz" in line.inner_text()
            (tmp_path / "today.html").write_text(today.content(), encoding="utf-8")
            line.tap()
            today.wait_for_selector("#comments")
            assert path in today.url and today.locator("#comments").get_attribute("open") is not None
            today.get_by_role("button", name="Mark as done").tap()
            today.wait_for_selector(".note:has-text('Marked as done')")
            today.goto(site.url + "/admin/")
            assert today.locator(".told a", has_text="Measure <it>").count() == 0
        tab.goto(path + "?comments=1")
        tab.locator(".comments summary").first.tap()
        tab.locator(".rid summary").tap()
        press(tab, "Delete this comment")
        tab.wait_for_selector(".note:has-text('has been deleted')")
        assert tab.locator(".comments").count() == 0
    assert nu_errors(tmp_path) == {}


def test_send_back_in_the_bar_opens_its_panel(site, browser, editor, journalist):
    with Device(browser, DESKTOP, storage_state=journalist) as writer, Device(browser, PORTRAIT, storage_state=editor) as reader:
        tab = begin(writer, site)
        tab.locator("#headline").fill("To be sent back")
        press(tab, "Submit")
        tab.wait_for_selector("text=take it back")
        phone = reader.open(tab.url.split("?")[0])
        # On a desktop the bar stays above what its links lead to.
        phone.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
        phone.locator(".bar a", has_text="Send back").click()
        phone.wait_for_selector("#text_send-back:focus")
        assert phone.evaluate("""document.getElementById('send-back').getBoundingClientRect().top
            >= document.querySelector('.side .bar').getBoundingClientRect().bottom""")
        phone.set_viewport_size({"width": PORTRAIT.width, "height": PORTRAIT.height})
        phone.goto(tab.url.split("?")[0] + "?again=1")
        assert not phone.locator("#text_send-back").is_visible()
        phone.locator(".bar a", has_text="Send back").tap()
        phone.wait_for_selector("#text_send-back:focus")
        phone.keyboard.type("Who says so?")
        phone.locator("button", has_text="Send back").tap()
        phone.wait_for_selector("text=Sent back")
        tab.reload()
        assert tab.locator(".note .said").inner_text() == "Who says so?"


def test_a_page_that_stays_open_says_who_comes(browser, site, editor, journalist):
    with Device(browser, DESKTOP, storage_state=editor) as one, Device(browser, DESKTOP, storage_state=journalist) as other:
        one.context.clock.install()
        tab = begin(one, site)
        tab.locator("#headline").fill("Who is there")
        save(tab)
        assert tab.locator("#presence").inner_text() == ""
        desk = other.open(tab.url.split("?")[0])
        desk.locator("#standfirst").fill("Jorge types")
        desk.wait_for_selector(KEPT)
        one.context.clock.run_for(61_000)
        tab.wait_for_selector("#presence:has-text('Jorge has been writing here since')")
        assert tab.locator("#presence").get_attribute("role") == "status"
        # What has not changed is not read out again.
        tab.evaluate("document.querySelector('#presence .who').dataset.same = 'yes'")
        with tab.expect_response("**/presence"):
            one.context.clock.run_for(61_000)
        assert tab.locator("#presence .who").get_attribute("data-same") == "yes"


@pytest.mark.parametrize("is_rich", [True, False])
def test_a_comment_quotes_a_passage_and_leads_back_to_it(browser, site, editor, is_rich):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        if not is_rich:
            device.context.add_init_script("localStorage.setItem('n4md-text', 'markdown')")
        tab = begin(device, site)
        tab.locator("#headline").fill("About a passage")
        text = tab.locator("#rich .text, #body:visible").first
        text.wait_for()
        text.click()
        tab.keyboard.type("The ferry sails at nine.")
        save(tab)
        press(tab, "Quote the selected words")
        tab.wait_for_selector("#comments-said:has-text('Select words in the text first.')")
        text.click()
        tab.keyboard.press("End")
        for _ in "nine.":
            tab.keyboard.press("Shift+ArrowLeft")
        press(tab, "Quote the selected words")
        assert tab.locator("#comment").input_value() == "> nine.\n\n"
        tab.keyboard.type("Ten, I hear.")
        press(tab, "Comment")
        tab.wait_for_selector(".comments blockquote:has-text('nine.')")
        assert violations(tab) == []
        press(tab, "Show in the text")
        if tab.locator("#rich .text").is_visible():
            assert tab.locator(".ed-found.now").inner_text() == "nine."
        else:
            assert tab.locator("#body").evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "nine."
        text.click()
        tab.keyboard.press("Control+a")
        tab.keyboard.type("It sails.")
        press(tab, "Show in the text")
        tab.wait_for_selector("#comments-said:has-text('no longer in the text')")


def test_what_others_save_arrives_beside_what_is_typed(browser, site, editor, journalist):
    with Device(browser, DESKTOP, storage_state=editor) as one, Device(browser, DESKTOP, storage_state=journalist) as other:
        one.context.clock.install()
        tab = begin(one, site)
        tab.locator("#headline").fill("Both write")
        save(tab)
        desk = other.open(tab.url.split("?")[0])
        desk.locator("#standfirst").fill("By Jorge")
        save(desk)
        tab.locator("#kicker").fill("By Beatriz")
        one.context.clock.run_for(61_000)
        tab.wait_for_selector("#presence:has-text('Saved by Jorge, ')")
        tab.click("text=Show it here")
        tab.wait_for_function("document.getElementById('standfirst').value === 'By Jorge'")
        assert tab.locator("#kicker").input_value() == "By Beatriz"
        assert "Saved by" not in tab.locator("#presence").inner_text()


@pytest.mark.parametrize("palette", ["day", "night"])
@pytest.mark.parametrize("size", [SMALL, PORTRAIT, DESKTOP], ids=str)
def test_comments_fit_every_screen(browser, site, editor, size, palette):
    with Device(browser, DESKTOP, storage_state=editor) as device:
        tab = begin(device, site)
        write(tab, "https://example.org/" + "long" * 50 + "\n\n" + "Donaudampfschifffahrtsgesellschaft" * 3)
        tab.wait_for_selector(".comments li")
        path = tab.url.split("?")[0]
    with Device(browser, size, palette, storage_state=editor) as device:
        tab = device.open(path + "?comments=1")
        assert violations(tab) == []
        tab.evaluate("document.documentElement.style.fontSize = '200%'")
        assert tab.evaluate("document.documentElement.scrollWidth") <= size.width
        small = "[...document.querySelectorAll('#comments button, #comments summary, #comments select, #comments input')]" \
            ".filter(one => one.offsetParent && one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
        tab.evaluate("document.documentElement.style.fontSize = ''")
        assert tab.evaluate(small) == []
