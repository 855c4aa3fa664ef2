// Shows at once what a message to readers' devices would look like, and how many would get it.
"use strict";
(() => {
  const form = document.getElementById("telling");
  // Who reads the app in this browser, and gets its messages, can see this one first.
  const testing = document.getElementById("testing"), [button, said] = testing.children;
  const hint = document.getElementById("test-hint");
  fact("push").then(({ id }) => {
    [testing.hidden, hint.hidden] = [!id, Boolean(id)];
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        said.textContent = (await reach.send(form, { do: "test", device: id })).querySelector(".note")?.textContent ?? "";
      } catch (error) { }
      button.disabled = false;
    });
  }, () => { hint.hidden = false; });

  function retract(id) {
    const fault = document.getElementById(id);
    fault?.remove();
    if (fault) document.querySelector("main > [role=alert]")?.remove();
  }

  let isEdited = false;
  form.addEventListener("input", event => {
    isEdited = true;
    const { name, value } = event.target;
    if (name === "send_at" && value) form.elements.send.value = "later";
    if (name === "send" && value === "now") form.elements.send_at.value = "";
    // A fault goes with its cause.
    if (name === "send" || name === "send_at") retract("fault-at");
    const send = form.querySelector(".main");
    send.textContent = send.dataset[form.elements.send.value];
    // It takes the place of the last message, or stands beside it.
    const { again, series } = form.elements;
    if (again && event.target.checked && (name === "again" || name === "series")) (name === "again" ? series : again).checked = false;
  });
  reach.follow(form);
  // One press sends once.
  form.addEventListener("submit", () => { setTimeout(() => { form.querySelector(".main").disabled = true; }); });
  addEventListener("pageshow", () => { form.querySelector(".main").disabled = false; });

  // Follows the messages about the story until devices have them. What is typed meanwhile stays.
  const BEAT = 5000;
  let timer = 0;
  function show(page) {
    const now = page.getElementById("sent"), sent = document.getElementById("sent");
    // A button in use stays where it is.
    if (now && !sent.contains(document.activeElement)) sent.replaceWith(now);
    if (going?.isConnected && !page.getElementById("going")) {
      const note = document.createElement("p");
      note.className = "note";
      note.setAttribute("role", "status");
      note.textContent = going.dataset.out;
      if (page.querySelector("#sent [data-out]")) going.before(note);
      going.remove();
    }
    if (!page.getElementById("told")) {
      retract("fault-again");
      document.getElementById("told")?.remove();
    }
    clearTimeout(timer);
    if (document.querySelector("#sent [data-open]")) timer = setTimeout(look, BEAT);
  }
  async function look() {
    try {
      const answer = await fetch(location.pathname, { credentials: "same-origin" });
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch (error) { timer = setTimeout(look, BEAT); }
  }
  addEventListener("submit", event => {
    const { target, submitter } = event;
    // Where nothing was typed, the page that follows has the cancelled message in its form.
    if (submitter?.name !== "cancel" || (!isEdited && target !== going)) return;
    event.preventDefault();
    submitter.disabled = true;
    reach.send(target, { cancel: submitter.value }).then(page => {
      const note = page.querySelector("main .note[role=status]");
      document.activeElement.blur();
      show(page);
      for (const old of document.querySelectorAll("main .note[role=status]")) old.remove();
      if (!note) return;
      form.before(note);
      note.scrollIntoView({ block: "nearest" });
    }, () => { submitter.disabled = false; });
  });
  countDown(look);
  if (!going && document.querySelector("#sent [data-open]")) timer = setTimeout(look, BEAT);
})();
