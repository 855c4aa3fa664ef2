// Shows at once what a message to readers' devices would look like, and how many would get it.
"use strict";
(() => {
  const form = document.getElementById("telling");
  /** Milliseconds after the last change before the server is asked. */
  const PAUSE = 300;
  let timer = 0, asked = 0;

  async function check() {
    const number = ++asked, body = new URLSearchParams(new FormData(form));
    body.set("do", "check");
    try {
      const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
      const reach = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("reach");
      if (reach && number === asked) document.getElementById("reach").replaceWith(reach);
    } catch (error) { }
  }

  form.addEventListener("input", event => {
    const { name, value, placeholder } = event.target;
    if (name === "message") for (const text of form.querySelectorAll(".screen .text")) text.textContent = value.trim() || placeholder;
    if (name === "send_at" && value) form.elements.send.value = "later";
    if (name === "send" && value === "now") form.elements.send_at.value = "";
    clearTimeout(timer);
    if (name !== "message") timer = setTimeout(check, PAUSE);
  });
  // One press sends once.
  form.addEventListener("submit", () => { setTimeout(() => { form.querySelector(".main").disabled = true; }); });
  addEventListener("pageshow", () => { form.querySelector(".main").disabled = false; });
})();
