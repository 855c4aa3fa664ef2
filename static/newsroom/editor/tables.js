// Tables: rows of cells with text. Tables with anything else, such as cells that span others, stay whole (otherOf).

const CELLS = ["tableHead", "tableCell"];

function tablesOf({ Node }) {
  const isPlain = element => !element.querySelector("[colspan],[rowspan],caption,col,table,img,ul,ol,dl,pre,blockquote");
  const table = Node.create({
    name: "table", group: "block", content: "tableRow+", isolating: true,
    parseHTML: () => [{ tag: "table", getAttrs: element => isPlain(element) && element.querySelector("td,th") ? null : false }],
    renderHTML: () => ["table", ["tbody", 0]],
    // Tab adds a row after the last one, but leaves the text if that is empty, so that nobody is caught.
    addKeyboardShortcuts() {
      return { Tab: () => toCell(this.editor, 1), "Shift-Tab": () => toCell(this.editor, -1), Enter: () => breakLine(this.editor) };
    },
  });
  const row = Node.create({ name: "tableRow", content: "(tableHead|tableCell)+", parseHTML: () => tagsFor("tr"), renderHTML: () => ["tr", 0] });
  const cell = (name, tag) => Node.create({ name, content: "inline*", isolating: true, parseHTML: () => tagsFor(tag), renderHTML: () => [tag, 0] });
  return [table, row, cell("tableHead", "th"), cell("tableCell", "td")];
}

/** The table around the cursor with its place, the cursor's row and column; nil outside of tables. */
function tableAt({ selection: { $from } }) {
  if (!CELLS.includes($from.parent.type.name)) return null;
  const depth = $from.depth - 2;
  return { node: $from.node(depth), place: $from.before(depth), row: $from.index(depth), column: $from.index(depth + 1) };
}

/** A new table: a row of headings and two of cells. */
function insertTable(editor) {
  const { nodes } = editor.schema, row = type => nodes.tableRow.create(null, [type.create(), type.create()]);
  const { state, view } = editor, place = placeNear(state, state.selection.to);
  view.dispatch(state.tr.insert(place, nodes.table.create(null, [row(nodes.tableHead), row(nodes.tableCell), row(nodes.tableCell)])));
  editor.chain().focus().setTextSelection(place + 3).scrollIntoView().run();
}

/** Adds or removes the row or the column of the cursor; a table without cells is gone. */
function changeTable(editor, name) {
  const found = tableAt(editor.state);
  if (!found) return;
  let { node, place, row, column } = found;
  const rows = node.content.content.map(one => [...one.content.content]), { nodes } = editor.schema;
  const change = {
    rowAdd() { rows.splice(++row, 0, rows[row - 1].map(() => nodes.tableCell.create())); },
    rowDrop() { rows.splice(row, 1); },
    columnAdd() { column++; for (const cells of rows) cells.splice(Math.min(column, cells.length), 0, cells[0].type.create()); },
    columnDrop() { for (const cells of rows) cells.splice(column, 1); },
  };
  change[name]();
  const left = rows.filter(cells => cells.length).map(cells => nodes.tableRow.create(null, cells));
  const { tr } = editor.state;
  if (left.length) tr.replaceWith(place, place + node.nodeSize, nodes.table.create(null, left));
  else tr.delete(place, place + node.nodeSize);
  editor.view.dispatch(tr);
  if (left.length) select(editor, place, Math.min(row, left.length - 1), column);
  editor.view.focus();
}

/** Puts the cursor into a cell of the table at a place. */
function select(editor, place, row, column) {
  const table = editor.state.doc.nodeAt(place);
  let position = place + 1;
  for (let index = 0; index < row; index++) position += table.child(index).nodeSize;
  position++;
  const cells = table.child(row);
  for (let index = 0; index < Math.min(column, cells.childCount - 1); index++) position += cells.child(index).nodeSize;
  editor.commands.setTextSelection(position + 1);
}

function toCell(editor, step) {
  const found = tableAt(editor.state);
  if (!found) return false;
  const cells = [];
  found.node.forEach((row, _, index) => row.forEach((cell, place, column) => cells.push([index, column])));
  const at = cells.findIndex(([row, column]) => row === found.row && column === found.column), next = cells[at + step];
  if (next) select(editor, found.place, ...next);
  if (next || step < 0 || !found.node.lastChild.textContent) return Boolean(next);
  changeTable(editor, "rowAdd");
  select(editor, found.place, found.row + 1, 0);
  return true;
}

/** A line break, as a paragraph of its own has no place in a cell. */
function breakLine(editor) {
  return Boolean(tableAt(editor.state)) && editor.commands.insertContent({ type: "hardBreak" });
}

/** Takes what is pasted into a cell as text with line breaks; anything else would break the table. */
function inCell(slice, { nodes }) {
  const lines = [];
  slice.content.descendants(node => {
    if (node.isTextblock) lines.push(node.content);
    return !node.isTextblock;
  });
  if (!lines.length) return slice;
  const isKept = node => node.isText || node.type === nodes.hardBreak;
  const parts = lines.flatMap((line, index) => [...index ? [nodes.hardBreak.create()] : [], ...line.content.filter(isKept)]);
  return new slice.constructor(slice.content.constructor.from(parts), 0, 0);
}
