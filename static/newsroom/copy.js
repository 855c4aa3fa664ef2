// Copies what a page shows only once, such as the link of an invitation.
"use strict";
for (const secret of document.querySelectorAll("textarea.secret[data-copy]")) {
  const { copy, copied } = secret.dataset;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: copy });
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    secret.select();
    // Without permission the text stays selected, for the browser's own way of copying.
    try { await navigator.clipboard.writeText(secret.value); } catch { return; }
    button.textContent = copied;
    setTimeout(() => { button.textContent = copy; }, 3000);
  });
  secret.after(button);
}
