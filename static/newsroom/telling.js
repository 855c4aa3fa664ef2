// Shows at once what a message to readers' devices would look like, and how many would get it.
"use strict";
(() => {
  const form = document.getElementById("telling");
  // Who reads the app in this browser, and gets its messages, can see this one first.
  const testing = document.getElementById("testing"), [button, said] = testing.children;
  fact("push").then(({ id }) => {
    testing.hidden = !id;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        said.textContent = (await reach.send(form, { do: "test", device: id })).querySelector(".note")?.textContent ?? "";
      } catch (error) { }
      button.disabled = false;
    });
  }, () => { });

  form.addEventListener("input", event => {
    const { name, value, placeholder } = event.target;
    if (name === "message") for (const text of form.querySelectorAll(".screen .text")) text.textContent = value.trim() || placeholder;
    if (name === "send_at" && value) form.elements.send.value = "later";
    if (name === "send" && value === "now") form.elements.send_at.value = "";
  });
  reach.follow(form);
  // One press sends once.
  form.addEventListener("submit", () => { setTimeout(() => { form.querySelector(".main").disabled = true; }); });
  addEventListener("pageshow", () => { form.querySelector(".main").disabled = false; });

  // What becomes of a message, while it becomes.
  const BEAT = 5000, going = document.getElementById("going");
  async function look() {
    try {
      const answer = await fetch(location.pathname, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html"), now = page.getElementById("sent"), sent = document.getElementById("sent");
      // A button in use stays where it is.
      if (now && !sent.contains(document.activeElement)) sent.replaceWith(now);
      if (going && !page.getElementById("going")) going.remove();
    } catch (error) { }
    if (document.querySelector("#sent [data-open]")) setTimeout(look, BEAT);
  }
  function count() {
    const seconds = document.getElementById("seconds"), end = performance.now() + going.dataset.seconds * 1000;
    const tick = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      seconds.textContent = left;
      if (left) return;
      clearInterval(tick);
      look();
    }, 200);
  }
  if (going) count();
  else if (document.querySelector("#sent [data-open]")) setTimeout(look, BEAT);
})();
