// Below Markdown, the pictures that it names: what the digits of each stand for. Pressing one goes to its place in the text.
"use strict";
(() => {
  const text = document.getElementById("body"), list = document.getElementById("named");
  if (!text || !list) return;
  let shown = "";

  function item({ 0: name, 1: hash, index }, place) {
    const image = Object.assign(document.createElement("img"), { src: `/media/${hash}/240q60.jpg`, alt: "", width: 72 });
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.setAttribute("aria-label", list.dataset.go.replace("{}", place + 1));
    button.append(image, String(place + 1));
    button.addEventListener("click", () => {
      text.focus();
      text.setSelectionRange(index, index + name.length);
    });
    const row = document.createElement("li");
    row.append(button);
    return row;
  }

  function show() {
    const found = [...text.value.matchAll(/picture:([0-9a-f]{64})/g)];
    const now = found.map(one => one.index + one[1]).join();
    if (now === shown) return;
    shown = now;
    list.replaceChildren(...found.map(item));
  }

  text.addEventListener("input", show);
  text.form.addEventListener("filled", show);
  // Coming from the other face, the text has changed without being typed.
  text.addEventListener("focus", show);
  show();
})();
