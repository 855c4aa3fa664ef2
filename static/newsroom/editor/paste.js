// Cleans what is pasted from Word, Google Docs and web pages: only the markup that the newspaper keeps, written afresh.

const KEPT = new Set(("p h2 h3 h4 pre blockquote figure figcaption ul ol li dl dt dd table thead tbody tr th td hr " + INLINE.join(" ")).split(" "));
const RENAMED = {
  h1: "h2", h5: "h4", h6: "h4", strike: "s", del: "s", ins: "u", tt: "code", kbd: "code", samp: "code", menu: "ul", dir: "ul", tfoot: "tbody", acronym: "abbr",
};
const DROPPED = new Set(("script style head title meta link xml svg math iframe object embed form input button select textarea template noscript audio " +
  "video canvas col colgroup source map area").split(" "));
const LINKS = /^(?:https?:\/\/[^/?#]|mailto:.|tel:.|[/?][^]*|[^:/?#]+(?:[/?#]|$))/i;

/** Whether the newspaper keeps a link to an address. */
const isLink = address => LINKS.test(address) && !/^#/.test(address);

/** The hash of a picture by its name in a text or by its address on this server. */
function hashOf(address) {
  const found = /^picture:([0-9a-f]{64})$/.exec(address) || new RegExp(`^(?:${location.origin})?/media/([0-9a-f]{64})/`).exec(address);
  return found && found[1];
}

/** Clean HTML; `pictures` gets the addresses of pictures that the newspaper does not have. */
function cleanHTML(html, pictures = []) {
  // The page's policy forbids styles and handlers, even to a document that nobody sees.
  const unstyled = html.replace(/<style[^]*?<\/style>/gi, "").replace(/<[a-z][^>]*>/gi, tag => tag.replace(/\s(style|on\w+)(?=\s*=)/gi, " data-$1"));
  const source = new DOMParser().parseFromString(unstyled, "text/html");
  wordLists(source.body);
  const box = document.implementation.createHTMLDocument("").createElement("div");
  for (const node of source.body.childNodes) copyClean(node, box, pictures);
  for (const line of box.querySelectorAll("p,h2,h3,h4,li")) {
    if (!line.textContent.trim() && !line.querySelector("img")) line.remove();
  }
  // A cell has text, which Word puts into paragraphs.
  for (const line of box.querySelectorAll(":is(td,th) > p")) {
    if (line.nextElementSibling) line.append(make(box, "br", {}));
    line.replaceWith(...line.childNodes);
  }
  for (const bold of box.querySelectorAll(":is(h2,h3,h4) strong, :is(h2,h3,h4) b")) bold.replaceWith(...bold.childNodes);
  return box.innerHTML;
}

function copyClean(node, into, pictures) {
  if (node.nodeType === 3) {
    into.append(node.data.replace(/[ \u00a0]*\u00a0[ \u00a0]*/g, run => run === "\u00a0" ? run : " "));
    return;
  }
  const name = RENAMED[node.localName] || node.localName;
  if (node.nodeType !== 1 || DROPPED.has(name)) return;
  if (name === "img") {
    const hash = hashOf(node.getAttribute("src") || "");
    if (hash) into.append(make(into, "img", { src: "picture:" + hash, alt: node.alt }));
    else if (node.getAttribute("src") && node.getAttribute("width") !== "1") pictures.push(node.getAttribute("src"));
    return;
  }
  // A line break between paragraphs is none.
  const last = into.lastChild;
  if (name === "br" && into.localName === "div" && !(last && (last.nodeType === 3 ? last.data.trim() : INLINE.includes(last.localName)))) return;
  let place = into;
  for (const tag of tagsOf(node, name)) {
    const element = make(into, tag, attributesOf(node, tag));
    place.append(element);
    place = element;
  }
  for (const child of node.childNodes) copyClean(child, place, pictures);
}

/** The elements to write for one: itself if it is kept, and the marks in its style. */
function tagsOf(node, name) {
  const style = (node.getAttribute("data-style") || "").toLowerCase(), tags = [];
  const isHeading = /^h[2-4]$/.test(name);
  if (node.getAttribute("role") === "heading") return [node.getAttribute("aria-level") === "1" || node.getAttribute("aria-level") === "2" ? "h2" : "h3"];
  // Word writes mso-bidi-font-weight besides, for other scripts.
  const isPlain = (name === "b" || name === "strong") && /(?:^|[;\s])font-weight:\s*(normal|[1-4]00)/.test(style) || name === "a" && !isLink(addressOf(node));
  if (KEPT.has(name) && !isPlain) tags.push(name);
  // Only a box that holds text alone is a paragraph.
  if (name === "div" && node.textContent.trim() && ![...node.children].some(one => !INLINE.includes(one.localName) && one.localName !== "span" && one.localName !== "font")) tags.push("p");
  if (!isHeading && name !== "div" && !/^(ul|ol|table|tbody|thead|tr|body)$/.test(name) && (INLINE.includes(name) || !KEPT.has(name))) {
    if (/(?:^|[;\s])font-weight:\s*(bold|[6-9]00)/.test(style)) tags.push("strong");
    if (/(?:^|[;\s])font-style:\s*italic/.test(style)) tags.push("em");
    if (/text-decoration[^;]*line-through/.test(style)) tags.push("s");
    if (/vertical-align:\s*super/.test(style)) tags.push("sup");
    if (/vertical-align:\s*sub/.test(style)) tags.push("sub");
  }
  return [...new Set(tags)];
}

/** Where a link leads, without the detour that Google Docs makes. */
function addressOf(link) {
  const address = (link.getAttribute("href") || "").trim(), detour = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(address);
  try { return detour ? decodeURIComponent(detour[1]) : address; } catch { return address; }
}

function attributesOf(node, tag) {
  const take = (...names) => Object.fromEntries(names.filter(name => node.getAttribute(name)).map(name => [name, node.getAttribute(name)]));
  switch (tag) {
    case "a": return { href: addressOf(node), ...take("title") };
    case "td": return take("colspan", "rowspan");
    case "th": return take("colspan", "rowspan", "scope");
    case "time": return take("datetime");
    default: return {};
  }
}

function make(near, name, attributes = {}) {
  const element = near.ownerDocument.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Makes lists of the paragraphs by which Word writes them: a level in the style, and the mark as text. */
function wordLists(body) {
  let open = [];
  for (const line of [...body.querySelectorAll("p,h1,h2,h3,h4")]) {
    const level = Number((/mso-list:[^;]*level(\d)/.exec(line.getAttribute("data-style") || "") || [])[1] || 0);
    if (!level) { open = []; continue; }
    const mark = line.querySelector("[data-style*='mso-list:Ignore'],[data-style*='mso-list: Ignore']");
    const kind = mark && /^\s*\(?[\da-z]{1,4}[.)]/i.test(mark.textContent) ? "ol" : "ul";
    if (mark) mark.remove();
    if (open.length && open[0].list.nextElementSibling !== line) open = [];
    open = open.filter(one => one.level <= level);
    let last = open[open.length - 1];
    if (!last || last.level < level || last.list.localName !== kind) {
      if (last && last.level === level) open.pop();
      const parent = open[open.length - 1], list = make(body, kind);
      if (parent) (parent.list.lastElementChild || parent.list.appendChild(make(body, "li"))).append(list);
      else line.before(list);
      last = { level, list };
      open.push(last);
    }
    const item = make(body, "li");
    item.append(...line.childNodes);
    last.list.append(item);
    line.remove();
  }
}
