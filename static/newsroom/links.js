// Checks which links do not respond, once the page is loaded, when a text with other links is kept, and when the button is pressed: other
// servers may take their time.
"use strict";
(() => {
  const box = document.getElementById("links");
  if (!box) return;
  // Whoever only reads it has no text to write.
  const form = document.getElementById("writing");
  let asked = 0;

  // A link that is still being typed has nothing after it.
  const written = () => (form?.elements.body?.value.match(/https?:\/\/[^\s<>()[\]"']+(?=[\s<>()[\]"'])/g) ?? []).join(" ");
  let checked = written();

  async function check() {
    checked = written();
    const said = box.querySelector("[role=status]"), isHere = box.contains(document.activeElement), mine = ++asked;
    said.textContent = box.dataset.busy;
    try {
      const answer = await fetch(box.dataset.address, { credentials: "same-origin" });
      if (!answer.ok) throw new Error();
      const words = await answer.text();
      if (mine !== asked) return;
      box.innerHTML = words;
      if (isHere) box.querySelector("button").focus();
    } catch (error) {
      if (mine === asked) said.textContent = box.dataset.broken;
    }
  }

  document.getElementById("check-links").addEventListener("submit", event => {
    event.preventDefault();
    check();
  });
  form?.addEventListener("kept", () => { if (written() !== checked) check(); });
  if (box.dataset.checked !== "true") check();
})();
