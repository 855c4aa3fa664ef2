// Shows at once what a message to readers' devices would look like, and how many would get it.
"use strict";
(() => {
  const form = document.getElementById("telling");
  /** Milliseconds after the last change before the server is asked. */
  const PAUSE = 300;
  let timer = 0, asked = 0;

  /** Sends the form with further fields; gives the page that comes back. */
  async function send(fields) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  async function check() {
    const number = ++asked;
    try {
      const reach = (await send({ do: "check" })).getElementById("reach");
      if (reach && number === asked) document.getElementById("reach").replaceWith(reach);
    } catch (error) { }
  }

  // Who reads the app in this browser, and gets its messages, can see this one first.
  const testing = document.getElementById("testing"), [button, said] = testing.children;
  fact("push").then(({ id }) => {
    testing.hidden = !id;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        said.textContent = (await send({ do: "test", device: id })).querySelector(".note")?.textContent ?? "";
      } catch (error) { }
      button.disabled = false;
    });
  }, () => { });

  form.addEventListener("input", event => {
    const { name, value, placeholder } = event.target;
    if (name === "message") for (const text of form.querySelectorAll(".screen .text")) text.textContent = value.trim() || placeholder;
    if (name === "send_at" && value) form.elements.send.value = "later";
    if (name === "send" && value === "now") form.elements.send_at.value = "";
    if (name === "message") return;
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  // One press sends once.
  form.addEventListener("submit", () => { setTimeout(() => { form.querySelector(".main").disabled = true; }); });
  addEventListener("pageshow", () => { form.querySelector(".main").disabled = false; });
})();
