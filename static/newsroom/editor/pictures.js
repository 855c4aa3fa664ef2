// Pictures in the text: with the fields for what they show and say, uploaded when they are dropped or pasted.

const mediaOf = hash => `/media/${hash}/640q60.jpg`;

/** The words below a picture: its caption, and in small letters who made it; null if there is more. */
function saidBelow(words) {
  const credit = words.lastChild?.localName === "small" ? words.lastChild : null;
  if (words.childElementCount > (credit ? 1 : 0) || credit?.childElementCount) return null;
  const caption = [...words.childNodes].filter(node => node !== credit).map(node => node.textContent).join("");
  return { caption: credit ? caption.replace(/ · $/, "") : caption, credit: credit ? credit.textContent : "" };
}

/** Every picture of a text is one of the newspaper's own, by its hash. */
function pictureOf({ Node, pm }, words) {
  const own = image => image && hashOf(image.getAttribute("src") || "");
  const attributes = (image, said = {}) => ({ hash: own(image), alt: image.getAttribute("alt") || "", ...said });
  return Node.create({
    name: "picture", group: "block", atom: true, draggable: true,
    addAttributes: () => ({ hash: { rendered: false }, alt: { default: "", rendered: false }, caption: { default: "", rendered: false }, credit: { default: "", rendered: false } }),
    parseHTML: () => [
      { tag: "p", priority: 1100, getAttrs: line => line.childElementCount === 1 && !line.textContent.trim() && own(line.querySelector(":scope>img"))
        ? attributes(line.firstElementChild) : false },
      { tag: "figure", priority: 1100, getAttrs: figure => {
        const [image, caption, more] = figure.children;
        const isPlain = own(image) && image.localName === "img" && !more && caption?.localName === "figcaption";
        const said = isPlain && saidBelow(caption);
        return said ? attributes(image, said) : false;
      } },
    ],
    renderHTML: ({ node: { attrs } }) => {
      const image = ["img", { src: "picture:" + attrs.hash, alt: attrs.alt }];
      const { caption, credit } = attrs;
      if (!credit) return caption ? ["figure", image, ["figcaption", caption]] : ["p", image];
      return ["figure", image, ["figcaption", ...caption ? [caption + " · "] : [], ["small", credit]]];
    },
    addNodeView: () => options => new PictureView(options, words, pm.state.Selection),
  });
}

/** A picture within a line of text, as imported articles have it. */
function imageOf({ Node }) {
  return Node.create({
    name: "image", group: "inline", inline: true, atom: true,
    addAttributes: () => ({ hash: { rendered: false }, alt: { default: "", rendered: false } }),
    parseHTML: () => [{ tag: "img", getAttrs: image => hashOf(image.getAttribute("src") || "") ? { hash: hashOf(image.getAttribute("src")), alt: image.getAttribute("alt") || "" } : false }],
    renderHTML: ({ node }) => ["img", { src: "picture:" + node.attrs.hash, alt: node.attrs.alt }],
    addNodeView: () => ({ node }) => ({ dom: Object.assign(document.createElement("img"), { src: mediaOf(node.attrs.hash), alt: node.attrs.alt }) }),
  });
}

class PictureView {
  constructor({ node, editor, getPos }, words, Selection) {
    Object.assign(this, { node, editor, getPos, Selection, fields: {} });
    this.dom = document.createElement("div");
    this.dom.className = "ed-picture";
    this.dom.contentEditable = "false";
    this.image = Object.assign(document.createElement("img"), { src: mediaOf(node.attrs.hash), alt: "", draggable: false });
    this.dom.append(this.image, this.field("alt", words.alt), this.field("caption", words.caption), this.field("credit", words.credit), this.foot(words));
  }

  /** The picture's own page, and the end of it in this text. */
  foot(words) {
    const foot = document.createElement("p");
    foot.className = "moves";
    foot.append(Object.assign(document.createElement("a"), { href: "/admin/pictures/" + this.node.attrs.hash, target: "_blank", className: "line", textContent: words.open }), " ", this.remover(words));
    return foot;
  }

