// Asks before a page is left on which something was typed, or put into the form by the server, and not saved.
"use strict";
for (const form of document.querySelectorAll("form[data-guard]")) {
  const typed = () => new URLSearchParams(new FormData(form)).toString();
  const begun = form.dataset.guard === "typed" ? null : typed();
  let isSent = false;
  form.addEventListener("submit", () => { isSent = true; });
  addEventListener("pageshow", () => { isSent = false; });
  addEventListener("beforeunload", event => { if (!isSent && typed() !== begun) event.preventDefault(); });
}
