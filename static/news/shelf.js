// What the reader did with stories: read ones go grey in the list, saved ones stay when their edition goes. Stories can be found by their words
// and passed on.

/** The most stories that are remembered as read. */
const READ_LIMIT = 1000;
const find = document.getElementById('find');
const noneWords = document.getElementById('none').textContent;
/** The identifiers of the stories read and saved; the saved ones first as they were saved last. */
const shelf = { read: [], saved: [], places: {}, follows: [] };

async function openShelf() {
  shelf.places = await fact('places');
  for (const name of ['read', 'saved']) shelf[name] = (await fact(name)).stories ?? [];
  ({ topics: shelf.follows = [] } = await fact('follows'));
}

/** Marks a story as read. */
function markRead(article) {
  const id = Number(article.id.slice('story-'.length));
  if (!shelf.read.includes(id)) {
    shelf.read = [id, ...shelf.read];
    changeList('read', list => [id, ...list.filter(other => other !== id)].slice(0, READ_LIMIT)).then(tellAccount, () => {});
  }
  showMarks(article);
}

/** Shows whether a story was read or saved. */
function showMarks(article) {
  const id = Number(article.id.slice('story-'.length));
  article.toggleAttribute('data-read', shelf.read.includes(id));
  article.toggleAttribute('data-saved', shelf.saved.includes(id));
  const save = article.querySelector('.save');
  if (!save) return;
  const isSaved = shelf.saved.includes(id);
  save.setAttribute('aria-pressed', isSaved);
  save.textContent = isSaved ? '\u2713 ' + save.dataset.saved : part('save').textContent;
}

/** Saves a story, or no longer. */
async function toggleSaved(article) {
  const id = Number(article.id.slice('story-'.length));
  shelf.saved = await changeList('saved', list => (list.includes(id) ? list.filter(other => other !== id) : [id, ...list]));
  noteForPages();
  tellAccount();
  showMarks(article);
  showChoice();
  // Saved stories can be read offline: all of each.
  if (shelf.saved.includes(id)) article.querySelector('.load-text')?.click();
}

/** Whether somebody has logged in: scripts cannot read the session itself. */
function isLoggedIn() { return document.cookie.split('; ').includes('account=1'); }

/** Has the same stories saved and read on all devices of somebody who has logged in. Returns whether stories or settings are others. */
async function syncAccount() {
  return isLoggedIn() && (await import('/static/account.js')).exchange();
}

let telling = 0;
/** Tells the account of somebody who has logged in, once for several taps; on poor links with the next update. */
function tellAccount() {
  clearTimeout(telling);
  if (!isPoorLink()) telling = setTimeout(() => alone(syncAccount).then(isChanged => (isChanged ? show() : showAllMarks())).catch(() => {}), 2000);
}

/** Shows what was read on other devices. */
async function showAllMarks() {
  await openShelf();
  showFollows();
  list.querySelectorAll('article').forEach(showMarks);
}

/** Tells pages outside the app, which do not open the database, what is saved. */
function noteForPages() {
  try { localStorage.setItem('n4md-saved', shelf.saved.join(',')); } catch { /* They offer to save it once more. */ }
}

/** The buttons below a story. */
function showTools(article) {
  const tags = article.querySelector('.tags');
  if (tags.querySelector('.save')) return;
  const { href } = tags.lastElementChild;
  const save = part('save');
  save.onclick = () => toggleSaved(article).catch(() => say('unkept'));
  tags.prepend(save);
  const follow = parts.querySelector('[data-part=follow]')?.cloneNode(true);
  if (follow) {
    follow.href += article.id.slice('story-'.length);
    tags.append(follow);
  }
  save.after(...sizeButtons());
  const story = stories.get(article.id);
  if (story && topicsOf(story).size) tags.after(topicsRow(story));
  showFollows();
  if (navigator.share || navigator.clipboard) save.after(shareButton(words(article), href));
}

/** The system's way to share a story, or a copy of its address. */
function shareButton(title, url) {
  const share = part('share');
  share.onclick = () => (navigator.share
    ? navigator.share({ title, url })
    : navigator.clipboard.writeText(url).then(() => { share.textContent = share.dataset.done; })).catch(({ name }) => {
      // Where neither works, the address is there to be copied.
      if (name !== 'AbortError') share.replaceWith(Object.assign(element('code', url), { style: 'overflow-wrap:anywhere' }));
    });
  return share;
}

