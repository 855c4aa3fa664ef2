// Aids for typing: a counter, marks around the selection, the phone's location, and Ctrl+S.
"use strict";
(() => {
  const form = document.getElementById("writing");
  if (!form) return;
  form.addEventListener("click", event => {
    const question = event.target.closest("[data-confirm]")?.dataset.confirm;
    if (question && !confirm(question)) event.preventDefault();
  });

  const changed = field => field.dispatchEvent(new Event("input", { bubbles: true }));

  const counter = document.getElementById("headline-count");
  const headline = form.elements.headline;
  if (counter && headline) {
    const count = () => {
      const left = counter.dataset.limit - Array.from(headline.value).length;
      counter.textContent = (left < 0 ? counter.dataset.over : counter.dataset.words).replace("{}", Math.abs(left));
    };
    headline.addEventListener("input", count);
    headline.addEventListener("keydown", event => { if (event.key === "Enter" && !event.ctrlKey) event.preventDefault(); });
    form.addEventListener("filled", count);
    count();
  }

  for (const tools of form.querySelectorAll("[data-tools]")) {
    const text = document.getElementById(tools.dataset.tools);
    tools.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (!button || "picture" in button.dataset) return;
      const { selectionStart: start, selectionEnd: end, value } = text;
      const chosen = value.slice(start, end);
      if (button.dataset.mark) {
        replace(text, start, end, button.dataset.mark + chosen + button.dataset.mark, button.dataset.mark.length);
      } else if (button.dataset.line) {
        const begin = value.lastIndexOf("\n", start - 1) + 1;
        // Each selected line, or the current one.
        replace(text, begin, end, value.slice(begin, end).split("\n").map(line => button.dataset.line + line).join("\n"));
      } else {
        // Selects what the user types next: the words, or if there are any, the address.
        const [words, address] = [chosen || button.textContent, "https://"];
        replace(text, start, end, "[" + words + "](" + address + ")");
        const at = chosen ? start + words.length + 3 : start + 1;
        text.setSelectionRange(at, at + (chosen ? address : words).length);
      }
      changed(text);
    });
  }

  // In the browser's own way, if it has one, so that it can be undone.
  function replace(text, start, end, words, inner) {
    text.focus();
    text.setSelectionRange(start, end);
    if (!document.execCommand || !document.execCommand("insertText", false, words)) text.setRangeText(words, start, end, "end");
    if (inner) text.setSelectionRange(start + inner, start + inner + end - start);
  }

  // A fault that somebody puts right is none any more. The server says so if something else is wrong.
  function corrected({ target }) {
    if (!target.id) return;
    target.removeAttribute("aria-invalid");
    document.getElementById("fault-" + target.id)?.remove();
    const list = document.querySelector(".faults");
    list?.querySelector(`[href="#${CSS.escape(target.id)}"]`)?.closest("li").remove();
    if (list && !list.children.length) list.remove();
  }
  for (const name of ["input", "corrected"]) form.addEventListener(name, corrected);

  const here = document.getElementById("here");
  if (here && !navigator.geolocation) here.hidden = true;
  if (here && navigator.geolocation) {
    const said = document.getElementById("here-said");
    here.addEventListener("click", () => navigator.geolocation.getCurrentPosition(found => {
      form.elements.latitude.value = found.coords.latitude.toFixed(2);
      form.elements.longitude.value = found.coords.longitude.toFixed(2);
      said.textContent = "";
      changed(form.elements.latitude);
    }, () => { said.textContent = said.dataset.failed; }, { timeout: 10000, maximumAge: 60000 }));
  }

  addEventListener("keydown", event => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    const button = form.querySelector("[value=save]");
    // The panel for publishing is about the text as it is.
    if (button && !event.repeat && !document.querySelector("#publishing[open]")) form.requestSubmit(button);
  });

  // A new article begins with its headline. On a touch screen the keyboard would cover the page.
  const isNew = headline && form.elements.revision.value === "1" && form.elements.version.value === "0" && !headline.value && !form.elements.body.value;
  const isFree = document.activeElement === document.body && !location.search && !location.hash && !document.querySelector(".note.bad, .faults");
  if (isNew && isFree && matchMedia("(hover: hover) and (pointer: fine)").matches) headline.focus({ preventScroll: true });
})();
