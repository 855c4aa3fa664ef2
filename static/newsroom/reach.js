// Asks the server how many devices would get a message, while somebody chooses whom it is for.
"use strict";
const reach = (() => {
  /** Milliseconds after the last change before the server is asked. */
  const PAUSE = 300;
  /** The fields that change nothing about it. */
  const IDLE = ["message", "front", "edition", "series"];

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
      if (IDLE.includes(target.name)) return;
      clearTimeout(timer);
      timer = setTimeout(check, PAUSE);
    });
    return check;
  }

  return { send, follow };
})();
