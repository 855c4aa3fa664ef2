// Finds words in the text, and replaces them.

class Finder {
  constructor(kit, bar, focus) {
    Object.assign(this, { bar, places: [], at: 0, query: "" });
    const { Decoration, DecorationSet } = kit.pm.view;
    this.plugin = new kit.Plugin({ props: { decorations: state => DecorationSet.create(state.doc, this.places
      .filter(({ to }) => to <= state.doc.content.size)
      .map(({ from, to }, index) => Decoration.inline(from, to, { class: index === this.at ? "ed-found now" : "ed-found" }))) } });
    [this.find, this.replace] = bar.querySelectorAll("input");
    this.said = bar.querySelector("[role=status]");
    const act = { next: () => this.go(1), previous: () => this.go(-1), replace: () => this.put(), all: () => this.putAll(), close: () => { this.close(); focus(); } };
    bar.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) act[button.dataset.find]();
    });
    this.find.addEventListener("input", () => { this.at = 0; this.look(); this.reveal(); });
    bar.addEventListener("keydown", event => {
      if (event.key === "Escape") act.close();
      else if (event.key === "Enter" && event.target === this.find) this.go(event.shiftKey ? -1 : 1);
      else if (event.key === "Enter" && event.target === this.replace) this.put();
      else return;
      event.preventDefault();
    });
  }

  open(editor) {
    this.editor = editor;
    const { from, to } = editor.state.selection, chosen = editor.state.doc.textBetween(from, to, " ");
    if (chosen && chosen.length < 100) this.find.value = chosen;
    this.bar.hidden = false;
    this.find.select();
    this.look();
    this.reveal();
  }

  /** Shows where words stand, as if they were searched for; returns whether the text has them. */
  show(editor, words) {
    Object.assign(this, { editor, at: 0 });
    [this.find.value, this.bar.hidden] = [words, false];
    this.look();
    if (!this.places.length) this.close();
    this.reveal();
    return this.places.length > 0;
  }

  close() {
    this.bar.hidden = true;
    this.places = [];
    this.draw();
  }

  /** Searches again, since the text or the words have changed. */
  look() {
    if (this.bar.hidden) return;
    this.places = [];
    const words = this.find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (words) this.editor.state.doc.descendants((node, position) => {
      if (!node.isTextblock) return true;
      for (const found of node.textBetween(0, node.content.size, null, "\ufffc").matchAll(new RegExp(words, "giu"))) {
        this.places.push({ from: position + 1 + found.index, to: position + 1 + found.index + found[0].length });
      }
      return false;
    });
    this.at = Math.min(this.at, Math.max(this.places.length - 1, 0));
    this.said.textContent = words ? `${this.places.length ? this.at + 1 : 0}/${this.places.length}` : "";
    this.draw();
  }

  draw() {
    if (this.editor) this.editor.view.dispatch(this.editor.state.tr.setMeta("addToHistory", false));
  }

  go(step) {
    if (!this.places.length) return;
    this.at = (this.at + step + this.places.length) % this.places.length;
    this.look();
    const { from, to } = this.places[this.at];
    this.editor.commands.setTextSelection({ from, to });
    this.reveal();
  }

  /** Brings the present place into sight. */
  reveal() { this.editor.view.dom.querySelector(".ed-found.now")?.scrollIntoView({ block: "center" }); }

  put() {
    const place = this.places[this.at];
    if (place) this.editor.view.dispatch(this.editor.state.tr.insertText(this.replace.value, place.from, place.to));
    this.look();
    this.reveal();
  }

  putAll() {
    const { tr } = this.editor.state;
    for (const { from, to } of [...this.places].reverse()) tr.insertText(this.replace.value, from, to);
    this.editor.view.dispatch(tr);
    this.look();
  }
}
