// Navigation from the list to a story, from story to story, and back to the previous position.

const PLACE = 'n4md-place';
/** Milliseconds after which a reader who opens the app begins anew: half an hour, after which counts of visits begin a new one as well. */
const VISIT = 1800000;
const title = document.title;
/** The reader's position: the address, that of the list a story was opened from, the element at its top, the scroll position in the story. */
let place = { hash: '', from: '', list: null, story: 0 };
/** Whether going back leads to the list. */
let cameFromList = false;
let last = null;

/** The article being read. */
function reading() {
  const article = location.hash.startsWith('#story-') ? document.getElementById(location.hash.slice(1)) : null;
  return article && list.contains(article) ? article : null;
}

const isSettings = () => location.hash === '#settings';

/** Shows what the address refers to: the list, a section of it, a story, or the settings. */
function arrive(offset = 0) {
  const article = reading();
  const before = last;
  last = article?.id ?? (isSettings() ? 'settings' : null);
  document.querySelectorAll('.go-on,.minutes').forEach(one => one.remove());
  document.title = article ? article.querySelector('h2').textContent + ' – ' + title : title;
  if (article) {
    // The last section or search may have left it out, and a block its label.
    article.hidden = false;
    article.querySelector('p.kicker')?.removeAttribute('hidden');
    if (stories.has(article.id)) unfold(article, stories.get(article.id), pictures);
    loadRest(article);
    showTools(article);
    showMinutes(article);
    markRead(article);
    turn(article);
    offerPlace(article, offset);
    scrollTo(0, offset);
    article.querySelector('h2 a').focus({ preventScroll: true, focusVisible: false });
    nameWayBack();
  } else if (isSettings()) {
    nameWayBack();
    scrollTo(0, 0);
    document.getElementById('settings').focus({ preventScroll: true, focusVisible: false });
    showFollows();
    showTaken().catch(() => {});
    showAccount().catch(() => {});
  } else {
    showChoice();
    scrollTo(0, 0);
    hold(place.list);
    document.getElementById(before)?.querySelector('h2 a')?.focus({ preventScroll: true, focusVisible: false });
    cameFromList = false;
  }
  remember();
}

/** The stories whose text was asked for as they were opened. */
const opened = new Set();

/** Loads what a story that is opened lacks of its text, unless the reader decides that on the link. */
function loadRest(article) {
  if (opened.has(article.id) || !navigator.onLine || isPoorLink()) return;
  opened.add(article.id);
  article.querySelector('.load-text')?.click();
}

/** Restores the document's target after its element was replaced. */
function retarget() {
  if (location.hash && document.querySelector(':target') === null) location.replace(location.hash);
}

// ---- neighbouring stories

/** Links the neighbouring stories below a story. */
function turn(article) {
  const articles = shown();
  const index = articles.indexOf(article);
  for (const [rel, step] of [['prev', -1], ['next', 1]]) {
    const link = document.querySelector('.turn [rel=' + rel + ']');
    const neighbour = articles[index + step];
    link.hidden = !neighbour;
    if (neighbour) link.href = '#' + neighbour.id;
  }
}

/** Opens a story in place of the one being read, so that going back leads to the list. */
function goOn(rel) {
  const link = document.querySelector('.turn [rel=' + rel + ']');
  if (reading() && !link.hidden) location.replace(link.hash);
}

function goBack() {
  if (!reading() && !isSettings()) return;
  if (cameFromList) history.back();
  else location.replace(place.from || '#list');
}

addEventListener('hashchange', () => arrive());

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="#"]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const isFromList = !reading() && !isSettings();
  // The newspaper's name and the heading of a block lead to the beginning.
  const isToTop = isFromList && link.closest('.name,.label');
  if (isToTop) {
    place.list = null;
    endSearch();
    showChoice();
  }
  if (link.closest('.turn')) {
    event.preventDefault();
    goOn(link.rel);
  } else if (link.classList.contains('back')) {
    event.preventDefault();
    goBack();
  } else if (isFromList) {
    if (!isToTop) remember();
    place.from = location.hash;
    cameFromList = /^#(story-|settings)/.test(link.hash);
  }
});

document.querySelector('.strip-nav').addEventListener('click', event => {
  const slug = event.target.closest('[data-slug]')?.dataset.slug;
  if (slug === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  endSearch();
  place.list = null;
  // A second tap on the same one leads back to all.
  location.hash = !slug || slug === shownSection() ? 'list' : 'section-' + slug;
  showChoice();
});

// Other pages than the app need a connection, but for those of topics, whose stories are shown here. A browser may not know that there is none: then a
// second tap tries it all the same.
document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="/"]');
  const isTold = link?.parentElement.querySelector('[data-part=needs-connection]');
  if (!link || event.defaultPrevented || navigator.onLine && (isTold || !isCut)) return;
  event.preventDefault();
  const story = stories.get(reading()?.id);
  const topic = story && /^.(categories|search)/.test(link.pathname) && Array.from(topicsOf(story)).find(([, name]) => name === link.textContent);
  if (topic) {
    endSearch();
    location.hash = 'section-' + topic[0];
  } else if (!isTold) link.parentElement.append(part('needs-connection'));
});

addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest?.('input,select,textarea')) return;
  if (event.key === 'ArrowRight') goOn('next');
  else if (event.key === 'ArrowLeft') goOn('prev');
  else if (event.key === 'Escape' && (reading() || isSettings())) goBack();
});

// A swipe: one finger, mostly sideways; not from the edge, which belongs to the browser, and not where something scrolls or is selected.
let touch = null;
list.addEventListener('touchstart', event => {
  const [finger] = event.touches;
  const isOurs = event.touches.length === 1 && finger.clientX > 24 && finger.clientX < innerWidth - 24
    && (visualViewport?.scale ?? 1) === 1 && !event.target.closest('pre,table');
  touch = isOurs ? { x: finger.clientX, y: finger.clientY } : null;
}, { passive: true });
list.addEventListener('touchend', event => {
  const [finger] = event.changedTouches;
  if (!touch || event.touches.length || !getSelection().isCollapsed) return;
  const [x, y] = [finger.clientX - touch.x, finger.clientY - touch.y];
  if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) goOn(x < 0 ? 'next' : 'prev');
}, { passive: true });

// ---- keeping the position

/** Stores the reader's position, for when the app is closed. */
function remember() {
  if (isForgotten) return;
  place.hash = location.hash;
  place.at = Date.now();
  if (reading()) {
    place.story = scrollY;
    notePlace(reading());
  } else if (!isSettings()) place.list = anchor();
  try { localStorage.setItem(PLACE, JSON.stringify(place)); } catch { /* A browser may refuse to store anything. */ }
}

/** Whether the reader opens the app after a while, or by a link of the newspaper: then it begins with the front page. */
function isNewVisit(kept) {
  const isOpened = performance.getEntriesByType('navigation')[0]?.type === 'navigate';
  return isOpened && (!(Date.now() - kept?.at < VISIT) || document.referrer.startsWith(location.origin + '/'));
}

/** Goes to the reader's stored position. */
function restore() {
  history.scrollRestoration = 'manual';
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(PLACE)); } catch { /* Nothing useful is stored. */ }
  if (isNewVisit(kept)) kept = null;
  if (kept) place = { ...place, ...kept };
  if (!kept && !location.hash) return;
  const offset = kept?.story ?? 0;
  if (!location.hash && stories.has(kept?.hash?.slice(1))) {
    // The list comes first, so that going back leads to it.
    if (place.from) history.replaceState(null, '', place.from);
    history.pushState(null, '', kept.hash);
    cameFromList = true;
  } else if (location.hash !== (kept?.hash ?? '')) {
    place.from = '';
    retarget();
    return arrive();
  }
  // The neighbours of a story are those of the list from which it was opened.
  showSection(shownSection());
  retarget();
  arrive(offset);
}

// ---- how far stories were read

/** The most stories of which that is remembered. */
const MOST_PLACES_KEPT = 300;
/** The part of a story, in thousandths, that is worth going back to: not its beginning or end. */
const [BEGUN, DONE] = [100, 900];

/** How far a story was read, in thousandths of its height: what is above the screen; all if its end is on it. Nothing where all fits on it. */
function placeIn(article) {
  const { top, bottom, height } = article.getBoundingClientRect();
  if (height <= innerHeight) return 0;
  return bottom <= innerHeight ? 1000 : Math.round(Math.max(0, -top / height) * 1000);
}

/** Stores how far a story was read, if that is some lines farther than before. */
function notePlace(article) {
  const [id, now] = [article.id.slice('story-'.length), placeIn(article)];
  if (now < (shelf.places[id] ?? 0) + 20) return;
  const others = Object.entries(shelf.places).filter(([other]) => other !== id && shelf.read.includes(Number(other)));
  shelf.places = Object.fromEntries([...others.slice(1 - MOST_PLACES_KEPT), [id, now]]);
  keepFact('places', shelf.places).catch(() => {});
}

/** Offers to go on where the reader stopped. */
function offerPlace(article, offset) {
  const place = shelf.places[article.id.slice('story-'.length)];
  if (offset > 0 || !(place > BEGUN && place < DONE)) return;
  const offer = part('go-on');
  offer.querySelector('button').onclick = () => {
    offer.remove();
    goTo(article, place);
  };
  article.querySelector('p.meta').after(offer);
}

/** Goes to a place in a story, with the focus on what is read there. */
function goTo(article, place) {
  const { top, height } = article.getBoundingClientRect();
  scrollTo(0, scrollY + top + height * place / 1000);
  const block = Array.from(article.querySelectorAll('.text > *')).find(one => one.getBoundingClientRect().bottom > 0);
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true, focusVisible: false });
}

/** Stores where the reader is, and tells the account. */
function leave() {
  remember();
  tellAccount();
}

let timer = 0;
addEventListener('scroll', () => {
  clearTimeout(timer);
  timer = setTimeout(remember, 150);
}, { passive: true });
addEventListener('pagehide', remember);
