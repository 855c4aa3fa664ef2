// Puts what a freshly loaded page says around the fields that somebody types into.
"use strict";
const renewal = {
  PARTS: [".tabs", "#state", ".facts", "#checks", "#devices", "#frames", "#keywords-hint"],
  // Other scripts know these buttons, so a page that has others is another page.
  BUTTONS: [".acts", ".side > .moves"],
  words: part => part ? part.textContent.replace(/\s+/g, " ").trim() : "",
  isAlike: page => renewal.BUTTONS.every(one => renewal.words(document.querySelector(one)) === renewal.words(page.querySelector(one))),
  notice: page => page.querySelector("main > .note.good"),

  // A part in which somebody is stays as it is.
  replace(old, now) {
    if (!old || !now || old.outerHTML === now.outerHTML || old.contains(document.activeElement)) return;
    const { scrollLeft } = old;
    old.replaceWith(now);
    now.scrollLeft = scrollLeft;
  },

  // The notices above the form: faults go, and so do earlier notices.
  head(page, form) {
    const above = one => [...one.querySelectorAll("main > .note, main > .row, main > .faults")];
    const [olds, news] = [document, page].map(above), html = all => all.map(one => one.outerHTML).join();
    const notice = renewal.notice(page);
    // That it is saved is said beside the buttons. What can be undone is said here as well.
    if (notice && !renewal.notice(document) && !page.querySelector("main > .row")) news.splice(news.indexOf(notice), 1);
    if (html(olds) === html(news)) return;
    for (const old of olds) old.remove();
    // It is read out already.
    notice?.removeAttribute("role");
    form.before(...news);
  },

  // A text that was saved has neither faults nor the versions of others beside it.
  clear(form) {
    const own = parts => [...form.querySelectorAll(parts)].filter(one => !one.closest("#comments"));
    for (const one of own(".sheet > .note, .theirs, .fault")) one.remove();
    for (const one of own("[aria-invalid]")) one.removeAttribute("aria-invalid");
  },

  // Parts that follow another one, or are not there.
  behind(page, parts, place) {
    const [olds, news] = [document, page].map(one => [...one.querySelectorAll(parts)]), html = all => all.map(one => one.outerHTML).join();
    if (html(olds) === html(news) || olds.some(one => one.contains(document.activeElement))) return;
    for (const old of olds) old.remove();
    document.querySelector(place).after(...news);
  },

  // Fields that the server wrote in another way than they were sent. The text stays as it was typed, which is the same to the server.
  fields(form, now, sent) {
    const isOurs = name => name !== "body" && !name.endsWith("_q") && now[name] && form.elements[name] !== document.activeElement;
    const others = Object.keys(sent).filter(name => isOurs(name) && form.elements[name].value === sent[name] && now[name].value !== sent[name]);
    for (const name of others) form.elements[name].value = now[name].value;
    if (others.length) form.dispatchEvent(new Event("filled"));
  },

  all(page, form, sent) {
    // The text stays where it is on the screen.
    const place = form.elements.body.closest(".field"), top = () => place.getBoundingClientRect().top, before = top();
    renewal.head(page, form);
    renewal.clear(form);
    for (const one of renewal.PARTS) renewal.replace(document.querySelector(one), page.querySelector(one));
    renewal.behind(page, ".state > a", "#state");
    renewal.behind(page, "#related-list", "#related");
    renewal.fields(form, page.getElementById("writing").elements, sent);
    scrollBy({ top: top() - before, behavior: "instant" });
    form.dispatchEvent(new CustomEvent("renewed", { detail: page }));
  },
};
