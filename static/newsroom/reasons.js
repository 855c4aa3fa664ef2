// Keeps the reasons that are typed for a move, such as sending back, until they are sent: they are no part of the article.
"use strict";
(() => {
  const form = document.getElementById("writing");
  if (!form) return;
  for (const field of form.querySelectorAll("textarea[name^=text_]")) {
    const key = `n4md-reason/${form.dataset.person}/${form.dataset.article}/${field.name}`, move = field.name.slice("text_".length);
    const store = words => { try { words ? localStorage.setItem(key, words) : localStorage.removeItem(key); } catch (error) { } };
    try { field.value ||= localStorage.getItem(key) || ""; } catch (error) { }
    if (field.value) field.closest("details")?.setAttribute("open", "");
    field.addEventListener("input", event => {
      event.stopPropagation();
      store(field.value);
    });
    form.addEventListener("submit", event => { if (!event.defaultPrevented && event.submitter?.value.startsWith(move)) store(""); });
  }
})();
