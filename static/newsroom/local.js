// What was typed and not yet sent stays in the browser, also when it is closed or the connection is gone.
"use strict";
const local = {
  read(id) {
    try { return JSON.parse(localStorage.getItem("n4md-article-" + id)); } catch (error) { return null; }
  },
  write(id, kept) {
    // Without room the server's copy is what there is.
    try { localStorage.setItem("n4md-article-" + id, JSON.stringify(kept)); } catch (error) { }
  },
  drop(id) {
    try { localStorage.removeItem("n4md-article-" + id); } catch (error) { }
  },
};
