// Keeps an article while it is typed: in the browser at once, on the server a moment later, and shows the server's checks. Saves it without
// leaving the page.
"use strict";
(() => {
  const form = document.getElementById("writing");
  if (!form) return;
  const prefix = local.prefix(form.dataset.person, form.dataset.article);
  if (form.dataset.received) local.drop(prefix + form.dataset.received);
  // That the text was saved is not told again when the page is loaded anew.
  const address = new URL(location.href);
  // Somebody who has saved has settled it: the text that the other's version took the place of is not offered any more.
  const forgetReplaced = () => { for (const key of local.keys(prefix)) if (local.read(key).isReplaced) local.drop(key); };
  if (address.searchParams.has("done")) forgetReplaced();
  if (address.searchParams.get("done")?.startsWith("save")) {
    address.searchParams.delete("done");
    history.replaceState(history.state, "", address);
  }
  const unwritten = document.getElementById("unwritten");
  if (unwritten) {
    // The article has moved on. What this browser could not send comes before what the server has.
    const kept = local.keys(prefix).map(local.read).find(one => one?.fields.body && !one.isReplaced && !unwritten.value.includes(one.fields.body));
    if (kept) unwritten.value = ["headline", "standfirst", "body"].map(name => kept.fields[name]).filter(Boolean).join("\n\n");
    unwritten.parentElement.hidden = !unwritten.value;
    return;
  }
  const said = document.getElementById("kept");
  if (!said) return;
  const pause = 1200, retry = 10000;
  const own = ["form_token", "revision", "base", "version", "out", "copy", "picture_q", "comment", "comment_for", "comment_due"];
  const number = name => Number(form.elements[name].value);
  // The one that the page was loaded with, or saved last.
  let revision = number("revision");
  let timer = 0, isSending = false, isDirty = false, isStopped = false, isLeaving = false, isTyped = false, isKept = true;
  let isSaving = false, isWantedAgain = false, isPlain = false, isComplete = false, lost = null, saving = null, awaiting = null;

  const fields = () => {
    const all = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && !own.includes(name) && !name.startsWith("text_")) all[name] = value;
    }
    return all;
  };
  const same = (a, b) => Object.keys(a).every(name => (a[name] || "").replace(/\r\n/g, "\n") === (b[name] || "").replace(/\r\n/g, "\n"));
  const alike = (a, b) => same(a, b) && same(b, a);
  const tell = name => {
    // Whoever waits for pictures reads why.
    if (awaiting && name === "kept") return;
    said.textContent = said.dataset[isKept || name === "kept" ? name : "unkept"];
    // The notice of an earlier act would mislead now.
    if (name !== "kept") renewal.notice(document)?.remove();
  };
  const parsed = html => new DOMParser().parseFromString(html, "text/html");

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
    for (const part of [...parsed(html).body.children]) {
      const old = document.getElementById(part.id);
      if (!old) continue;
      part.scrollLeft = old.scrollLeft;
      old.replaceWith(part);
    }
  };

  // Nothing here can be saved any more.
  function lock() {
    const note = document.createElement("p");
    [note.className, note.textContent] = ["note bad", said.textContent];
    note.setAttribute("role", "alert");
    form.before(note);
    note.scrollIntoView({ block: "nearest" });
    for (const button of form.querySelectorAll("button[name=do]")) button.disabled = true;
  }

  // Waits for pictures that are on their way. Returns whether to go on: not if one was refused, nor if a later press goes on instead. A second
  // press, once somebody can have read what it does, goes on without them.
  local.arrived = async () => {
    if (!window.pictureUpload || !pictureUpload.isBusy()) return true;
    const before = awaiting, own = awaiting = { since: Date.now() };
    if (before && own.since - before.since > 1000) {
      awaiting = null;
      return true;
    }
    tell("arriving");
    const areAll = await pictureUpload.arrived();
    if (awaiting !== own) return false;
    awaiting = null;
    if (areAll) said.textContent = "";
    else tell("missing");
    return areAll;
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
    if (lost) return isLast ? undefined : find();
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
        tell(mayPass ? "waiting" : { 409: "elsewhere", 423: "locked" }[answer.status] ?? "out");
        if (answer.status === 423) lock();
      }
    } catch (error) {
      isDirty = true;
      tell("waiting");
    }
    isSending = false;
    if (isDirty && !isStopped) timer = setTimeout(() => send(), retry);
  }

  // Saves once the server has what is on its way to it.
  async function save(button) {
    [isSaving, isWantedAgain] = [true, false];
    said.textContent = "";
    await sending;
    if (lost) await (sending = find());
    if (!lost && !isLeaving) await (sending = post(written(button)));
    isSaving = false;
    if (isWantedAgain && isDirty && !isLeaving) await save(button);
  }

  function written(button) {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "save");
    return { body, button, sent: fields(), from: number("revision"), isNew: "typed" in form.dataset || number("version") > 0 };
  }

  async function post(text, isAgain) {
    // Anything typed since is not in it.
    [isSending, isDirty, lost] = [true, !alike(text.sent, fields()), null];
    clearTimeout(timer);
    said.textContent = "";
    try {
      const { body } = text, answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
      const page = parsed(await answer.text());
      if (isSaved(answer, page, text)) renew(page, text.sent, answer.url);
      else if (answer.status === 403 && !isAgain && await renewToken()) {
        body.set("form_token", form.elements.form_token.value);
        return await post(text, true);
      } else if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
      else refused(answer, text);
    } catch (error) {
      lost = text;
      isDirty = true;
      store();
      tell(navigator.onLine === false ? "offline" : "waiting");
    }
    isSending = false;
    clearTimeout(timer);
    if (isDirty && !isStopped) timer = setTimeout(() => send(), lost ? retry : pause);
  }

  // Whether nothing but this text was saved, so that the page with it is this one.
  function isSaved(answer, page, { from, isNew }) {
    const now = page.getElementById("writing")?.elements, done = new URL(answer.url).searchParams.get("done");
    if (!answer.ok || !answer.redirected || !["save", "saveOut"].includes(done) || !now?.body) return false;
    const steps = now.revision.value - from;
    return (steps === 0 || steps === 1 && isNew) && now.version.value === "0" && !page.querySelector(".theirs") && renewal.isAlike(page);
  }

  function renew(page, sent, url) {
    const now = page.getElementById("writing").elements;
    for (const name of ["form_token", "revision", "base", "version", "out"]) form.elements[name].value = now[name].value;
    revision = number("revision");
    isStopped = false;
    forgetReplaced();
    // Anything typed meanwhile is in none of it.
    isTyped = isDirty;
    if (isDirty) store();
    else {
      delete form.dataset.typed;
      local.drop(prefix + name());
      isKept = true;
    }
    said.textContent = renewal.notice(page)?.textContent || "";
    try { renewal.all(page, form, sent); } catch (error) { return leaveFor(url, isDirty); }
    history.replaceState(history.state, "", form.action);
    form.dispatchEvent(new Event("kept"));
  }

  // Faults, a collision and the texts of others are pages of their own. The same form once more has the same answer, and changes nothing.
  function refused(answer, { button }) {
    const isMore = isDirty;
    isDirty = true;
    store();
    if (answer.status === 401) {
      isStopped = true;
      tell("out");
    } else if (answer.redirected) {
      leaveFor(answer.url, isMore);
    } else {
      isPlain = true;
      form.requestSubmit(button);
      isPlain = false;
    }
  }

  // Text that is in no request gets a name of its own, under which the next page finds it.
  function leaveFor(url, isMore) {
    clearTimeout(timer);
    isStopped = isLeaving = true;
    rename();
    if (isMore) store();
    location.assign(url);
  }

  // Whoever has logged in again, in another window, has another token.
  async function renewToken() {
    const other = await load(), token = other?.elements.form_token.value;
    if (!token || other.dataset.person !== form.dataset.person || token === form.elements.form_token.value) return false;
    form.elements.form_token.value = token;
    return true;
  }
  const load = async () => parsed(await (await fetch(form.action, { credentials: "same-origin" })).text()).getElementById("writing");

  // A save without an answer may have been done. If there is a newer text, the same once more tells whether it is this one.
  async function find() {
    isSending = true;
    const now = await load().catch(() => undefined);
    if (now && now.elements.revision.value > lost.from) return post(lost);
    isSending = false;
    // The log-in page has no article.
    if (now === null) {
      [isStopped, lost] = [true, null];
      return tell("out");
    }
    if (now) lost = null; else tell("waiting");
    timer = setTimeout(() => send(), lost ? retry : 0);
  }

  // A text that is not in what was sent gets a name of its own.
  function rename() {
    form.elements.copy.value = local.name();
    local.hold(prefix + name());
  }

  function changed() {
    isDirty = isTyped = true;
    form.dataset.typed = "";
    store();
    if (!isKept) tell("unkept");
    clearTimeout(timer);
    timer = setTimeout(() => send(), pause);
  }

  rename();
  form.addEventListener("input", changed);
  addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => { if (document.hidden) send(true); });
  addEventListener("beforeunload", event => {
    const isUnkept = (isDirty || isSaving) && !isKept;
    if ((isUnkept || window.pictureUpload?.isBusy()) && !isLeaving) event.preventDefault();
  });
  form.addEventListener("submit", event => {
    if (navigator.onLine === false) {
      event.preventDefault();
      store();
      tell("offline");
      return;
    }
    const { submitter } = event;
    // Meanwhile another button like it may have taken its place.
    const isLike = one => one.type === "submit" && one.name === submitter.name && one.value === submitter.value;
    const again = () => { if (!isLeaving) form.requestSubmit(submitter && [...form.elements].find(isLike)); };
    // Saving stays on the page, where the pictures arrive.
    if (!isComplete && submitter?.value !== "save" && window.pictureUpload?.isBusy()) {
      event.preventDefault();
      local.arrived().then(isReady => {
        isComplete = isReady;
        if (isReady) again();
        isComplete = false;
      });
      return;
    }
    if (isSaving && !isPlain && !isLeaving) {
      // It comes after the save: otherwise it would collide with one's own text.
      event.preventDefault();
      if (submitter?.value === "save") isWantedAgain = true;
      else saving.then(again);
      return;
    }
    if (submitter?.value === "save" && !isPlain && !isLeaving) {
      event.preventDefault();
      saving = save(submitter);
      return;
    }
    clearTimeout(timer);
    isStopped = isLeaving = true;
    // The next page offers the text that the other's version takes the place of.
    if (submitter?.value === "take-body") local.write(prefix + local.name(), { ...text(), isReplaced: true });
    // Text typed from here on is not in the request; the form has been read by then.
    setTimeout(rename);
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
