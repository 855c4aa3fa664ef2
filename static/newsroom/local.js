// Text typed but not yet sent stays in the browser, even if it is closed or offline: separately for each person, article
// and window, so that none of them overwrites the text of another.
"use strict";
const local = {
  prefix: (person, article) => `n4md-typed/${person}/${article}/`,
  name: () => Date.now().toString(36) + Math.random().toString(36).slice(2),
  // The keys with this prefix, the latest text first.
  keys(prefix) {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(prefix) && local.read(key))
        .sort((a, b) => local.read(b).at - local.read(a).at);
    } catch (error) { return []; }
  },
  read(key) {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return kept && typeof kept.fields === "object" ? kept : null;
    } catch (error) { return null; }
  },
  // Whether the browser stored it.
  write(key, kept) {
    try { localStorage.setItem(key, JSON.stringify(kept)); return true; } catch (error) { return false; }
  },
  drop(key) {
    try { localStorage.removeItem(key); } catch (error) { }
  },
  // Claims a text for this window until it is closed, and continues once no other window has it. Browsers without locks continue at once.
  hold(key, then = () => {}) {
    if (!navigator.locks) { then(); return; }
    navigator.locks.request(key, () => { then(); return new Promise(() => {}); }).catch(() => {});
  },
};
