// Notes above the form, each with a stored text that is not in the form: to be used or discarded.
"use strict";
const offers = {
  // Like the page's times: in the newspaper's time zone, if the browser knows it.
  moment(at, zone) {
    const parts = { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const format = timeZone => Object.fromEntries(new Intl.DateTimeFormat(document.documentElement.lang, { ...parts, timeZone })
      .formatToParts(at).map(({ type, value }) => [type, value]));
    let told;
    try { told = format(zone); } catch (error) { told = format(); }
    return `${told.day} ${told.month} ${told.year}, ${told.hour}:${told.minute}`;
  },

  // The first paragraph of a text that the form does not have; empty if it has them all.
  difference(body = "") {
    const paragraphs = text => text.replace(/\r\n/g, "\n").split(/\n\s*\n/).map(one => one.trim());
    const here = paragraphs(document.getElementById("body")?.value ?? "");
    return paragraphs(body).find(one => one && !here.includes(one)) ?? "";
  },

  // `take` puts a text into the form and returns the one that was there; nothing if nothing had been typed.
  show(place, text, { take, discard, undo, isOld }) {
    const note = place.querySelector("template").content.firstElementChild.cloneNode(true);
    const [title, said, meta] = note.children, [taking, discarding] = note.querySelectorAll("button");
    const words = [title, taking, discarding].map(part => part.textContent);
    let isBefore = false, isDiscarded = false;

    const draw = () => {
      const { headline, standfirst, body } = text.kept.fields;
      title.textContent = isDiscarded ? title.dataset.discarded : isBefore || text.kept.isReplaced ? title.dataset.before : words[0];
      const cut = words => (words.length > 80 ? words.slice(0, 80) + "…" : words);
      const begin = (headline || standfirst || body || "–").trim(), other = offers.difference(body);
      said.textContent = [begin, other && other !== begin ? other : ""].filter(Boolean).map(cut).join(" – ");
      meta.textContent = meta.dataset.typed.replace("{}", offers.moment(text.kept.at, place.dataset.zone)) + (isOld(text.kept) ? " " + meta.dataset.old : "");
      taking.textContent = isBefore ? taking.dataset.back : words[1];
      discarding.textContent = isDiscarded ? discarding.dataset.undo : words[2];
      said.hidden = meta.hidden = taking.hidden = isDiscarded;
    };
    taking.addEventListener("click", () => {
      const other = take(text);
      if (other) {
        [text, isBefore] = [other, true];
        draw();
      } else {
        note.remove();
        document.getElementById("main").focus({ preventScroll: true });
      }
    });
    discarding.addEventListener("click", () => {
      isDiscarded = !isDiscarded;
      if (isDiscarded) discard(text); else undo(text);
      draw();
    });
    draw();
    place.append(note);
  },
};
