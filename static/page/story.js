// What a story's page adds: the system's way to share, and saving for the app. Nothing moves by it.
/** Shows what works only where scripts run, in the room that it has had since the page came. */
function reveal(button) {
  if (button) button.style.visibility = 'visible';
}

const tools = document.getElementById('tools');
/** Loads what changes the text size, which most readers never do. */
function loadSizes(button) {
  const script = Object.assign(document.createElement('script'), { src: tools.dataset.sizes, onerror: () => button && tools.requestSubmit(button) });
  Object.assign(tools, { pressed: button, isReady: true });
  document.head.append(script);
}
tools?.addEventListener('submit', event => {
  if (tools.isReady || event.defaultPrevented) return;
  event.preventDefault();
  loadSizes(event.submitter);
});
try { if (tools && sessionStorage.getItem('n4md-tap')) addEventListener('load', () => loadSizes()); } catch { /* Nothing is stored. */ }

const sharing = document.getElementById('share');
if (sharing && (navigator.share || navigator.clipboard)) {
  const url = document.querySelector('link[rel=canonical]').href;
  reveal(sharing);
  sharing.onclick = () => (navigator.share
    ? navigator.share({ title: document.querySelector('h1').textContent, url })
    : navigator.clipboard.writeText(url).then(() => { sharing.textContent = sharing.dataset.done; })).catch(() => {});
}

const [save, keep, kept] = ['save', 'keep', 'saved'].map(id => document.getElementById(id));
/** The button above the story does what those below it do. */
function showKept() {
  if (!keep) return;
  keep.textContent = (save.hidden ? kept : save).textContent;
  keep.onclick = () => (save.hidden ? kept : save).click();
}

if (save && self.indexedDB) {
  const isSaved = noted('n4md-saved').split(',').includes(save.value);
  save.hidden = isSaved;
  kept.hidden = !isSaved;
  showKept();
  [save, keep].forEach(reveal);
  save.onclick = () => {
    save.disabled = true;
    document.head.append(Object.assign(document.createElement('script'), { src: save.dataset.script }));
  };
}
