// Shows a message as devices would, and asks the server how many would get it, while somebody writes it and chooses whom it is for.
"use strict";
const reach = (() => {
  /** Milliseconds after the last change before the server is asked. */
  const PAUSE = 300;
  /** The fields that change nothing about it. */
  const IDLE = ["message", "message_headline", "front", "edition", "series"];
  /** The lines of a lock screen, by the field that they show. */
  const LINES = { message: ".text", message_headline: ".title" };

  /** Sends a form with further fields; gives the page that comes back. */
  async function send(form, fields) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  /** Keeps the element `reach` of a form true. */
  function follow(form) {
    let timer = 0, asked = 0;
    async function check() {
      const number = ++asked;
      try {
        const now = (await send(form, { do: "check" })).getElementById("reach");
        if (now && number === asked) document.getElementById("reach")?.replaceWith(now);
      } catch (error) { }
    }
    form.addEventListener("input", ({ target }) => {
      const line = LINES[target.name];
      if (line) for (const shown of form.querySelectorAll(".screen " + line)) shown.textContent = target.value.trim() || target.placeholder;
      if (IDLE.includes(target.name)) return;
      clearTimeout(timer);
      timer = setTimeout(check, PAUSE);
    });
    return check;
  }

  return { send, follow };
})();
