// What pages add where scripts run: times as people say them, today's date, the system's way to share, saving for the app, messages. Nothing moves by it.
document.querySelectorAll('.meta:not(.today):not(.by) time').forEach(time => speakTime(time));
const today = document.querySelector('.today span');
const length = matchMedia('(min-width:24em)').matches ? 'long' : 'short';
if (today) {
  // The day of the edition may be an earlier one.
  document.querySelector('.today i')?.remove();
  today.textContent = new Date().toLocaleDateString(spoken, { weekday: length, day: 'numeric', month: length });
}

/** Shows what works only where scripts run, in the room that it has had since the page came. */
function show(button) {
  if (button) button.style.visibility = 'visible';
}

const button = document.getElementById('share');
if (button && navigator.share) {
  show(button);
  button.onclick = () => navigator.share({ title: document.querySelector('h1').textContent, url: document.querySelector('link[rel=canonical]').href }).catch(() => {});
}

const [save, keep, kept] = ['save', 'keep', 'saved'].map(id => document.getElementById(id));
/** The button above the story does what those below it do. */
function showKept() {
  if (!keep) return;
  keep.textContent = (save.hidden ? kept : save).textContent;
  keep.onclick = () => (save.hidden ? kept : save).click();
}

/** A note of the app for pages outside it; empty if there is none. */
function noted(name) {
  try { return localStorage.getItem(name) ?? ''; } catch { return ''; }
}

if (save && self.indexedDB) {
  const isSaved = noted('n4md-saved').split(',').includes(save.value);
  save.hidden = isSaved;
  kept.hidden = !isSaved;
  showKept();
  [save, keep].forEach(show);
  save.onclick = () => {
    save.disabled = true;
    document.head.append(Object.assign(document.createElement('script'), { src: save.dataset.script }));
  };
}

// Who gets messages on the lock screen follows with one tap; others are led to where they choose. A subscription is kept at the first page of a day.
const [told, ...topics] = noted('n4md-told').split(' ');
const link = document.getElementById('follow');
const following = () => import('/static/following.js');
function showFollowed() {
  link.textContent = '\u2713 ' + link.dataset.told;
  link.onclick = null;
}
if (told && told !== new Date().toJSON().slice(0, 10)) following().then(({ renew }) => renew()).catch(() => {});
if (link && topics.includes(link.dataset.topic)) showFollowed();
else if (link && told) {
  link.onclick = event => {
    event.preventDefault();
    following().then(({ follow }) => follow(link)).catch(() => false).then(isDone => (isDone ? showFollowed() : location.assign(link.href)));
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
