// Shows at once what a message to readers' devices would look like, and how many would get it.
"use strict";
(() => {
  const form = document.getElementById("telling");
  // Who reads the app in this browser, and gets its messages, can see this one first.
  const testing = document.getElementById("testing"), [button, said] = testing.children;
  fact("push").then(({ id }) => {
    testing.hidden = !id;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        said.textContent = (await reach.send(form, { do: "test", device: id })).querySelector(".note")?.textContent ?? "";
      } catch (error) { }
      button.disabled = false;
    });
  }, () => { });

  form.addEventListener("input", event => {
    const { name, value, placeholder } = event.target;
    if (name === "message") for (const text of form.querySelectorAll(".screen .text")) text.textContent = value.trim() || placeholder;
    if (name === "send_at" && value) form.elements.send.value = "later";
    if (name === "send" && value === "now") form.elements.send_at.value = "";
  });
  reach.follow(form);
  // One press sends once.
  form.addEventListener("submit", () => { setTimeout(() => { form.querySelector(".main").disabled = true; }); });
  addEventListener("pageshow", () => { form.querySelector(".main").disabled = false; });
})();
