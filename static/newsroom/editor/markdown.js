// Writes text and its marks as Markdown, as MarkdownText does on the server. Marks that CommonMark might not see at their place are written as
// HTML, which reads the same everywhere.

const SPACE = /[\t\n\f\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const DELIMITERS = { strong: "**", em: "*" };

const escapeMarkup = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const isWordPart = letter => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Escapes text so that nothing in it is taken for a mark; on one line. */
function escapeText(text) {
  return text.replace(/[\n\r\t]+/g, " ")
    .replace(/_/g, (mark, at) => isWordPart(text[at - 1]) && isWordPart(text[at + 1]) ? mark : "\\_")
    .replace(/\\(?!_)|[`*[\]<]/g, "\\$&").replace(/&(?=[\p{L}#])/gu, "\\&");
}

/** Escapes line beginnings that would make a list, a heading or a quotation. */
function guardLines(text) {
  return text.split("\n").map(line => /^(?:[#>+\-=~|]|:-)/.test(line) ? "\\" + line : line.replace(/^(\d{1,9})([.)])/, "$1\\$2")).join("\n");
}

/** The text of a paragraph or heading, with its marks. */
function writeInline(paragraph) {
  const nodes = [];
  paragraph.forEach(node => nodes.push(node));
  const isBlank = node => node && (node.type.name === "hardBreak" || node.isText && !node.text.replace(/[\n\r\t ]/g, ""));
  while (isBlank(nodes[0])) nodes.shift();
  while (isBlank(nodes[nodes.length - 1])) nodes.pop();
  // Two line breaks in a row would end the paragraph.
  return writeRun(nodes, 0, "", "").split("\n").map(line => line.replace(/^ +| +$/g, "")).join("\n").replace(/\n(?=\n)/g, "\n<br/>");
}

/** Nodes whose marks up to a depth are written already, between the characters around them. */
function writeRun(nodes, depth, before, after) {
  const groups = [];
  for (const node of nodes) {
    const mark = node.marks[depth], last = groups[groups.length - 1];
    if (last && (mark ? last.mark && last.mark.eq(mark) : !last.mark)) last.nodes.push(node);
    else groups.push({ mark, nodes: [node] });
  }
  // What is written before and after a mark decides whether it is seen, so it goes from the end to the start.
  let text = after;
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const { mark, nodes } = groups[index];
    const previous = groups[index - 1];
    const edge = !previous ? before : previous.mark ? "*" : edgeOf(previous.nodes);
    const part = mark ? writeMark(mark, nodes, depth, edge, text) : nodes.map(writeLeaf).join("");
    // An exclamation mark would make a picture of a link.
    text = (text.startsWith("[") && /(^|[^\\])!$/.test(part) ? part.slice(0, -1) + "\\!" : part) + text;
  }
  return after ? text.slice(0, -after.length) : text;
}

const edgeOf = nodes => {
  const last = nodes[nodes.length - 1];
  return last.isText ? last.text : last.type.name === "hardBreak" ? "\n" : "*";
};

function writeLeaf(node) {
  if (node.isText) return escapeText(node.text);
  if (node.type.name === "hardBreak") return "\n";
  return `![${escapeText(node.attrs.alt || "")}](picture:${node.attrs.hash})`;
}

function writeMark(mark, nodes, depth, before, after) {
  const name = mark.type.name;
  if (name === "code") return writeCode(nodes);
  const delimiter = DELIMITERS[name];
  if (name === "link") {
    const { href, title } = mark.attrs, isPlain = !title && !/[<>() \n"\\]/.test(href);
    const inner = writeRun(nodes, depth + 1, isPlain ? "[" : ">", isPlain ? "]" : "<");
    return isPlain ? `[${inner}](${href})` : `<a href="${escapeMarkup(href)}"${title ? ` title="${escapeMarkup(title)}"` : ""}>${inner}</a>`;
  }
  const inner = writeRun(nodes, depth + 1, delimiter ? "*" : ">", delimiter ? "*" : "<");
  // Marks may not begin or end with a blank.
  const [, start, words, end] = /^([\s]*)([\s\S]*?)([\s]*)$/.exec(inner);
  if (!words) return inner;
  if (delimiter && isSeen(delimiter, start ? " " : before, words, end ? " " : after)) return start + delimiter + words + delimiter + end;
  const time = name === "time" && mark.attrs.datetime ? ` datetime="${escapeMarkup(mark.attrs.datetime)}"` : "";
  return `${start}<${name}${time}>${words}</${name}>${end}`;
}

/** Whether CommonMark takes a delimiter at this place for a mark (section 6.2), decided with care: sometimes it would, and this says no. */
function isSeen(delimiter, before, words, after) {
  const isEdge = text => text === "" || SPACE.test(text) || /[^\P{P}*_`]/u.test(text);
  const first = String.fromCodePoint(words.codePointAt(0)), last = /.$/su.exec(words)[0];
  const [outerFirst, outerLast] = [/.?$/su.exec(before)[0], after ? String.fromCodePoint(after.codePointAt(0)) : ""];
  const isInside = delimiter === "*" && /^\*\*[^*]+\*\*$/.test(words.replace(/\\./g, "")) && !words.startsWith("\\");
  if (words.replace(/\\./g, "").includes("*") && !isInside) return false;
  if (outerFirst === "*" || outerLast === "*") return !isWordPart(first) || !isWordPart(last) ? false : delimiter === "**" && isNested(before, after);
  return (isWordPart(first) || isEdge(outerFirst)) && (isWordPart(last) || isEdge(outerLast));
}

/** Whether both sides are the mark around this one, which is the only case of three stars in a row. */
const isNested = (before, after) => before === "*" && after === "*";

function writeCode(nodes) {
  const text = nodes.map(node => node.isText ? node.text : " ").join("");
  return /[`\n]|^\s|\s$/.test(text) || !text ? `<code>${escapeText(text)}</code>` : "`" + text + "`";
}
