// What a text consists of in the editor: what the newspaper's allow-list keeps (HTMLTag on the server), and nothing else.

const MARKS = { strong: "strong,b", em: "em,i", u: "u,ins", s: "s,strike,del", sub: "sub", sup: "sup", small: "small", cite: "cite", q: "q", abbr: "abbr" };
const KEYS = { strong: "Mod-b", em: "Mod-i", u: "Mod-u", s: "Mod-Shift-x" };

const tagsFor = names => names.split(",").map(tag => ({ tag }));

function marksOf({ Mark }) {
  const plain = Object.entries(MARKS).map(([name, tags]) => Mark.create({
    name, parseHTML: () => tagsFor(tags), renderHTML: () => [name, 0],
    addKeyboardShortcuts() { return KEYS[name] ? { [KEYS[name]]: () => this.editor.commands.toggleMark(name) } : {}; },
  }));
  const link = Mark.create({
    name: "link", inclusive: false, priority: 1000,
    addAttributes: () => ({ href: { default: "" }, title: { default: null } }),
    parseHTML: () => [{ tag: "a[href]", getAttrs: element => isLink(element.getAttribute("href")) || /^#/.test(element.getAttribute("href")) ? null : false }],
    renderHTML: ({ HTMLAttributes }) => ["a", HTMLAttributes, 0],
  });
  const time = Mark.create({
    name: "time", addAttributes: () => ({ datetime: { default: null } }), parseHTML: () => tagsFor("time"), renderHTML: ({ HTMLAttributes }) => ["time", HTMLAttributes, 0],
  });
  const code = Mark.create({ name: "code", code: true, exitable: true, parseHTML: () => tagsFor("code"), renderHTML: () => ["code", 0] });
  return [link, ...plain, time, code];
}

function blocksOf({ Node, BulletList, ListItem, textblockTypeInputRule, wrappingInputRule }) {
  const paragraph = Node.create({
    name: "paragraph", group: "block", content: "inline*", priority: 1000, parseHTML: () => tagsFor("p"), renderHTML: () => ["p", 0],
    addKeyboardShortcuts() { return { "Mod-Alt-0": () => this.editor.commands.setNode("paragraph") }; },
  });
  const heading = Node.create({
    name: "heading", group: "block", content: "inline*", defining: true,
    addAttributes: () => ({ level: { default: 2, rendered: false } }),
    parseHTML: () => [1, 2, 3, 4, 5, 6].map(level => ({ tag: "h" + level, attrs: { level: Math.min(Math.max(level, 2), 4) } })),
    renderHTML: ({ node }) => ["h" + node.attrs.level, 0],
    addKeyboardShortcuts() {
      return Object.fromEntries([2, 3, 4].map(level => ["Mod-Alt-" + (level - 1), () => this.editor.commands.toggleNode("heading", "paragraph", { level })]));
    },
    addInputRules() { return [2, 3, 4].map(level => textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } })); },
  });
  const blockquote = Node.create({
    name: "blockquote", group: "block", content: "block+", defining: true, parseHTML: () => tagsFor("blockquote"), renderHTML: () => ["blockquote", 0],
    addKeyboardShortcuts() { return { "Mod-Shift-9": () => this.editor.commands.toggleWrap("blockquote") }; },
    addInputRules() { return [wrappingInputRule({ find: /^>\s$/, type: this.type })]; },
  });
  const rule = Node.create({ name: "horizontalRule", group: "block", parseHTML: () => tagsFor("hr"), renderHTML: () => ["hr"] });
  const orderedList = Node.create({
    name: "orderedList", group: "block list", content: "listItem+", parseHTML: () => tagsFor("ol"), renderHTML: () => ["ol", 0],
    addKeyboardShortcuts() { return { "Mod-Shift-7": () => this.editor.commands.toggleList("orderedList", "listItem") }; },
    addInputRules() { return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })]; },
  });
  // Tab leaves the text, as everywhere on the page.
  const item = ListItem.extend({
    addKeyboardShortcuts() {
      return {
        Enter: () => this.editor.commands.splitListItem(this.name), "Mod-]": () => this.editor.commands.sinkListItem(this.name),
        "Mod-[": () => this.editor.commands.liftListItem(this.name),
      };
    },
  });
  return [paragraph, heading, blockquote, rule, BulletList, orderedList, item];
}

/** Markup that the editor does not offer, as a whole: tables with spans, definitions, figures with marks in their captions. */
function otherOf({ Node }, words) {
  return Node.create({
    name: "other", group: "block", atom: true, draggable: true, addAttributes: () => ({ html: { default: "", rendered: false } }),
    parseHTML: () => [{ tag: "table,dl,pre,figure", priority: 40, getAttrs: element => ({ html: cleanHTML(element.outerHTML) }) }],
    renderHTML: ({ node }) => fragmentOf(cleanHTML(node.attrs.html)).firstElementChild || ["p"],
    addNodeView: () => ({ node }) => {
      const dom = document.createElement("div"), note = document.createElement("p");
      dom.className = "ed-other";
      dom.contentEditable = "false";
      const shown = fragmentOf(cleanHTML(node.attrs.html));
      for (const image of shown.querySelectorAll("img")) image.src = mediaOf(hashOf(image.getAttribute("src")));
      dom.append(shown);
      note.className = "meta";
      note.textContent = words.other;
      dom.append(note);
      return { dom, ignoreMutation: () => true };
    },
  });
}
