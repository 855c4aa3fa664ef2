// Shows pictures of the open article as they are by now, when its writer comes back from their pages: cropped, or replaced.
"use strict";
(() => {
  const form = document.getElementById("writing");
  if (!form) return;
  const { body, picture } = form.elements;
  let hasLooked = false;

  /** The hash of the picture that stands in the place of one; the same if that is still there. */
  async function present(hash) {
    try {
      const answer = await fetch(`/media/${hash}/240q60.jpg`, { method: "HEAD", cache: "no-store" });
      return answer.ok && /[0-9a-f]{64}/.exec(answer.url)?.[0] || hash;
    } catch {
      return hash;
    }
  }

  function replace(old, hash) {
    if (picture.value === old) {
      picture.value = hash;
      picture.dispatchEvent(new Event("input", { bubbles: true }));
    }
    // The rich editor does so in its own way.
    if (!body.value.includes(old) || !body.dispatchEvent(new CustomEvent("replaced", { cancelable: true, detail: { old, hash } }))) return;
    body.value = body.value.replaceAll(old, hash);
    body.dispatchEvent(new Event("input", { bubbles: true }));
  }

  addEventListener("click", event => { if (event.target.closest("a[href^='/admin/pictures/']")) hasLooked = true; });
  async function look() {
    if (document.hidden || !hasLooked) return;
    const hashes = new Set([picture.value, ...[...body.value.matchAll(/picture:([0-9a-f]{64})/g)].map(found => found[1])].filter(Boolean));
    for (const old of hashes) {
      const hash = await present(old);
      if (hash !== old) replace(old, hash);
    }
  }
  document.addEventListener("visibilitychange", look);
  // Two windows beside each other are both in sight.
  addEventListener("focus", look);
})();
