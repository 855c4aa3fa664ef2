// What comes from elsewhere: pasted and dropped text, addresses and pictures.

class Intake {
  constructor(kit, editor, uploads, words, say) {
    Object.assign(this, { kit, editor, uploads, words, say, foreign: [] });
  }

  clean(html) {
    this.foreign = [];
    return /data-pm-slice/.test(html) ? html : cleanHTML(html, this.foreign);
  }

  /** Several blocks that begin with a heading: it stays one, rather than join the paragraph at the cursor. */
  whole(slice) {
    const { state } = this.editor;
    if (tableAt(state)) return inCell(slice, state.schema);
    const { content, openStart, openEnd } = slice;
    const isHeaded = openStart && content.childCount > 1 && content.firstChild.type.name === "heading";
    return isHeaded ? new slice.constructor(content, 0, openEnd) : slice;
  }

  /** Takes pictures; everything else is pasted as usual. */
  paste(event) {
    const { files } = event.clipboardData, html = event.clipboardData.getData("text/html"), text = event.clipboardData.getData("text/plain").trim();
    const { to, empty } = this.editor.state.selection;
    // Word also sends a picture of the words.
    if (files.length && !(html && text)) return this.takeFiles([...files], to);
    const href = /^https?:\/\/\S+$/.test(text) && !html ? addressFrom(text) : null;
    if (href) {
      return empty ? this.editor.commands.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] })
        : this.editor.commands.setMark("link", { href });
    }
    this.takeForeign(to);
    return false;
  }

  /** Takes files, wherever on the text they fall: otherwise the browser would show them instead of the page. */
  drop(view, event) {
    const { files } = event.dataTransfer, place = view.posAtCoords({ left: event.clientX, top: event.clientY });
    // A picture that only moves within the text comes with its file too.
    if (view.dragging) return false;
    if (!files.length) {
      setTimeout(() => this.takeForeign(view.state.selection.to));
      return false;
    }
    event.preventDefault();
    return this.takeFiles([...files], place ? place.pos : view.state.selection.to);
  }

  takeFiles(files, position) {
    const pictures = files.filter(file => file.type.startsWith("image/"));
    if (this.words.pictureless) return this.refuse();
    if (pictures.length < files.length) this.say(this.words.noPicture);
    if (pictures.length) this.uploads.send(this.editor, pictures, position);
    return true;
  }

  /** Says that this text holds no pictures. */
  refuse() {
    this.foreign = [];
    this.say(this.words.pictureless);
    return true;
  }

  /** The pictures in pasted markup: those that came with it are uploaded, those that are elsewhere are not ours to take. */
  takeForeign(position) {
    const files = (this.foreign || []).map(fileOf), found = files.filter(Boolean);
    if (this.words.pictureless) return files.length ? this.refuse() : false;
    if (found.length < files.length) this.say(this.words.foreign);
    // Once the text has been pasted.
    if (found.length) setTimeout(() => this.uploads.send(this.editor, found, Math.min(position, this.editor.state.doc.content.size)));
    this.foreign = [];
  }
}

/** What is typed after a table or picture was pasted does not replace it. */
function behindPasted({ Extension, Plugin, pm }) {
  const { NodeSelection, Selection } = pm.state;
  const goBehind = new Plugin({ appendTransaction(changes, old, state) {
    if (!changes.some(one => one.getMeta("paste"))) return null;
    const table = tableAt(old) ? null : tableAt(state);
    const end = table ? table.place + table.node.nodeSize : state.selection instanceof NodeSelection ? state.selection.to : null;
    return end === null ? null : state.tr.setSelection(Selection.near(state.doc.resolve(end)));
  } });
  // After the paragraph at the end has been added.
  return Extension.create({ name: "behindPasted", priority: 1, addProseMirrorPlugins: () => [goBehind] });
}
