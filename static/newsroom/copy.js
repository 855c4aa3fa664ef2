// Copies what a page shows only once, such as the link of an invitation.
"use strict";
for (const button of document.querySelectorAll("button.copy")) {
  const secret = button.previousElementSibling, label = button.textContent;
  button.addEventListener("click", async () => {
    secret.select();
    // Without permission the text stays selected, for the browser's own way of copying.
    try { await navigator.clipboard.writeText(secret.value); } catch { return; }
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = label; }, 3000);
  });
  button.style.visibility = "visible";
}
