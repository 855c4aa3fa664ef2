// Says who else has the story open. While this page is visible, it says three times a minute that it is open here.
"use strict";
(() => {
  const form = document.getElementById("writing"), box = document.getElementById("presence");
  if (!form || !box) return;
  const pause = 20000;
  let last = Date.now();

  const said = () => new URLSearchParams({
    form_token: form.elements.form_token.value, page: box.dataset.page, base: form.elements.base.value,
  });

  async function ping() {
    if (document.hidden || Date.now() - last < pause) return;
    last = Date.now();
    try {
      const answer = await fetch(form.action + "/presence", {
        method: "POST", body: said(), credentials: "same-origin",
      });
      if (!answer.ok) return;
      show(new DOMParser().parseFromString(await answer.text(), "text/html").body);
    } catch (error) { }
  }

  // Only what changes is read out.
  function show(now) {
    if (now.textContent.trim() !== box.textContent.trim()) box.replaceChildren(...now.childNodes);
  }

  function leave() {
    const words = said();
    words.set("leave", "1");
    navigator.sendBeacon(form.action + "/presence", words);
  }

  // The page with what others saved has what was typed here, too, once the server has it.
  box.addEventListener("click", async event => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    await local.settle?.();
    location.assign(link.href);
  });

  // A page that was loaded anew has a name of its own.
  form.addEventListener("renewed", ({ detail: page }) => {
    const now = page.getElementById("presence");
    leave();
    box.dataset.page = now.dataset.page;
    show(now);
  });
  setInterval(ping, pause);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", ping);
})();
