// What a story's page adds: the system's way to share, and saving for the app. Nothing moves by it.
/** Shows what works only where scripts run, in the room that it has had since the page came. */
function reveal(button) {
  if (button) button.style.visibility = 'visible';
}

// After a tap on A+ or A−, the button stays under the finger on the page that follows.
const tools = document.getElementById('tools');
tools?.addEventListener('submit', ({ submitter }) => {
  try { sessionStorage.setItem('n4md-tap', Math.round(submitter.getBoundingClientRect().top) + submitter.ariaLabel); } catch { /* It may move. */ }
});
try {
  const [, top, label] = /^(-?\d+)(.*)$/.exec(sessionStorage.getItem('n4md-tap')) ?? [];
  sessionStorage.removeItem('n4md-tap');
  const button = top && tools?.querySelector('[aria-label="' + CSS.escape(label) + '"]');
  if (button) addEventListener('load', () => scrollBy(0, button.getBoundingClientRect().top - top));
} catch { /* Nothing was stored. */ }

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
