// Asks before a page is left on which something was typed and not saved.
"use strict";
for (const form of document.querySelectorAll("form[data-guard]")) {
  const typed = () => new URLSearchParams(new FormData(form)).toString();
  const begun = typed();
  let isSent = false;
  form.addEventListener("submit", () => { isSent = true; });
  addEventListener("pageshow", () => { isSent = false; });
  addEventListener("beforeunload", event => { if (!isSent && typed() !== begun) event.preventDefault(); });
}
