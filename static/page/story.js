// What a story's page adds: the system's way to share, and saving for the app. Nothing moves by it.
let tools, save, keep, kept;

/** Shows what works only where scripts run, in the room that it has had since the page came. */
function reveal(button) {
  if (button) button.style.visibility = 'visible';
}

/** Sets up the story of the page, or one that has come into it. */
function setUpStory(url) {
  [tools, save, keep, kept] = ['tools', 'save', 'keep', 'saved'].map(id => document.getElementById(id));
  tools?.addEventListener('submit', event => {
    if (tools.isReady || event.defaultPrevented) return;
    event.preventDefault();
    loadSizes(event.submitter);
  });
  setUpSharing(document.getElementById('share'), url);
  setUpSaving();
}

/** Loads what changes the text size, which most readers never do. */
function loadSizes(button) {
  const script = Object.assign(document.createElement('script'), { src: tools.dataset.sizes, onerror: () => button && tools.requestSubmit(button) });
  Object.assign(tools, { pressed: button, isReady: true });
  document.head.append(script);
}

function setUpSharing(button, url) {
  if (!button || !(navigator.share || navigator.clipboard)) return;
  reveal(button);
  button.onclick = () => (navigator.share
    ? navigator.share({ title: document.querySelector('.full h1').textContent, url })
    : navigator.clipboard.writeText(url).then(() => { button.textContent = button.dataset.done; })).catch(() => {});
}

/** The button above the story does what those below it do. */
function showKept() {
  if (!keep) return;
  keep.textContent = (save.hidden ? kept : save).textContent;
  keep.onclick = () => (save.hidden ? kept : save).click();
}

function setUpSaving() {
  if (!save || !self.indexedDB) return;
  const isSaved = noted('n4md-saved').split(',').includes(save.value);
  save.hidden = isSaved;
  kept.hidden = !isSaved;
  showKept();
  [save, keep].forEach(reveal);
  save.onclick = () => {
    save.disabled = true;
    document.head.append(Object.assign(document.createElement('script'), { src: save.dataset.script, onerror: tellUnsaved }));
  };
}

function tellUnsaved() {
  save.textContent = save.dataset.fault;
  save.disabled = false;
  showKept();
}

setUpStory(document.querySelector('link[rel=canonical]')?.href);
try { if (tools && sessionStorage.getItem('n4md-tap')) addEventListener('load', () => loadSizes()); } catch { /* Nothing is stored. */ }
