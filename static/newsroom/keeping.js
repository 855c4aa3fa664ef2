// Keeps an article while it is typed: in the browser at once, on the server a moment later, and shows the server's checks.
"use strict";
(() => {
  const form = document.getElementById("writing");
  if (!form) return;
  const prefix = local.prefix(form.dataset.person, form.dataset.article);
  if (form.dataset.received) local.drop(prefix + form.dataset.received);
  const said = document.getElementById("kept");
  if (!said) return;
  const pause = 1200, retry = 10000;
  const own = ["form_token", "revision", "base", "version", "copy", "picture_q", "comment", "comment_for", "comment_due"];
  const number = name => Number(form.elements[name].value);
  const revision = number("revision");
  let timer = 0, isSending = false, isDirty = false, isStopped = false, isLeaving = false, isTyped = false, isKept = true;

  const fields = () => {
    const all = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && !own.includes(name) && !name.startsWith("text_")) all[name] = value;
    }
    return all;
  };
  const same = (a, b) => Object.keys(a).every(name => (a[name] || "").replace(/\r\n/g, "\n") === (b[name] || "").replace(/\r\n/g, "\n"));
  const tell = name => { said.textContent = said.dataset[isKept || name === "kept" ? name : "unkept"]; };

  // The form's text has a name of its own, under which the browser stores it, and which the server returns once it has it.
  const name = () => form.elements.copy.value;
  const text = () => ({ fields: fields(), base: number("base"), revision: number("revision"), version: number("version"), at: Date.now() });
  const store = () => { isKept = local.write(prefix + name(), text()); };
  // Typed text is stored with the version it started from, so that the server can merge it with later saves by others. Its name is reused
  // if it is certain that no other window has it.
  const fill = (copy, kept) => {
    if (!navigator.locks) copy = local.name();
    for (const field in kept.fields) if (form.elements[field]) form.elements[field].value = kept.fields[field];
    [form.elements.copy.value, form.elements.base.value, form.elements.revision.value] = [copy, kept.base, kept.revision];
    form.dispatchEvent(new Event("filled"));
    changed();
  };

  // Each part of the answer has its place on the page.
  const show = html => {
    for (const part of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
      const old = document.getElementById(part.id);
      if (!old) continue;
      part.scrollLeft = old.scrollLeft;
      old.replaceWith(part);
    }
  };

  // Waits until the server has everything; returns whether it does.
  let sending = null;
  local.settle = async () => {
    await sending;
    await send();
    return !isDirty;
  };
  const send = isLast => (isSending ? sending : sending = transmit(isLast));

  async function transmit(isLast) {
    if (isSending || isStopped || !isDirty) return;
    isSending = true;
    isDirty = false;
    clearTimeout(timer);
    try {
      const answer = await fetch(form.action + "/working-copy", {
        method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: isLast === true, credentials: "same-origin",
      });
      const version = answer.ok && answer.headers.get("N4MD-Version");
      if (version) {
        form.elements.version.value = version;
        show(await answer.text());
        if (isDirty) store(); else local.drop(prefix + name());
        tell("kept");
        form.dispatchEvent(new Event("kept"));
      } else {
        // A server that is busy, at fault or full may accept it later.
        const mayPass = answer.status >= 500 || answer.status === 429;
        isStopped = !mayPass;
        isDirty = true;
        tell(mayPass ? "waiting" : answer.status === 409 ? "elsewhere" : "out");
      }
    } catch (error) {
      isDirty = true;
      tell("waiting");
    }
    isSending = false;
    if (isDirty && !isStopped) timer = setTimeout(() => send(), retry);
  }

  function changed() {
    isDirty = isTyped = true;
    form.dataset.typed = "";
    store();
    if (!isKept) tell("unkept");
    clearTimeout(timer);
    timer = setTimeout(() => send(), pause);
  }

  form.elements.copy.value = local.name();
  local.hold(prefix + name());
  form.addEventListener("input", changed);
  addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => { if (document.hidden) send(true); });
  addEventListener("beforeunload", event => { if (isDirty && !isKept && !isLeaving) event.preventDefault(); });
  form.addEventListener("submit", event => {
    if (navigator.onLine === false) {
      event.preventDefault();
      store();
      tell("offline");
      return;
    }
    clearTimeout(timer);
    isStopped = isLeaving = true;
    // Text typed from here on is not in the request, so it gets a new name once the form has been read.
    setTimeout(() => {
      form.elements.copy.value = local.name();
      local.hold(prefix + name());
    });
  });

  // The text taken and the one that was there change places, so neither is lost. If only the saved text was there, nothing is stored.
  const take = ({ copy, kept }) => {
    const before = isTyped || number("version") > 0 ? { copy: name(), kept: text() } : null;
    const wasKept = !before || local.write(prefix + before.copy, before.kept);
    fill(copy, kept);
    if (!wasKept) tell((isKept = false) || "unkept");
    return before;
  };

  // Text that closed windows could not send. The latest comes back by itself if nobody has stored or saved anything since.
  const consider = key => {
    const kept = local.read(key), copy = key.slice(prefix.length);
    if (!kept) return;
    if (!isDirty && same(kept.fields, fields())) {
      local.drop(key);
    } else if (!isTyped && kept.version === number("version") && kept.revision === revision) {
      fill(copy, kept);
    } else {
      offers.show(document.getElementById("local"), { copy, kept }, {
        take,
        discard: text => local.drop(prefix + text.copy),
        undo: text => { if (!local.write(prefix + text.copy, text.kept)) tell((isKept = false) || "unkept"); },
        isOld: kept => kept.revision < revision,
      });
    }
  };
  for (const key of local.keys(prefix)) local.hold(key, () => consider(key));

  // Text typed before this script was loaded.
  if ([...form.elements].some(field => field.type !== "hidden" && !own.includes(field.name) && field.value !== (field.defaultValue ?? field.value))) changed();
})();
