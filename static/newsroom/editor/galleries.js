// Galleries: pictures that follow each other directly, which readers find side by side. A frame shows them, and a button puts text between two.

/** Whether a block is nothing but pictures. */
function isPictures(node) {
  return node.type.name === "picture" || node.type.name === "paragraph" && node.childCount > 0 && node.content.content.every(one => one.type.name === "image");
}

/** The runs of two pictures or more among the outermost blocks, each a list of places. Blocks without text, which are not saved, do not end one. */
function galleriesIn(doc) {
  const runs = [];
  let run = [], count = 0;
  const end = () => {
    if (count > 1) runs.push({ run, count });
    [run, count] = [[], 0];
  };
  doc.forEach((node, place) => {
    if (isPictures(node)) {
      run.push({ place, end: place + node.nodeSize });
      count += node.type.name === "picture" ? 1 : node.childCount;
    } else if (node.type.name !== "paragraph" || node.textContent.trim()) end();
  });
  end();
  return runs;
}

/** Marks galleries in the text; what it adds is shown, and not part of the text. */
function galleries({ Plugin, pm }, words) {
  const { Decoration, DecorationSet } = pm.view, { TextSelection } = pm.state;

  function sign(count) {
    return () => Object.assign(document.createElement("p"), { className: "ed-gallery-name", textContent: words.gallery.replace("{}", count) });
  }

  function divider(view, place) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: words.between });
    const line = Object.assign(document.createElement("p"), { className: "ed-between" });
    button.addEventListener("click", () => {
      const { tr, schema } = view.state, at = place();
      tr.insert(at, schema.nodes.paragraph.create());
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
      view.focus();
    });
    line.append(button);
    return line;
  }

  function marks(doc) {
    return DecorationSet.create(doc, galleriesIn(doc).flatMap(({ run, count }) => run.flatMap(({ place, end }, index) => [
      index ? Decoration.widget(place, divider, { side: -1, key: "between", stopEvent: () => true })
        : Decoration.widget(place, sign(count), { side: -1, key: "gallery" + count }),
      Decoration.node(place, end, { class: "ed-gallery" }),
    ])));
  }

  return new Plugin({
    state: { init: (_, { doc }) => marks(doc), apply: (change, set) => change.docChanged ? marks(change.doc) : set },
    props: { decorations(state) { return this.getState(state); } },
  });
}
