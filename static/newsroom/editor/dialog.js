// The dialog for a link: its address, and its words if none are chosen.

class LinkDialog {
  constructor(dialog, words) {
    this.dialog = dialog;
    this.words = words;
    [this.address, this.text] = dialog.querySelectorAll("input");
    this.fault = dialog.querySelector(".fault");
    dialog.querySelector("form").addEventListener("submit", event => {
      event.preventDefault();
      this.accept();
    });
    dialog.querySelector("[data-link=remove]").addEventListener("click", () => {
      this.dialog.close();
      this.editor.chain().focus().extendMarkRange("link").unsetMark("link").run();
    });
    dialog.querySelector("[data-link=cancel]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this.editor.view.focus());
  }

  open(editor) {
    this.editor = editor;
    const isLinked = editor.isActive("link"), { empty } = editor.state.selection;
    this.isNew = empty && !isLinked;
    this.address.value = isLinked ? editor.getAttributes("link").href : "";
    this.text.value = "";
    this.text.parentElement.hidden = !this.isNew;
    this.dialog.querySelector("[data-link=remove]").hidden = !isLinked;
    this.tell("");
    this.dialog.showModal();
    this.address.select();
  }

  tell(fault) {
    this.fault.textContent = fault;
    this.fault.hidden = !fault;
    if (fault) this.address.setAttribute("aria-invalid", "true"); else this.address.removeAttribute("aria-invalid");
  }

  accept() {
    const href = addressFrom(this.address.value);
    if (!href) {
      this.tell(this.words.noLink);
      this.address.focus();
      return;
    }
    this.dialog.close();
    const marks = [{ type: "link", attrs: { href } }];
    if (this.isNew) this.editor.chain().focus().insertContent({ type: "text", text: this.text.value.trim() || href, marks }).run();
    else this.editor.chain().focus().extendMarkRange("link").setMark("link", { href, title: null }).run();
  }
}

/** The address that somebody means: with its scheme, if it has none. Null if it is none. */
function addressFrom(typed) {
  const words = typed.trim();
  if (!words || /\s/.test(words)) return null;
  if (/^[^/@:?#]+@[^/@:?#]+\.[^/@:?#]+$/.test(words)) return "mailto:" + words;
  const address = /^(?:www\.)?[^/:?#@]+\.[a-z]{2,}(?::\d+)?(?:[/?#].*)?$/i.test(words) ? "https://" + words : words;
  if (/^[/?][^/]/.test(address) || /^(?:mailto|tel):./i.test(address)) return address;
  try { return /^https?:$/.test(new URL(address).protocol) ? address : null; } catch { return null; }
}