  field(name, words) {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, { value: this.node.attrs[name], maxLength: name === "alt" ? 300 : 1000 });
    input.addEventListener("input", () => {
      const { state, view } = this.editor;
      view.dispatch(state.tr.setNodeMarkup(this.getPos(), null, { ...this.node.attrs, [name]: input.value }));
    });
    input.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      this.leave();
    });
    label.append(words, input);
    this.fields[name] = input;
    return label;
  }

  /** Goes on in the text behind it. */
  leave() {
    const { state, view } = this.editor;
    view.dispatch(state.tr.setSelection(this.Selection.near(state.doc.resolve(this.getPos() + 1))));
    view.focus();
  }

  remover(words) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.remove, className: "plain" });
    let isSure = false;
    // A tap beside the link would take the picture and its words.
    button.addEventListener("click", () => {
      if (isSure) return this.editor.chain().deleteRange({ from: this.getPos(), to: this.getPos() + 1 }).focus(null, { scrollIntoView: false }).run();
      isSure = true;
      button.textContent = words.removeSure;
      setTimeout(() => { isSure = false; button.textContent = words.remove; }, 4000);
    });
    return button;
  }

  update(node) {
    if (node.type !== this.node.type || node.attrs.hash !== this.node.attrs.hash) return false;
    this.node = node;
    for (const [name, input] of Object.entries(this.fields)) if (input.value !== node.attrs[name]) input.value = node.attrs[name];
    return true;
  }

  selectNode() { this.dom.classList.add("chosen"); }
  deselectNode() { this.dom.classList.remove("chosen"); }
  stopEvent(event) { return event.target.closest("input,button,a") !== null; }
  ignoreMutation() { return true; }
}

/** The place for a picture near a position: between the outermost blocks. */
function placeNear(state, position) {
  const $at = state.doc.resolve(position);
  if (!$at.depth) return position;
  return $at.node(1).type.name === "paragraph" && !$at.node(1).content.size ? $at.before(1) : $at.after(1);
}

/** Uploads files, and puts each picture where it was dropped, wherever that place has moved to meanwhile. */
class Uploads {
  constructor(kit, token, words, say) {
    Object.assign(this, { kit, token, words, say });
    const { Decoration, DecorationSet } = kit.pm.view;
    this.plugin = new kit.Plugin({
      state: {
        init: () => DecorationSet.empty,
        apply: (change, set) => {
          set = set.map(change.mapping, change.doc);
          const { add, remove } = change.getMeta("uploads") || {};
          if (add) set = set.add(change.doc, [Decoration.widget(add.place, add.id.dom, { id: add.id, side: 1, stopEvent: () => true })]);
          return remove ? set.remove(set.find(null, null, spec => spec.id === remove)) : set;
        },
      },
      props: { decorations: state => this.plugin.getState(state) },
    });
  }

  /** Stands where the picture will be; its button cancels the upload. */
  sign(file) {
    const dom = document.createElement("div"), meter = new pictureUpload.Meter(file, this.words.cancel);
    Object.assign(dom, { className: "ed-sending", contentEditable: "false" }).append(file.name, meter.dom);
    return { dom, meter };
  }

  send(editor, files, position) { pictureUpload.bring(this.sendAll(editor, files, position)); }

  /** Returns whether all came. */
  async sendAll(editor, files, position) {
    let areAll = true;
    const waiting = files.map(file => {
      const id = this.sign(file), tr = editor.state.tr;
      editor.view.dispatch(tr.setMeta("uploads", { add: { id, place: placeNear(editor.state, position) } }));
      return { file, id };
    });
    for (const { file, id } of waiting) {
      let picture = null;
      try {
        const { signal } = id.meter;
        const hash = await pictureUpload.upload(file, {
          token: this.token(), signal, tell: (state, sent) => { id.meter.show(sent); this.say(this.words[state]); },
        });
        if (hash) {
          const { alt, caption, credit } = await pictureUpload.described(hash);
          picture = { hash, alt, caption, credit };
        }
        this.say(hash ? "" : this.words.cancelled);
      } catch (fault) {
        areAll = false;
        this.say(this.words.refused + " " + fault.message);
      }
      const [found] = this.plugin.getState(editor.state).find(null, null, spec => spec.id === id), tr = editor.state.tr;
      if (found && picture) tr.insert(found.from, editor.schema.nodes.picture.create(picture));
      editor.view.dispatch(tr.setMeta("uploads", { remove: id }));
    }
    return areAll;
  }
}

/** A file of a picture that stands in pasted markup. */
function fileOf(address) {
  const found = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(address);
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found[2].replace(/\s/g, "")), letter => letter.charCodeAt(0));
    return new File([bytes], "picture." + found[1].slice(6), { type: found[1], lastModified: 0 });
  } catch { return null; }
}