/** Two buttons that do what the slider of the settings does, and stay under the finger. */
function sizeButtons() {
  const slider = form.elements.text_size;
  return [['A\u2212', -1], ['A+', 1]].map(([words, step]) => {
    const button = Object.assign(element('button', words), { type: 'button', ariaLabel: slider.labels[0].textContent + ' ' + words.slice(1) });
    button.onclick = async () => {
      const { top } = button.getBoundingClientRect();
      slider.stepUp(step);
      await applyForm(slider);
      scrollBy(0, button.getBoundingClientRect().top - top);
    };
    return button;
  });
}

/** Words per minute in silent reading (Brysbaert 2019, non-fiction in English), as the server counts. */
const WORDS_A_MINUTE = 238;
/** Says how long a story takes to read, once all of its text is there. */
function showMinutes(article) {
  if (article.querySelector('.load-text')) return;
  const count = article.querySelector('.text').textContent.trim().split(/\s+/).length;
  const words = list.dataset.read.replace('{}', minutes.format(Math.max(1, Math.round(count / WORDS_A_MINUTE))));
  article.querySelector('.meta').append(' ', element('span', '\u00b7 ' + words, 'minutes'));
}

function words(article) { return article.querySelector('h2').textContent.trim(); }

/** Names where the way back leads: to the results of a search, to the saved stories or a section, or to all stories. */
function nameWayBack() {
  const back = document.querySelector('.back');
  const name = back.querySelector('span');
  back.dataset.all ??= name.textContent;
  const from = document.querySelector('.strip-nav [data-slug="' + CSS.escape(place.from.slice('#section-'.length)) + '"]');
  name.textContent = find.value.trim() ? back.dataset.results : from?.dataset.slug ? from.textContent.trim() || from.ariaLabel : back.dataset.all;
}

/** Whether a story belongs to what the reader chose to see: a section, the saved ones, or those with certain words. */
function isOnShow(article, slug) {
  const story = stories.get(article.id);
  if (find.value.trim() && story) return isFound(story);
  if (slug === 'saved') return 'saved' in article.dataset;
  if (slug === 'mine') return story && isMine(story);
  if (slug.includes('/')) return story && topicsOf(story).has(slug);
  return slug ? article.dataset.section === slug : !story || isChosen(story, settings);
}

/** The selection of the stories that are stored; others come with a connection. */
let keptSelection = '';

/** Shows the chosen stories, and the way to the whole archive. */
function showChoice() {
  if (reading() || isSettings()) return;
  seek();
  putInOrder();
  showSection(shownSection());
  const typed = find.value.trim();
  offerWords(typed);
  const search = document.getElementById('find-all');
  search.hidden = !typed;
  search.querySelector('a').href = '/search?q=' + encodeURIComponent(typed);
  const none = document.getElementById('none');
  none.hidden = !meant && (shown().length > 0 || stories.size === 0);
  const isElsewhere = !navigator.onLine && keptSelection !== selectionKey(settings);
  none.textContent = isElsewhere ? part('needs-connection').textContent : meant ? none.dataset.meant.replace('{typed}', () => typed).replace('{meant}', meant)
    : typed ? none.dataset.found : shownSection() === 'saved' ? none.dataset.saved : noneWords;
}

/** The stories as the list has them: in a search those come first whose headline has what is looked for. */
function inOrder() {
  const isBest = ([, story]) => sought.length > 0 && matches(' ' + plainWords(story.title) + ' ', sought);
  const all = Array.from(stories);
  return [...all.filter(isBest), ...all.filter(entry => !isBest(entry))];
}

function putInOrder() {
  const sorted = inOrder().map(([id]) => document.getElementById(id)).filter(Boolean);
  const now = articles();
  if (sorted.some((article, index) => article !== now[index])) list.append(...sorted);
}

find.addEventListener('input', showChoice);
find.form.addEventListener('submit', event => {
  event.preventDefault();
  find.blur();
});
document.getElementById('look').addEventListener('click', () => {
  find.form.hidden = !find.form.hidden;
  find.value = '';
  if (!find.form.hidden) find.focus();
  showChoice();
});

/** Ends the search, since a section was chosen. */
function endSearch() {
  find.form.hidden = true;
  find.value = '';
}

/** Says among the settings what the app stores and may fetch, and why. Most readers never look. */
async function showTaken() { await (await import('/static/taken.js')).show(); }

/** The number of unread stories on the app's icon. */
function showBadge() {
  const unread = Array.from(stories.values()).filter(story => !shelf.read.includes(story.id)).length;
  (unread ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => {});
}
