// Keeps an article while it is typed: in the browser at once, on the server a moment later, and answers what there is to say of it.
"use strict";
(() => {
  const form = document.getElementById("writing");
  const said = document.getElementById("kept");
  if (!form || !said) return;
  const id = form.dataset.article;
  const pause = 1200, retry = 10000;
  const own = ["form_token", "revision", "base", "version", "at"];
  let timer = 0, isSending = false, isDirty = false, isStopped = false;

  const fields = () => {
    const all = {};
    for (const [name, value] of new FormData(form)) {
      if (!own.includes(name) && !name.startsWith("text_")) all[name] = value;
    }
    return all;
  };
  const same = (a, b) => Object.keys(a).every(name => (a[name] || "").replace(/\r\n/g, "\n") === (b[name] || "").replace(/\r\n/g, "\n"));
  const fill = kept => {
    for (const name in kept) if (form.elements[name]) form.elements[name].value = kept[name];
    form.dispatchEvent(new Event("filled"));
  };
  const tell = name => { said.textContent = said.dataset[name] || ""; };

  const store = isSent => local.write(id, {
    fields: fields(), version: Number(form.elements.version.value), revision: Number(form.elements.revision.value), isSent,
  });

  async function send(isLast) {
    if (isSending || isStopped || !isDirty) return;
    isSending = true;
    isDirty = false;
    clearTimeout(timer);
    try {
      const answer = await fetch(form.action + "/working-copy", {
        method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: isLast === true, credentials: "same-origin",
      });
      if (answer.ok) {
        form.elements.version.value = answer.headers.get("N4MD-Version");
        const aside = document.getElementById("aside");
        if (aside) aside.innerHTML = await answer.text();
        if (!isDirty) store(true);
        tell("kept");
      } else {
        isStopped = answer.status !== 503;
        isDirty = true;
        tell(answer.status === 409 ? "elsewhere" : answer.status === 503 ? "waiting" : "out");
      }
    } catch (error) {
      isDirty = true;
      tell("waiting");
    }
    isSending = false;
    if (isDirty && !isStopped) timer = setTimeout(send, retry);
  }

  function changed() {
    isDirty = true;
    store(false);
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  }

  form.addEventListener("input", changed);
  addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => { if (document.hidden) send(true); });
  form.addEventListener("submit", event => {
    if (navigator.onLine === false) {
      event.preventDefault();
      store(false);
      tell("offline");
      return;
    }
    clearTimeout(timer);
    isStopped = true;
    const kept = local.read(id);
    if (kept) local.write(id, Object.assign(kept, { submitted: kept.revision }));
  });

  // What an earlier visit could not send. It comes back by itself where nobody kept anything since.
  const kept = local.read(id);
  if (!kept) {
    // What was typed before this script was there.
    if ([...form.elements].some(field => field.type !== "hidden" && field.value !== (field.defaultValue ?? field.value))) changed();
    return;
  }
  const revision = Number(form.elements.revision.value);
  if (kept.isSent || kept.submitted < revision || same(kept.fields, fields())) {
    local.drop(id);
  } else if (kept.version === Number(form.elements.version.value) && kept.revision === revision) {
    fill(kept.fields);
    changed();
  } else {
    const note = document.getElementById("local");
    note.hidden = false;
    note.firstElementChild.textContent = said.dataset.local;
    note.lastElementChild.addEventListener("click", () => {
      fill(kept.fields);
      note.hidden = true;
      changed();
    });
  }
})();
