// What a story's page adds: the system's way to share, and saving for the app. Nothing moves by it.
var tools, save, keep, kept;

/** Shows what works only where scripts run, in the room that it has had since the page came. */
function reveal(button) {
  if (button) button.style.visibility = 'visible';
}

function loadScript(src, onerror) {
  document.head.append(Object.assign(document.createElement('script'), { src, onerror }));
}

/** Loads what changes the text size, which most readers never do. */
function loadSizes(button) {
  Object.assign(tools, { pressed: button, isReady: true });
  loadScript(tools.dataset.sizes, () => button && tools.requestSubmit(button));
}

/** The button above the story does what those below it do. */
function showKept() {
  if (!keep) return;
  keep.textContent = (save.hidden ? kept : save).textContent;
  keep.onclick = () => (save.hidden ? kept : save).click();
}

/** The numbers of stories to save, until the script that saves them is there. */
let wanted = null;

/** Saves a story, with a script that is loaded once. */
function saveLater(id) {
  if (self.saveStory) saveStory(id);
  else if (wanted) wanted.push(id);
  else {
    wanted = [id];
    loadScript(save.dataset.script, tellUnsaved);
  }
}

function tellUnsaved() {
  wanted = null;
  save.textContent = save.dataset.fault;
  save.disabled = false;
  showKept();
}

/** Readies the tools of the story in the page, or of one that came beside a list. */
function offerTools() {
  [tools, save, keep, kept] = ['tools', 'save', 'keep', 'saved'].map(id => document.getElementById(id));
  if (!tools) return;
  tools.onsubmit = event => {
    if (tools.isReady || event.defaultPrevented) return;
    event.preventDefault();
    loadSizes(event.submitter);
  };
  try { if (sessionStorage.getItem('n4md-tap')) addEventListener('load', () => loadSizes()); } catch { /* Nothing is stored. */ }
  const share = document.getElementById('share');
  for (const button of navigator.share || navigator.clipboard ? document.querySelectorAll('#send,#share') : []) {
    const url = new URL(tools.back.value.match(/\/articles[^#]*/)[0], location).href;
    reveal(button);
    button.onclick = () => (navigator.share
      ? navigator.share({ title: document.title, url })
      : navigator.clipboard.writeText(url).then(() => { button.textContent = share.dataset.done; })).catch(({ name }) => {
        // Where neither works, the address is there to be copied.
        if (name !== 'AbortError') button.replaceWith(Object.assign(document.createElement('code'), { textContent: url, style: 'overflow-wrap:anywhere' }));
      });
  }
  if (save && self.indexedDB) {
    const isSaved = noted('n4md-saved').split(',').includes(save.value);
    save.hidden = isSaved;
    kept.hidden = !isSaved;
    showKept();
    [save, keep].forEach(reveal);
    save.onclick = () => {
      save.disabled = true;
      saveLater(save.value);
    };
  }
}
offerTools();
