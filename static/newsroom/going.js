// Counts the seconds within which something that goes out can still be kept back.
"use strict";
const going = document.getElementById("going");

/** Calls `then` once they are over. */
function countDown(then) {
  if (!going) return;
  const seconds = document.getElementById("seconds"), end = performance.now() + going.dataset.seconds * 1000;
  const tick = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    seconds.textContent = left;
    if (left) return;
    clearInterval(tick);
    then();
  }, 200);
}
