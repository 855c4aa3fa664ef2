// The newspaper's data on this device: stories and facts in IndexedDB, pictures in a browser cache. Shared by page and worker.

const PICTURES = 'n4md-pictures';
const SHELL = 'n4md-shell-';
/** The most stories to store. */
const STORY_LIMIT = 500;
const DAY = 86400000;
/** The days for which earlier editions are kept unless the reader chooses otherwise. */
const USUAL_DAYS = 7;

/** All stories in order. */
async function keptStories() {
  const stories = await inStore('readonly', kept => result(kept.getAll()));
  return stories.sort((one, other) => one.rank - other.rank);
}

/**
 * Takes over a response of the channel: a complete one replaces everything stored, a delta adds, replaces and removes.
 * The response's stories are made by `storyOf`; `key` identifies the requested selection.
 */
async function accept(answer, key, now = Date.now()) {
  await inStore('readwrite', async (kept, facts) => {
    const [stories, state = {}] = await Promise.all([result(kept.getAll()), result(facts.get('state'))]);
    const old = new Map(stories.map(story => [story.id, story]));
    const first = Math.min(0, ...stories.map(story => story.rank));
    // A complete answer replaces everything but what the reader saved, or was told of lately.
    const saved = new Set((await result(facts.get('saved')))?.stories);
    const isToldOf = story => story.stamp?.startsWith('message-') && story.published > now - DAY;
    if (!answer.since) {
      kept.clear();
      stories.filter(story => saved.has(story.id) || isToldOf(story)).forEach(story => kept.put({ ...story, rank: story.rank + 1000 }));
    }
    answer.stories.forEach((story, index) => {
      if (story.withdrawn) return kept.delete(story.id);
      const before = old.get(story.id);
      // In a delta, changed stories keep their position, and new ones come first.
      const rank = !answer.since ? index : before ? before.rank : first - answer.stories.length + index;
      // Unchanged stories keep the text and the pictures that a better link brought.
      const isSame = before && before.published === story.published && before.updated === story.updated;
      kept.put({ ...isSame ? joined(before, story) : said(story), rank, edition: answer.edition, stamp: answer.sync });
    });
    if (answer.front) await arrange(kept, answer.front.split(' ').map(Number));
    // An edition becomes an earlier one from the moment another took its place.
    const passed = { ...state.passed };
    if (state.edition && state.edition !== answer.edition) passed[state.edition] = now;
    delete passed[answer.edition];
    facts.put({
      key, passed, sync: answer.sync, plan: answer.plan, edition: answer.edition, next: answer.next, updated: now, weather: answer.weather
    }, 'state');
  });
}

/** Puts first what the newspaper arranged; everything else keeps its order. */
async function arrange(kept, front) {
  const place = story => (front.indexOf(story.id) + 1) || Infinity;
  const stories = await result(kept.getAll());
  stories.sort((one, other) => (place(one) === place(other) ? one.rank - other.rank : place(one) - place(other)));
  stories.forEach((story, rank) => { if (story.rank !== rank) kept.put({ ...story, rank }); });
}

/** The facts about a story. */
function said(story) {
  return Object.fromEntries(Object.entries(story).filter(([, value]) => value !== undefined && value !== ''));
}

/** The stored story updated with its current facts. Another size or quality of an existing picture is not worth its bytes. */
function joined(before, story) {
  const folder = file => file?.link.replace(/[^/]*$/, '');
  const same = ['thumbnail', 'picture'].filter(name => folder(before[name]) === folder(story[name]));
  // The first paragraphs, or the text without its links and tables, are no reason to forget the whole of it.
  const isLess = story.isOpening || before.format === 'html' && story.format !== 'html';
  if (isLess && before.text && !before.isOpening) same.push('text', 'format', 'isPlain', 'isOpening');
  return { ...before, ...said(story), ...Object.fromEntries(same.map(name => [name, before[name]])) };
}

/** Adds stories after all others. */
async function add(answer) {
  await inStore('readwrite', async kept => {
    const last = Math.max(-1, ...(await result(kept.getAll())).map(story => story.rank));
    answer.stories.filter(story => !story.withdrawn)
      .forEach((story, index) => kept.put({ ...said(story), rank: last + 1 + index, edition: answer.edition, stamp: answer.sync }));
  });
}

/** Adds what was requested later to stored stories. */
async function complete(stories, asked) {
  await inStore('readwrite', async kept => {
    for (const story of stories) {
      const before = await result(kept.get(story.id));
      if (!before) continue;
      kept.put({ ...joined(before, story), asked, stamp: before.stamp + '+' });
    }
  });
}

/** Removes editions older than the reader wants, and all pictures that no story uses any more. */
async function clearOld(days = USUAL_DAYS, now = Date.now()) {
  const names = new Set();
  await inStore('readwrite', async (kept, facts) => {
    const [stories, state = {}, saved] = await Promise.all([kept.getAll(), facts.get('state'), facts.get('saved')].map(result));
    const isSaved = story => saved?.stories.includes(story.id);
    stories.sort((one, other) => one.rank - other.rank).forEach((story, index) => {
      if (!isSaved(story) && (index >= STORY_LIMIT || state.passed?.[story.edition] < now - days * DAY)) kept.delete(story.id);
      else filesOf(story).forEach(file => names.add(file.link));
    });
  });
  const cache = await self.caches?.open(PICTURES);
  for (const request of await cache?.keys() ?? []) {
    if (!names.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** The picture files of a story. */
function filesOf(story) {
  return [story.thumbnail, story.picture].filter(Boolean);
}

/** The addresses of all stored pictures. */
async function keptPictures() {
  const cache = await self.caches?.open(PICTURES);
  return new Set((await cache?.keys() ?? []).map(request => new URL(request.url).pathname));
}

/** The classes by which the style sheet applies colours and text size: the reader's settings, otherwise what was decided within the last hour. */
function lookOf(settings, state) {
  const plan = Date.now() - state.updated < 3600000 ? state.plan : {};
  const palette = settings.palette || plan.palette || 'auto';
  const size = Math.round(settings.text_size * 100) || plan.size || 100;
  return palette + (size === 100 ? '' : ' size' + size);
}

/** Deletes everything from this device. */
async function forgetAll() {
  isForgotten = true;
  for (const registration of await navigator.serviceWorker?.getRegistrations() ?? []) {
    if (new URL(registration.scope).pathname === '/news/') await registration.unregister();
  }
  for (const name of await self.caches?.keys() ?? []) if (name.startsWith('n4md-')) await caches.delete(name);
  (await opening)?.close();
  opening = null;
  await result(indexedDB.deleteDatabase(DATABASE));
}
