// Typed quotation marks, dashes and dots become those that a language prints. Backspace or undo brings back what was typed.

/** The double quotation marks of languages; English ones for the others. */
const QUOTES = {
  "pt": "«»", "pt-br": "“”", "es": "«»", "it": "«»", "ca": "«»", "gl": "«»", "el": "«»", "ru": "«»", "uk": "«»", "be": "«»", "bg": "„“", "no": "«»", "nb": "«»", "nn": "«»",
  "fr": "«»", "fr-ch": "«»", "de": "„“", "de-ch": "«»", "cs": "„“", "sk": "„“", "sl": "„“", "hr": "„“", "is": "„“", "lt": "„“", "et": "„“", "lv": "„“",
  "pl": "„”", "ro": "„”", "hu": "„”", "sr": "„”", "sv": "””", "fi": "””", "da": "”“",
};
const SINGLE = { "de": "‚‘", "cs": "‚‘", "sk": "‚‘", "sl": "‚‘", "sv": "’’", "fi": "’’" };

const byLanguage = (table, language, usual) => {
  const name = language.toLowerCase();
  return table[name] || table[name.split("-")[0]] || usual;
};

/** The mark for a typed one, after the text before it. */
function quoteFor(typed, before, language) {
  const isOpening = before === "" || /[\s([{\u2013\u2014\u00ab\u201c\u201e\u2018\u201a\ufffc/-]$/.test(before);
  if (typed === '"') {
    const [open, close] = byLanguage(QUOTES, language, "“”");
    // French puts a narrow space inside.
    const space = /^fr(?!-ch)/i.test(language) && open === "«" ? "\u202f" : "";
    return isOpening ? open + space : space + close;
  }
  const [open, close] = byLanguage(SINGLE, language, "‘’");
  if (isOpening) return open;
  return before.lastIndexOf(open) > before.lastIndexOf(close) ? close : "’";
}

/** The rules for the editor; `language` says which applies at the moment. */
function quoteRules(kit, language) {
  const before = (state, from) => state.selection.$from.parent.textBetween(0, from - state.selection.$from.start(), null, "\ufffc");
  const rule = (find, write) => new kit.InputRule({ find, handler: ({ state, range }) => {
    state.tr.insertText(write(before(state, range.from)), range.from, range.to);
  } });
  return kit.Extension.create({ name: "quotes", addInputRules: () => [
    rule(/"$/, text => quoteFor('"', text, language())), rule(/'$/, text => quoteFor("'", text, language())),
    rule(/--$/, () => "–"), rule(/\.\.\.$/, () => "…"),
  ] });
}

/** The same quotation marks in the fields beside the text. */
function quoteIn(field, language) {
  field.addEventListener("beforeinput", event => {
    if (event.inputType !== "insertText" || event.data !== '"' && event.data !== "'") return;
    event.preventDefault();
    // Unlike a new value, undo takes this back.
    document.execCommand("insertText", false, quoteFor(event.data, field.value.slice(0, field.selectionStart), language()));
  });
}
