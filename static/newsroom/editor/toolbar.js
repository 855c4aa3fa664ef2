// The bar above the text: one stop for the Tab key, arrows within it, and buttons that show what holds at the cursor.

class Toolbar {
  constructor(bar, actions, isActive) {
    Object.assign(this, { bar, isActive, buttons: [...bar.querySelectorAll("button")] });
    bar.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button && actions[button.dataset.do]) actions[button.dataset.do]();
    });
    // The text keeps its selection when a button is pressed.
    bar.addEventListener("mousedown", event => { if (event.target.closest("button")) event.preventDefault(); });
    bar.addEventListener("focusin", event => this.stop(event.target));
    bar.addEventListener("keydown", event => this.move(event, actions));
    this.stop(this.buttons[0]);
    if (/^(Mac|iP)/.test(navigator.platform)) for (const one of this.buttons) one.title = one.title.replace("Ctrl+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧");
  }

  /** Makes a button the one that Tab reaches. */
  stop(button) {
    for (const one of this.buttons) one.tabIndex = one === button ? 0 : -1;
  }

  move(event, actions) {
    const shown = this.buttons.filter(one => !one.hidden), at = shown.indexOf(document.activeElement), count = shown.length;
    const isBack = getComputedStyle(this.bar).direction === "rtl";
    const next = { ArrowRight: at + (isBack ? -1 : 1), ArrowLeft: at + (isBack ? 1 : -1), Home: 0, End: count - 1 }[event.key];
    if (event.key === "Escape") actions.text(); else if (next === undefined) return; else shown[(next + count) % count].focus();
    event.preventDefault();
  }

  focus() { this.buttons.find(one => one.tabIndex === 0).focus(); }

  draw() {
    for (const button of this.buttons) {
      if (button.dataset.within) button.hidden = !this.isActive(button.dataset.within);
      const state = this.isActive(button.dataset.do);
      if (state !== undefined) button.setAttribute("aria-pressed", state);
    }
  }
}
