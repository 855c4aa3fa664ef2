// The boxes of a list: one for all, how many are ticked, and what to do with those.
function prepareTicks(form) {
  const all = form.querySelector("[name=all]"), boxes = [...form.querySelectorAll("[type=checkbox]:not([name=all])")];
  const count = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    form.querySelector(".bulk").classList.toggle("idle", !ticked);
    form.querySelector("output").textContent = ticked ? "(" + ticked + ")" : "";
  };
  form.addEventListener("change", (event) => {
    if (event.target === all) for (const box of boxes) box.checked = all.checked;
    count();
  });
  // Coming back to the page, browsers tick again what was ticked.
  addEventListener("pageshow", count);
  count();
}
const prepareAllTicks = () => document.querySelectorAll("form.ticks").forEach(prepareTicks);
prepareAllTicks();
// A list that was replaced by a newer one.
document.addEventListener("ticks", prepareAllTicks);
