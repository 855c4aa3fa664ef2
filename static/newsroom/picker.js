// Chooses an article's picture: from the library, from the phone's camera, or from its files; as the lead picture, or for the text.
"use strict";
(() => {
  const form = document.getElementById("writing");
  const picker = document.getElementById("picker");
  if (!form || !picker || !window.pictureUpload) return;
  const words = picker.dataset;
  const [file, query, found, progress, said] = ["picture-file", "picture-q", "picture-found", "picture-progress", "picture-said"]
    .map(id => document.getElementById(id));
  let isForText = false;

  function choose(one) {
    // The rich editor puts it in its own way.
    if (isForText && !form.elements.body.dispatchEvent(new CustomEvent("picture", { cancelable: true, detail: one }))) {
      isForText = file.multiple = false;
      said.textContent = words.inVisual;
      return;
    }
    if (isForText) {
      // Inserts it between paragraphs, even if the cursor is inside one.
      const text = form.elements.body, value = text.value, line = value.indexOf("\n", text.selectionEnd);
      const end = line < 0 ? value.length : line;
      const blank = newlines => "\n\n".slice(newlines.length);
      const begin = end ? blank(/\n*$/.exec(value.slice(0, end))[0]) : "";
      const alt = (one.alt || "").replace(/[[\]\n]/g, " ");
      const picture = one.caption || one.credit ? figure(one) : "![" + alt + "](picture:" + one.hash + ")";
      text.setRangeText(begin + picture + (end < value.length ? blank(/^\n*/.exec(value.slice(end))[0]) : "\n"), end, end, "end");
      isForText = file.multiple = false;
      // Its description goes between the brackets.
      text.focus();
      const description = end + begin.length + (picture.startsWith("!") ? 2 : picture.indexOf('alt="') + 5);
      text.setSelectionRange(description, description + (picture.startsWith("!") ? alt : escaped(one.alt)).length);
      said.textContent = words.inText;
      text.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    // Words for another picture do not describe this one.
    const isOther = form.elements.picture.value && form.elements.picture.value !== one.hash;
    form.elements.picture.value = one.hash;
    for (const name of ["alt", "caption", "credit"]) if (isOther || one[name] && !form.elements[name].value) form.elements[name].value = one[name] ?? "";
    show();
    said.textContent = words.chosen;
    form.elements.picture.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const escaped = words => (words || "").replace(/\s+/g, " ").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

  /** A picture with its caption and credit, which Markdown has no signs for. */
  function figure({ hash, alt, caption, credit }) {
    const said = [escaped(caption), credit && `<small>${escaped(credit)}</small>`].filter(Boolean).join(" · ");
    return `<figure><img src="picture:${hash}" alt="${escaped(alt)}"/><figcaption>${said}</figcaption></figure>`;
  }

  function show() {
    const chosen = document.getElementById("chosen"), hash = form.elements.picture.value;
    chosen.hidden = !/^[0-9a-f]{64}$/.test(hash);
    if (chosen.hidden) return;
    chosen.querySelector("a").href = "/admin/pictures/" + hash;
    const image = chosen.querySelector("img") || chosen.insertBefore(document.createElement("img"), chosen.firstChild);
    image.alt = "";
    image.src = "/media/" + hash + "/240q60.jpg";
  }

  async function search() {
    try {
      const answer = await fetch("/admin/pictures.json?q=" + encodeURIComponent(query.value), { credentials: "same-origin" });
      if (!answer.ok) throw new Error();
      const { pictures } = await answer.json();
      found.replaceChildren(...pictures.slice(0, 24).map(item));
      if (!pictures.length) said.textContent = words.none;
    } catch (error) {
      said.textContent = words.broken;
    }
  }

  function item(one) {
    const image = Object.assign(document.createElement("img"), { src: one.thumbnail, alt: one.alt || one.title, width: 104, height: 104, loading: "lazy" });
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(image);
    button.addEventListener("click", () => {
      const isLead = !isForText;
      choose(one);
      if (!isLead) return;
      // What was found makes room for the words.
      found.replaceChildren();
      (form.elements.alt.value ? document.getElementById("picture-remove") : form.elements.alt).focus();
    });
    const row = document.createElement("li");
    row.append(button);
    return row;
  }

  async function send() {
    const areForText = isForText;
    for (const one of [...file.files]) {
      progress.hidden = false;
      progress.max = one.size;
      try {
        const hash = await pictureUpload.upload(one, {
          token: form.elements.form_token.value,
          tell: (state, sent) => { progress.value = sent; said.textContent = words[state]; },
        });
        const picture = await pictureUpload.described(hash);
        isForText = areForText;
        choose(picture);
      } catch (fault) {
        said.textContent = words.refused + " " + fault.message;
      }
      progress.hidden = true;
    }
    file.value = "";
  }

  file.addEventListener("change", event => { event.stopPropagation(); send(); });
  query.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    search();
  });
  // Text typed here does not belong to the article.
  for (const field of [file, query]) field.addEventListener("input", event => event.stopPropagation());
  document.getElementById("picture-search").addEventListener("click", event => {
    event.preventDefault();
    search();
  });
  document.getElementById("picture-remove").addEventListener("click", event => {
    event.preventDefault();
    form.elements.picture.value = "";
    show();
    said.textContent = "";
    form.elements.picture.dispatchEvent(new Event("input", { bubbles: true }));
    query.focus();
  });
  form.elements.picture.addEventListener("input", show);
  form.addEventListener("filled", show);
  for (const button of form.querySelectorAll("[data-picture]")) {
    button.addEventListener("click", event => {
      event.stopPropagation();
      // Several for the text become a gallery.
      isForText = file.multiple = true;
      const fields = document.getElementById("picture");
      fields.open = true;
      said.textContent = words.forText;
      fields.scrollIntoView();
      query.focus();
    });
  }
})();
