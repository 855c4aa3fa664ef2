// Suggests values from the server as one types (ARIA: combobox with a list box): a place by name, a story by headline. In a field of
// several lines, only what is typed after a mark is looked for (`wanted`), and keys mean what they always do while the list is closed.
"use strict";
const combo = (() => {
  const pause = 200;

  return function combo(box, find, choose, { least = 2, wanted = input => input.value.trim() } = {}) {
    const input = box.querySelector("input,textarea"), isText = input.matches("textarea"), list = box.querySelector("[role=listbox]"), said = box.querySelector("[role=status]");
    let found = [], at = -1, timer = 0, asked = 0;
    // A field of several lines stays one, so it has no role of another kind.
    const told = isText ? { "aria-haspopup": "listbox" } : { role: "combobox", "aria-expanded": "false" };
    for (const [name, value] of Object.entries({ ...told, "aria-autocomplete": "list", "aria-controls": list.id })) input.setAttribute(name, value);

    function open(isOpen) {
      list.hidden = !isOpen;
      if (!isText) input.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) mark(-1);
    }

    function mark(index) {
      if (list.children[at]) list.children[at].setAttribute("aria-selected", "false");
      at = index;
      const option = list.children[at];
      if (!option) return input.removeAttribute("aria-activedescendant");
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    }

    function take(index) {
      const one = found[index];
      if (!one) return;
      clearTimeout(timer);
      asked++;
      if (!isText) input.value = "";
      open(false);
      for (const offered of box.querySelectorAll(".choices, .fault")) offered.remove();
      input.removeAttribute("aria-invalid");
      input.dispatchEvent(new CustomEvent("corrected", { bubbles: true }));
      said.textContent = box.dataset.chosen.replace("{}", one.title);
      choose(one);
    }

    async function search() {
      const words = wanted(input), mine = ++asked;
      if (words.length < least) {
        if (!isText) said.textContent = "";
        return open(false);
      }
      try {
        const answer = await fetch(find(encodeURIComponent(words)), { credentials: "same-origin" });
        if (!answer.ok) throw new Error();
        const lists = Object.values(await answer.json()).filter(Array.isArray);
        if (mine !== asked) return;
        // Those of that name, or else similar ones.
        found = lists.find(list => list.length) || [];
        list.replaceChildren(...found.map(option));
        at = -1;
        open(found.length > 0);
        if (isText) mark(0);
        said.textContent = !found.length ? box.dataset.none : found === lists[0] ? "" : box.dataset.similar;
      } catch (error) {
        if (mine === asked) said.textContent = box.dataset.broken;
      }
    }

    function option(one, index) {
      const row = Object.assign(document.createElement("li"), { id: list.id + "-" + index, role: "option", textContent: one.title });
      row.setAttribute("aria-selected", "false");
      if (one.note) row.append(Object.assign(document.createElement("span"), { className: "meta", textContent: one.note }));
      // Before the field loses focus.
      row.addEventListener("mousedown", event => event.preventDefault());
      row.addEventListener("click", () => take(index));
      return row;
    }

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(search, pause);
    });
    input.addEventListener("keydown", event => {
      if (isText && list.hidden) return;
      const last = found.length - 1;
      if (event.key === "Escape" && !list.hidden) open(false);
      else if (event.key === "ArrowDown" && list.hidden) { if (found.length) open(true); else search(); }
      else if (event.key === "ArrowDown") mark(at < last ? at + 1 : 0);
      else if (event.key === "ArrowUp" && !list.hidden) mark(at > 0 ? at - 1 : last);
      else if (event.key === "Enter") list.hidden ? search() : take(Math.max(at, 0));
      else return;
      event.preventDefault();
    });
    input.addEventListener("blur", () => open(false));
  };
})();
(() => {
  const changed = field => field.dispatchEvent(new Event("input", { bubbles: true }));
  const place = document.getElementById("place"), related = document.getElementById("relating");
  if (place) {
    const { latitude, longitude } = place.querySelector("input").form.elements;
    combo(place, words => "/admin/places.json?q=" + words, one => {
      [latitude.value, longitude.value] = [one.latitude, one.longitude];
      changed(latitude);
    });
  }
  if (related) {
    const slugs = document.getElementById("related");
    combo(related, words => "/admin/articles.json?besides=" + related.dataset.article + "&q=" + words, one => {
      const all = slugs.value.split(/\s+/).filter(slug => slug && slug !== one.slug);
      slugs.value = all.concat(one.slug).join("\n");
      changed(slugs);
    });
    // Text typed here does not belong to the article.
    related.addEventListener("input", event => event.stopPropagation());
  }
})();
