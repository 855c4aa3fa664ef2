// Writes the blocks of a text as Markdown, as MarkdownBlocks does on the server, and reads the blocks that the server sends. A block that was
// not touched keeps the words it came with.

const isList = node => node.type.name === "bulletList" || node.type.name === "orderedList";

/** A document that loads no pictures. */
const INERT = document.implementation.createHTMLDocument("");

class Blocks {
  constructor(kit, schema) {
    this.reader = kit.pm.model.DOMParser.fromSchema(schema);
    this.writer = kit.pm.model.DOMSerializer.fromSchema(schema);
    this.schema = schema;
    /** The Markdown of blocks. They never change, so those that are still in the document were not touched. */
    this.texts = new WeakMap();
  }

  /** A document of the server's blocks. What the editor cannot show exactly stays whole. */
  read(blocks) {
    const nodes = blocks.flatMap(({ html, text }) => {
      const found = this.nodes(html) || [this.schema.nodes.other.create({ html })];
      if (found.length === 1) this.texts.set(found[0], text);
      return found;
    });
    return this.schema.nodes.doc.create(null, nodes.length ? nodes : [this.schema.nodes.paragraph.create()]);
  }

  /** The nodes for HTML; nil if they say anything else. */
  nodes(html) {
    const parsed = fragmentOf(html), content = this.reader.parse(parsed).content;
    const same = shapeOf(this.writer.serializeFragment(content, { document: INERT })).join("") === shapeOf(parsed).join("");
    return same ? content.content : null;
  }

  /** The whole text. */
  write(document) {
    const parts = [];
    let previous = null;
    document.forEach(node => {
      if (!this.texts.has(node)) this.texts.set(node, this.markdown(node) ?? this.html(node));
      let text = this.texts.get(node);
      if (!text) return;
      // Two lists in a row would read as one.
      if (isList(node) && previous && previous.type === node.type && !text.startsWith("<")) text = this.html(node);
      parts.push(text);
      previous = text.startsWith("<") ? null : node;
    });
    return parts.join("\n\n");
  }

  html(node) {
    return markupOf(this.writer.serializeNode(node, { document: INERT }));
  }

  /** A block; empty for one without text, null if only HTML can express it. */
  markdown(node) {
    switch (node.type.name) {
      case "paragraph": return guardLines(writeInline(node));
      case "heading": {
        const line = writeInline(node);
        return !line ? "" : line.includes("\n") ? null : "#".repeat(node.attrs.level) + " " + line.replace(/#$/, "\\#");
      }
      case "horizontalRule": return "---";
      case "blockquote": return this.prefixed(this.inner(node), "> ", "> ");
      case "bulletList": case "orderedList": return this.list(node);
      case "picture": return node.attrs.caption || node.attrs.credit ? null : `![${escapeText(node.attrs.alt)}](picture:${node.attrs.hash})`;
      case "other": return node.attrs.html;
      default: return null;
    }
  }

  list(node) {
    const items = [];
    for (const item of node.content.content) {
      const text = this.inner(item), mark = node.type.name === "orderedList" ? `${items.length + 1}. ` : "- ";
      if (text === null) return null;
      if (text) items.push(this.prefixed(text, mark, " ".repeat(mark.length)));
    }
    return items.join("\n");
  }

  /** The blocks in a container. */
  inner(node) {
    let text = "", previous = null;
    for (const child of node.content.content) {
      const part = this.markdown(child);
      if (part === null || child.type.name === "other" || isList(child) && previous && previous.type === child.type) return null;
      if (!part) continue;
      text += (previous ? isList(child) && previous.type.name === "paragraph" ? "\n" : "\n\n" : "") + part;
      previous = child;
    }
    return text;
  }

  prefixed(text, first, others) {
    return text && text.split("\n").map((line, index) => index ? line || others.trim() ? others + line : "" : first + line).join("\n");
  }
}

/** HTML as nodes that load and run nothing. */
function fragmentOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** A tree as HTML in the server's way, without blank lines, which would end it. */
function markupOf(node) {
  if (node.nodeType === 3) return escapeMarkup(node.data.replace(/\n(?:[ \t]*\n)+/g, "\n"));
  const name = node.localName, attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${escapeMarkup(value.replace(/\s+/g, " "))}"`).join("");
  return ["br", "hr", "img"].includes(name) ? `<${name}${attributes}/>` : `<${name}${attributes}>${[...node.childNodes].map(markupOf).join("")}</${name}>`;
}

const CONTAINERS = ["li", "blockquote"];
/** Parts of tables, between which space says nothing; those of the second kind say nothing themselves. */
const [ROWS, GROUPS] = [["table", "thead", "tbody", "tr"], ["thead", "tbody"]];
const INLINE = ["a", "abbr", "b", "cite", "code", "em", "i", "q", "s", "small", "strong", "sub", "sup", "time", "u", "br", "img"];
const SAME = { b: "strong", i: "em" };

/** What a tree says, in a form that is equal for trees that say the same: marks in any order, list items with or without a paragraph. */
function shapeOf(parent, marks = [], shape = []) {
  const isContainer = CONTAINERS.includes(parent.localName);
  let isOpen = false;
  const end = () => { if (isOpen) shape.push("</p>"); isOpen = false; };
  for (const node of parent.childNodes) {
    const name = SAME[node.localName] || node.localName;
    const isInline = node.nodeType === 3 ? /[^ \n]/.test(node.data) || marks.length > 0 || isOpen || !isContainer && parent.childElementCount > 0 : INLINE.includes(node.localName);
    if (isContainer && !isInline) end();
    if (node.nodeType === 3) {
      if (!isInline || ROWS.includes(parent.localName) && !node.data.trim()) continue;
      if (isContainer && !isOpen) { shape.push("<p>"); isOpen = true; }
      const sign = "|" + [...marks].sort().join(",") + "|", last = shape[shape.length - 1];
      if (last && last.startsWith(sign)) shape[shape.length - 1] = last + node.data; else shape.push(sign + node.data);
      continue;
    }
    if (node.nodeType !== 1) continue;
    if (GROUPS.includes(name)) {
      shapeOf(node, [], shape);
      continue;
    }
    const tag = name + [...node.attributes].map(({ name, value }) => ` ${name}=${value}`).sort().join("");
    if (!isInline) {
      shape.push(`<${tag}>`);
      shapeOf(node, [], shape);
      shape.push(`</${name}>`);
      continue;
    }
    if (isContainer && !isOpen) { shape.push("<p>"); isOpen = true; }
    if (name === "br" || name === "img") shape.push(`<${tag}>${[...marks].sort().join(",")}`);
    else shapeOf(node, [...marks, tag], shape);
  }
  end();
  return shape;
}
