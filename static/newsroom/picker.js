// Chooses pictures from the library, from the phone's camera, or from its files: the lead picture in its panel, and in a dialog those for the text.
"use strict";
(() => {
  const form = document.getElementById("writing");
  const picker = document.getElementById("picker");
  if (!form || !picker || !window.pictureUpload) return;
  const words = picker.dataset;
  const [file, query, found, sending, said] = ["picture-file", "picture-q", "picture-found", "picture-sending", "picture-said"]
    .map(id => document.getElementById(id));
  const [dialog, textSaid, textSending] = ["choosing", "text-said", "text-sending"].map(id => document.getElementById(id));
  const home = picker.parentElement, next = picker.nextSibling;

  /** Whether pictures are chosen for the text, in the dialog, and not as the lead picture. */
  const isForText = () => dialog.open;

  /** Puts pictures between paragraphs of the text, even if the cursor is inside one. */
  function insert(ones) {
    dialog.close();
    // The rich editor puts them in its own way.
    if (!form.elements.body.dispatchEvent(new CustomEvent("pictures", { cancelable: true, detail: ones }))) return;
    const text = form.elements.body, value = text.value, line = value.indexOf("\n", text.selectionEnd);
    const end = line < 0 ? value.length : line;
    const blank = newlines => "\n\n".slice(newlines.length);
    const begin = end ? blank(/\n*$/.exec(value.slice(0, end))[0]) : "";
    const pictures = ones.map(one => one.caption || one.credit ? figure(one) : "![" + plain(one.alt) + "](picture:" + one.hash + ")");
    text.setRangeText(begin + pictures.join("\n\n") + (end < value.length ? blank(/^\n*/.exec(value.slice(end))[0]) : "\n"), end, end, "end");
    // The description of the first can be typed at once.
    const [first] = pictures, isMarkdown = first.startsWith("!"), at = end + begin.length + (isMarkdown ? 2 : first.indexOf('alt="') + 5);
    text.focus();
    text.setSelectionRange(at, at + (isMarkdown ? plain(ones[0].alt) : escaped(ones[0].alt)).length);
    textSaid.textContent = words.inText;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Chooses the lead picture; its description can be typed at once, unless somebody types elsewhere by now. */
  function lead(one) {
    const isElsewhere = document.activeElement !== document.body && !picker.contains(document.activeElement);
    chooseLead(one);
    if (!isElsewhere) (form.elements.alt.value ? document.getElementById("picture-remove") : form.elements.alt).focus();
  }

  function chooseLead(one) {
    // Words for another picture do not describe this one.
    const isOther = form.elements.picture.value && form.elements.picture.value !== one.hash;
    const wasDescribed = isOther && ["alt", "caption", "credit"].some(name => form.elements[name].value);
    form.elements.picture.value = one.hash;
    if (isOther) form.elements.alt.value = "";
    for (const name of ["alt", "caption", "credit"]) if (one[name] && (isOther || !form.elements[name].value)) form.elements[name].value = one[name];
    show();
    said.textContent = wasDescribed ? words.chosenOther : words.chosen;
    form.elements.picture.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const plain = words => (words || "").replace(/[[\]\n]/g, " ");
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
    image.onerror = () => addEventListener("online", show, { once: true });
    image.src = "/media/" + hash + "/240q60.jpg";
  }

  function clear() {
    found.replaceChildren();
    said.textContent = "";
  }

  async function search() {
    try {
      const answer = await fetch("/admin/pictures.json?q=" + encodeURIComponent(query.value), { credentials: "same-origin" });
      if (!answer.ok) throw new Error();
      const { pictures } = await answer.json();
      found.replaceChildren(...pictures.slice(0, 24).map(item));
      if (!pictures.length) said.textContent = words.none;
      else if (said.textContent === words.none) said.textContent = "";
    } catch (error) {
      said.textContent = words.broken;
    }
  }

  function item(one) {
    const image = Object.assign(document.createElement("img"), { src: one.thumbnail, alt: one.alt || one.title, width: 104, height: 104, loading: "lazy" });
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(image, Object.assign(document.createElement("span"), { className: "named", textContent: one.title || one.alt, ariaHidden: "true" }));
    button.addEventListener("click", () => {
      if (isForText()) return insert([one]);
      // What was found makes room for the words.
      found.replaceChildren();
      lead(one);
    });
    const row = document.createElement("li");
    row.append(button);
    return row;
  }

  /** Returns whether all came. */
  async function send() {
    const areForText = isForText(), done = [], files = [...file.files];
    // The field is that of the lead picture again once the dialog is closed.
    file.value = "";
    const tell = text => { (areForText && !dialog.open ? document.querySelector("#rich-foot [role=status]") ?? textSaid : said).textContent = text; };
    let isFaulty = false;
    for (const one of files) {
      const meter = new pictureUpload.Meter(one, words.cancel);
      const name = files.length > 1 ? `${one.name} (${files.indexOf(one) + 1}/${files.length})` : one.name;
      (areForText && !dialog.open ? textSending : sending).replaceChildren(name, meter.dom);
      try {
        const hash = await pictureUpload.upload(one, {
          token: form.elements.form_token.value, signal: meter.signal,
          tell: (state, sent) => { meter.show(sent); tell(words[state]); },
        });
        const picture = hash && await pictureUpload.described(hash);
        tell(hash ? "" : words.cancelled);
        if (areForText && hash) done.push(picture);
        else if (hash) lead(picture);
      } catch (fault) {
        isFaulty = true;
        tell(words.refused + " " + fault.message);
      }
      meter.dom.parentElement?.replaceChildren();
    }
    if (done.length) {
      const fault = said.textContent;
      insert(done);
      if (isFaulty) textSaid.textContent = fault;
    }
    return !isFaulty;
  }

  file.addEventListener("change", event => { event.stopPropagation(); pictureUpload.bring(send()); });
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
  // Its words go with it, so one press in passing does not do.
  const remove = document.getElementById("picture-remove"), removing = remove.textContent;
  let isSure = false;
  remove.addEventListener("click", event => {
    event.preventDefault();
    if (!isSure) {
      isSure = true;
      remove.textContent = words.removeSure;
      setTimeout(() => { isSure = false; remove.textContent = removing; }, 4000);
      return;
    }
    for (const name of ["picture", "alt", "caption", "credit"]) form.elements[name].value = "";
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
      dialog.querySelector("h2").after(picker);
      // Several become a gallery.
      file.multiple = true;
      clear();
      dialog.showModal();
      query.focus();
      if (!query.value) search();
    });
  }
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    home.insertBefore(picker, next);
    file.multiple = false;
    query.value = "";
    // A picture on its way into the text is no lead picture.
    textSending.replaceChildren(...sending.childNodes);
    clear();
  });
})();
