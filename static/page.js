// What pages add where scripts run: times as people say them, today's date, the system's way to share, saving for the app. Nothing moves by it.
document.querySelectorAll('.meta:not(.today):not(.by) time').forEach(time => speakTime(time));
const today = document.querySelector('.today span');
const length = matchMedia('(min-width:24em)').matches ? 'long' : 'short';
if (today) {
  // The day of the edition may be an earlier one.
  document.querySelector('.today i')?.remove();
  today.textContent = new Date().toLocaleDateString(spoken, { weekday: length, day: 'numeric', month: length });
}

const button = document.getElementById('share');
if (button && navigator.share) {
  button.hidden = false;
  button.onclick = () => navigator.share({ title: document.querySelector('h1').textContent, url: document.querySelector('link[rel=canonical]').href }).catch(() => {});
}

const [save, keep, kept] = ['save', 'keep', 'saved'].map(id => document.getElementById(id));
/** The button above the story does what those below it do. */
function showKept() {
  if (!keep) return;
  keep.textContent = (save.hidden ? kept : save).textContent;
  keep.onclick = () => (save.hidden ? kept : save).click();
}

if (save && self.indexedDB) {
  let saved = [];
  try { saved = (localStorage.getItem('n4md-saved') ?? '').split(','); } catch { /* Nothing is known. */ }
  const isSaved = saved.includes(save.value);
  save.hidden = isSaved;
  kept.hidden = !isSaved;
  showKept();
  if (keep) keep.style.visibility = 'visible';
  save.onclick = () => {
    save.disabled = true;
    document.head.append(Object.assign(document.createElement('script'), { src: save.dataset.script }));
  };
}

// The menu closes as people expect.
const menu = document.querySelector('.menu');
addEventListener('keydown', event => { if (event.key === 'Escape' && menu?.open) menu.open = false; });
addEventListener('click', event => {
  if (!menu?.open || menu.contains(event.target)) return;
  menu.open = false;
  event.preventDefault();
}, true);
