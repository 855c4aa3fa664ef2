// Ties a comment to a passage of the text: quotes the words that were selected, and shows where quoted ones stand.
"use strict";
(() => {
  const fold = document.getElementById("comments"), form = document.getElementById("writing");
  if (!fold || !form) return;
  const said = document.getElementById("comments-said"), most = 300;
  const body = form.elements.body, read = document.querySelector(".read");
  let chosen = "";

  // Whoever goes on to the comment has another selection then, so that the last one in the text counts.
  document.addEventListener("selectionchange", () => {
    const selection = getSelection(), node = selection.anchorNode, place = node?.nodeType === 1 ? node : node?.parentElement;
    const words = document.activeElement === body ? body.value.slice(body.selectionStart, body.selectionEnd)
      : place?.closest("#rich .text, .read") ? selection.toString() : "";
    const line = words.split("\n").map(one => one.trim()).find(one => one);
    if (line) chosen = line.slice(0, most);
  });

  function quote() {
    const input = form.elements.comment;
    if (!chosen) return said.textContent = fold.dataset.nothingChosen;
    said.textContent = "";
    input.value = "> " + chosen + "\n\n" + input.value.replace(/^> .*\n*/, "");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }

  function show(words) {
    said.textContent = "";
    // The rich editor does so in its own way.
    if (body && !body.dispatchEvent(new CustomEvent("passage", { cancelable: true, detail: words }))) return;
    if (body ? !select(words) : !reveal(words)) said.textContent = fold.dataset.gone;
  }

  function select(words) {
    const start = body.value.indexOf(words);
    if (start < 0 || !body.offsetParent) return false;
    body.focus();
    body.setSelectionRange(start, start + words.length);
    return true;
  }

  function reveal(words) {
    const block = [...read?.querySelectorAll("p,li,h2,h3,h4,blockquote,td") ?? []].find(one => one.textContent.includes(words));
    block?.scrollIntoView({ block: "center" });
    if (block) getSelection().selectAllChildren(block);
    return Boolean(block);
  }

  fold.addEventListener("click", event => {
    if (event.target.closest("#comment-quote")) quote();
    const passage = event.target.closest("[data-passage]");
    if (passage) show(passage.parentElement.querySelector(".words").textContent);
  });
})();
