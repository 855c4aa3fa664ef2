// The rich editor of an article's text. The field with Markdown stays the text that is kept, sent and merged; the editor shows it as readers see
// it, and writes into it what changes.

class RichText {
  constructor(root) {
    this.root = root;
    this.words = root.dataset;
    this.field = document.getElementById("body");
    this.form = this.field.form;
    const part = name => root.querySelector(`[data-part=${name}]`);
    [this.bar, this.find, this.box] = ["bar", "find", "box"].map(part);
    this.foot = document.getElementById("rich-foot");
    // A form cannot stand in a form.
    this.dialog = document.body.appendChild(root.querySelector("template").content.firstElementChild);
    [this.count, this.said] = this.foot.querySelectorAll("span");
    this.switch = this.foot.querySelector("button");
    this.plain = [document.querySelector("[data-tools=body]"), document.getElementById("body-hint"), document.getElementById("named"), this.field].filter(Boolean);
    this.switch.addEventListener("click", () => this.isRich ? this.showMarkdown() : this.showRich(true));
    this.field.addEventListener("input", () => this.countSoon());
    this.field.addEventListener("pictures", event => this.takePictures(event));
    this.field.addEventListener("replaced", event => this.replacePicture(event));
    this.field.addEventListener("passage", event => { if (this.isRich && this.finder.show(this.editor, event.detail)) event.preventDefault(); });
    this.form.addEventListener("filled", () => this.isRich ? this.showRich() : this.countSoon());
    addEventListener("click", event => { if (this.isRich && event.target.closest("a[href='#body'],label[for=body]")) this.goToText(event); });
    // What is typed here reaches the form through its field.
    for (const name of ["input", "change"]) root.addEventListener(name, event => { if (event.target !== this.field) event.stopPropagation(); });
    this.counts();
  }

