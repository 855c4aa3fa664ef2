// Says who else has the story open. While this page is visible, it says three times a minute that it is open here.
"use strict";
(() => {
  const form = document.getElementById("writing"), box = document.getElementById("presence");
  if (!form || !box) return;
  const pause = 20000;
  let last = Date.now();

  const said = () => new URLSearchParams({ form_token: form.elements.form_token.value, page: box.dataset.page });

  async function ping() {
    if (document.hidden || Date.now() - last < pause) return;
    last = Date.now();
    try {
      const answer = await fetch(form.action + "/presence", {
        method: "POST", body: said(), credentials: "same-origin",
      });
      if (!answer.ok) return;
      const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Only what changes is read out.
      if (body.textContent.trim() !== box.textContent.trim()) box.replaceChildren(...body.childNodes);
    } catch (error) { }
  }

  function leave() {
    const words = said();
    words.set("leave", "1");
    navigator.sendBeacon(form.action + "/presence", words);
  }

  setInterval(ping, pause);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", ping);
})();
