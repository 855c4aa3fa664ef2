// Sends comments without leaving the page, stores what is typed until it is sent, and offers names after an @.
"use strict";
(() => {
  const fold = document.getElementById("comments"), form = document.getElementById("writing");
  if (!fold || !form) return;
  const said = document.getElementById("comments-said"), key = `n4md-comment/${form.dataset.person}/${form.dataset.article}`;
  const field = name => form.elements[name];
  let isSending = false;

  const stored = {
    get text() { try { return localStorage.getItem(key) || ""; } catch (error) { return ""; } },
    set text(words) { try { words ? localStorage.setItem(key, words) : localStorage.removeItem(key); } catch (error) { } },
  };

  // The beginning of a name that stands after an @ before the cursor: at most three words.
  const begun = input => {
    if (input.selectionStart !== input.selectionEnd) return "";
    const found = input.value.slice(0, input.selectionStart).match(/(?:^|[^\p{L}\p{N}_+\-%/@])@([\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,2})$/u);
    return found ? found[1] : "";
  };

  function prepare() {
    const box = document.getElementById("naming"), input = field("comment");
    if (!box) return;
    combo(box, words => "/admin/names.json?q=" + words, one => {
      const end = input.selectionStart, start = end - begun(input).length;
      // The space ends the name, so that what is typed next is no part of it.
      input.setRangeText(one.title + (/^\s/.test(input.value.slice(end)) ? "" : " "), start, end, "end");
      stored.text = input.value;
    }, { least: 1, wanted: begun });
  }

  async function act(button) {
    const isNew = button.id === "comment-send", number = isNew ? "" : button.formAction.split("/").pop();
    const names = isNew ? ["form_token", "comment", "comment_for", "comment_due"] : ["form_token"];
    const fields = new URLSearchParams(names.map(name => [name, field(name).value]));
    fields.set("part", "1");
    if (!isNew) fields.set("do", button.value);
    isSending = true;
    said.textContent = fold.dataset.sending;
    try {
      const answer = await fetch(button.formAction, { method: "POST", body: fields, credentials: "same-origin" });
      const isRefused = answer.status === 422;
      if (!answer.ok && !isRefused) throw new Error();
      const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("talk");
      show(part, isNew, isRefused);
      lead(isNew ? "comment" : "comment-" + number);
    } catch (error) {
      said.textContent = fold.dataset.broken;
    }
    isSending = false;
  }

  // What was typed beside a button of another comment stays.
  function show(part, isNew, isRefused) {
    const kept = isNew ? [] : ["comment", "comment_for", "comment_due"].filter(field).map(name => [name, field(name).value]);
    document.getElementById("talk").replaceWith(part);
    for (const [name, value] of kept) if (field(name)) field(name).value = value;
    fold.querySelector("summary").textContent = part.dataset.summary;
    said.textContent = part.dataset.said || "";
    if (isNew && !isRefused) stored.text = "";
    prepare();
  }

  // Comments that others wrote meanwhile come first in it; the fields for one's own stay.
  function renew(page) {
    const now = page.getElementById("talk"), [old, rows] = [document.getElementById("talk"), now].map(one => one.firstElementChild);
    if (old.outerHTML === rows.outerHTML || old.contains(document.activeElement)) return;
    old.replaceWith(rows);
    fold.querySelector("summary").textContent = now.dataset.summary;
  }

  // The focus goes to what was changed, or, if it is gone, to the heading.
  function lead(id) {
    const place = document.getElementById(id);
    const target = !place ? fold.querySelector("summary") : place.matches("li") ? place.querySelector("summary,button") : place;
    target.focus();
  }

  fold.addEventListener("click", event => {
    const button = event.target.closest("button[formaction]");
    if (!button) return;
    event.preventDefault();
    if (!isSending) act(button);
  });
  // Text typed here does not belong to the article.
  fold.addEventListener("input", event => {
    event.stopPropagation();
    if (event.target.name === "comment") stored.text = event.target.value;
  });
  form.addEventListener("renewed", event => renew(event.detail));
  if (field("comment") && !field("comment").value) field("comment").value = stored.text;
  prepare();
})();
