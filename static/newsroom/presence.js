// Says who else has the story open. While this page is visible, it says once a minute that it is open here.
"use strict";
(() => {
  const form = document.getElementById("writing"), box = document.getElementById("presence");
  if (!form || !box) return;
  const pause = 60000;
  let last = Date.now();

  async function ping() {
    if (document.hidden || Date.now() - last < pause) return;
    last = Date.now();
    try {
      const answer = await fetch(form.action + "/presence", {
        method: "POST", body: new URLSearchParams({ form_token: form.elements.form_token.value }), credentials: "same-origin",
      });
      if (!answer.ok) return;
      const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Only what changes is read out.
      if (body.textContent.trim() !== box.textContent.trim()) box.replaceChildren(...body.childNodes);
    } catch (error) { }
  }

  setInterval(ping, pause);
  document.addEventListener("visibilitychange", ping);
})();
