// Shows the panel for publishing over the desk, and follows what goes out.
"use strict";
(() => {
  const CHOICES = "n4md-publishing";
  /** Fields that belong to one showing of the panel. */
  const OWN = ["form_token", "revision"];
  const form = document.getElementById("writing");
  const [button, box] = ["publish", "publishing"].map(id => document.getElementById(id));
  if (!form) return;
  const page = async address => {
    const answer = await fetch(address, { credentials: "same-origin" });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };

  // The panel is about what the server has, so it gets the text first.
  async function open() {
    if (!await local.arrived()) return;
    button.disabled = true;
    let panel = null;
    try {
      if (await local.settle()) panel = (await page(form.action + "/publish?seen=" + form.elements.revision.value)).getElementById("panel");
    } catch (error) { }
    button.disabled = false;
    // Without a connection, after a collision or without a session, the form itself has the answer.
    if (!panel) return form.requestSubmit(button);
    prepare(panel);
    box.replaceChildren(panel);
    box.showModal();
    (panel.querySelector(".note a") || panel.querySelector(".main") || panel).focus({ preventScroll: true });
    // On a phone the button is below what should be read first.
    box.scrollTop = 0;
  }

  function prepare(panel) {
    const { at, when } = panel.elements, main = panel.querySelector(".main");
    const name = () => {
      if (main) main.textContent = main.dataset[when.value === "later" ? "later" : panel.querySelector("[name=audience]:checked") ? "telling" : "now"];
    };
    const check = panel.querySelector("#reach") && reach.follow(panel);
    // What was chosen before, and is chosen again, the server does not know yet.
    if (recall(panel) && check) check();
    at.addEventListener("input", () => { if (at.value) when.value = "later"; });
    for (const choice of when) choice.addEventListener("change", () => { if (when.value === "now") at.value = ""; else at.focus(); });
    panel.addEventListener("input", name);
    name();
    panel.addEventListener("submit", () => {
      const chosen = [...new FormData(panel)].filter(([name]) => !OWN.includes(name));
      sessionStorage.setItem(CHOICES, JSON.stringify({ address: form.action, chosen }));
      setTimeout(() => { panel.querySelector(".main").disabled = true; });
    });
    panel.addEventListener("click", event => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      box.close();
      if (link.hash) lead(link.hash.slice(1));
    });
  }

  // Who undoes a publication chooses the same as before.
  function recall(panel) {
    if (!location.search.includes("done=undone")) return false;
    const before = JSON.parse(sessionStorage.getItem(CHOICES) || "{}");
    if (before.address !== form.action) return false;
    for (const field of panel.querySelectorAll("input, textarea")) {
      const values = before.chosen.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else if (values.length) [field.value] = values;
    }
    const telling = panel.querySelector("details");
    if (telling) telling.open = Boolean(telling.querySelector(":checked"));
    return true;
  }

  // To the field that a link names.
  function lead(id) {
    const field = document.getElementById(id);
    const folded = field && field.closest("details");
    if (folded) folded.open = true;
    const target = field && field.matches("details") ? field.querySelector("summary") : field;
    if (target) target.focus();
  }

  // Once it has gone out the page says so; while somebody writes, only in the places that say so.
  async function conclude(tries) {
    try {
      const now = await page(form.action), state = now.getElementById("state");
      if (state && "out" in state.dataset) {
        if (!("typed" in form.dataset)) return location.replace(going.dataset.out);
        document.getElementById("state").replaceWith(state);
        going.remove();
        // Nothing but the publication itself came between.
        const { revision, out } = now.getElementById("writing").elements, own = form.elements.revision;
        form.elements.out.value = out.value;
        if (Number(revision.value) === Number(own.value) + 1) form.elements.base.value = own.value = revision.value;
        return;
      }
    } catch (error) { }
    if (tries) setTimeout(() => conclude(tries - 1), 1000);
  }

  if (button && box && box.showModal) {
    button.addEventListener("click", event => {
      event.preventDefault();
      open();
    });
  }
  countDown(() => conclude(10));
})();