  /** Once the person pauses: counting takes a while in long texts. */
  countSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.counts(), 300);
  }

  say(words) { this.said.textContent = words || ""; }

  start() {
    if (this.preference() !== "markdown") this.showRich();
  }

  preference(value) {
    try {
      if (value) localStorage.setItem("n4md-text", value);
      return localStorage.getItem("n4md-text");
    } catch { return null; }
  }

  /** Shows the text as readers see it. Without a connection, Markdown that was typed cannot be read, and stays. */
  async showRich(isAsked = false) {
    try {
      if (!this.kit) this.kit = await import(this.words.kit);
      let text;
      do {
        text = this.field.value;
        if (this.editor && text === this.shown) break;
        const blocks = text.trim() ? await this.read(text) : [];
        if (text === this.field.value) this.fill(blocks, text);
      } while (text !== this.field.value);
    } catch {
      // The field with Markdown is there. A browser that does not know the module is not told at every visit.
      this.say(isAsked || this.kit ? this.words.offline : "");
      // What the editor shows is not the text any more, and must not be written over it.
      if (this.isRich) this.toggle(false);
      return;
    }
    this.say("");
    const isInField = document.activeElement === this.field, { selectionEnd, value } = this.field;
    // Whoever has typed already goes on at the end, or is not interrupted.
    if (isInField && selectionEnd < value.length && value !== this.field.defaultValue) return;
    if (isAsked) this.preference("rich");
    this.toggle(true);
    // Not on a picture or the like, which the next letter would replace.
    const isAtEnd = isInField || this.editor.state.doc.firstChild.isAtom;
    if (isAsked || isInField) this.editor.commands.focus(isAtEnd ? "end" : "start");
    this.toolbar.draw();
    this.countSoon();
  }

  showMarkdown() {
    this.preference("markdown");
    this.finder.close();
    this.toggle(false);
    this.field.focus();
  }

  toggle(isRich) {
    this.isRich = isRich;
    for (const part of [this.bar, this.box]) part.hidden = !isRich;
    for (const part of this.plain) part.hidden = isRich;
    this.switch.textContent = isRich ? this.words.toMarkdown : this.words.toRich;
  }

  async read(text) {
    const answer = await fetch("/admin/text", {
      method: "POST", credentials: "same-origin", body: new URLSearchParams({ form_token: this.form.elements.form_token.value, body: text }),
    });
    if (!answer.ok) throw new Error(answer.status);
    return (await answer.json()).blocks;
  }

  fill(blocks, text) {
    if (!this.editor) this.make();
    this.shown = text;
    const { state } = this.editor, { EditorState } = this.kit.pm.state;
    // Undo does not go back beyond it: that would be another text.
    this.editor.view.updateState(EditorState.create({ schema: state.schema, plugins: state.plugins, doc: this.blocks.read(blocks) }));
  }

  make() {
    const { kit, words } = this, language = () => this.form.elements.language?.value || document.documentElement.lang;
    this.uploads = new Uploads(kit, () => this.form.elements.form_token.value, words, text => this.say(text));
    this.finder = new Finder(kit, this.find, () => this.editor.view.focus());
    this.link = new LinkDialog(this.dialog, words);
    const own = kit.Extension.create({
      name: "own", priority: 2000, addProseMirrorPlugins: () => [this.uploads.plugin, this.finder.plugin, galleries(kit, words)],
      addKeyboardShortcuts: () => ({
        "Mod-k": () => this.act("link"), "Mod-f": () => this.act("find"), "Alt-F10": () => { this.toolbar.focus(); return true; },
      }),
    });
    document.querySelectorAll("#kicker,#headline,#standfirst").forEach(field => quoteIn(field, language));
    this.editor = new kit.Editor({
      element: this.box, injectCSS: false, extensions: [
        own, kit.Document, kit.Text, kit.HardBreak, kit.UndoRedo, kit.Dropcursor, kit.Gapcursor, kit.TrailingNode, behindPasted(kit),
        quoteRules(kit, language),
        ...marksOf(kit), ...blocksOf(kit), ...tablesOf(kit), pictureOf(kit, words), imageOf(kit), otherOf(kit, words),
      ],
      editorProps: {
        attributes: () => this.attributes(language()), transformPastedHTML: html => this.intake.clean(html), transformPasted: slice => this.intake.whole(slice),
        handlePaste: (view, event) => this.intake.paste(event), handleDOMEvents: { drop: (view, event) => this.intake.drop(view, event) },
      },
      onUpdate: () => this.changed(), onTransaction: () => this.toolbar && this.toolbar.draw(),
    });
    this.intake = new Intake(kit, this.editor, this.uploads, words, text => this.say(text));
    this.blocks = new Blocks(kit, this.editor.schema);
    this.toolbar = new Toolbar(this.bar, this.actions(), name => this.isActive(name));
  }

  attributes(language) {
    const fault = this.field.getAttribute("aria-invalid") ? { "aria-invalid": "true", "aria-describedby": "fault-body" } : {};
    return { role: "textbox", "aria-multiline": "true", "aria-label": this.words.label, lang: language, spellcheck: "true", class: "text", ...fault };
  }

  changed() {
    if (!this.blocks) return;
    const text = this.blocks.write(this.editor.state.doc);
    this.finder.look();
    // The document changes, for example by a paragraph to type in after a picture, where the text does not.
    if (text === this.field.value) return;
    this.shown = this.field.value = text;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  counts() {
    const { doc } = this.isRich ? this.editor.state : {};
    const text = doc ? doc.textBetween(0, doc.content.size, "\n", " ") : this.field.value.replace(/\]\([^)\s]*\)|<[^>]*>/g, " ");
    const words = wordsIn(text, this.form.elements.language?.value);
    this.count.textContent = !words ? "" : this.words.count.replace("{}", words.toLocaleString(document.documentElement.lang)).replace("{}", Math.max(1, Math.round(words / 220)));
  }

  actions() {
    const run = change => () => change(this.editor.chain().focus()).run();
    return {
      strong: run(chain => chain.toggleMark("strong")), em: run(chain => chain.toggleMark("em")),
      h2: run(chain => chain.toggleNode("heading", "paragraph", { level: 2 })), h3: run(chain => chain.toggleNode("heading", "paragraph", { level: 3 })),
      bulletList: run(chain => chain.toggleList("bulletList", "listItem")), orderedList: run(chain => chain.toggleList("orderedList", "listItem")),
      blockquote: run(chain => chain.toggleWrap("blockquote")), table: () => insertTable(this.editor),
      ...Object.fromEntries(["rowAdd", "rowDrop", "columnAdd", "columnDrop"].map(name => [name, () => changeTable(this.editor, name)])),
      undo: run(chain => chain.undo()), redo: run(chain => chain.redo()),
      link: () => this.link.open(this.editor), find: () => this.finder.open(this.editor), text: () => this.editor.view.focus(),
    };
  }

  act(name) {
    this.actions()[name]();
    return true;
  }

  isActive(name) {
    if (["undo", "redo", "find", "picture"].includes(name) || /^(row|column)/.test(name)) return undefined;
    return /^h\d/.test(name) ? this.editor.isActive("heading", { level: Number(name[1]) }) : this.editor.isActive(name);
  }

  /** Pictures chosen in the library or with the camera. */
  takePictures(event) {
    if (!this.isRich) return;
    event.preventDefault();
    const { state, view } = this.editor, place = placeNear(state, state.selection.to);
    view.dispatch(state.tr.insert(place, event.detail.map(({ hash, alt = "", caption = "", credit = "" }) => state.schema.nodes.picture.create({ hash, alt, caption, credit }))));
    const dom = view.nodeDOM(place);
    dom.scrollIntoView({ block: "center" });
    dom.querySelector("input").focus();
  }

  /** Shows another picture in the place of one. */
  replacePicture(event) {
    if (!this.isRich) return;
    event.preventDefault();
    const { old, hash } = event.detail, { state, view } = this.editor, change = state.tr;
    state.doc.descendants((node, place) => { if (node.attrs.hash === old) change.setNodeMarkup(place, null, { ...node.attrs, hash }); });
    view.dispatch(change);
  }

  goToText(event) {
    event.preventDefault();
    this.box.scrollIntoView();
    this.editor.commands.focus();
  }
}

const rich = document.getElementById("rich");
if (rich && document.getElementById("body")) new RichText(rich).start();
