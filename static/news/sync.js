// Synchronises the stored stories with the newspaper: posts the context form, takes the delta, fills gaps, loads pictures. Shared by page and worker.

/** The most pages of a delta, and requests for missing parts, made in a row. */
const MOST_PAGES = 10;
/** The most parts of a text: as many as the server makes. */
const MOST_PARTS = 200;
/** The stories that one request for missing parts names. */
const GAPS = 40;
/** The budget in bytes from which gaps are filled without being asked. */
const AMPLE = 120000;

async function channel(address, options) {
  const headers = { Accept: 'application/json' };
  const answer = await load(address, { cache: 'no-store', ...options, headers }, response => response.json());
  if (!Array.isArray(answer.items) || !answer.sync || !answer.plan) throw new Trouble('refused', 200);
  return { ...answer, weather: weatherOf(answer.weather), stories: answer.items.map(item => storyOf(item, answer)) };
}

/** Posts the context form. */
function ask(fields) {
  return channel('/ws', { method: 'POST', body: formOf({ ...fields, format: 'json' }) });
}

/** The context form with these fields. Unknown ones are left out. */
function formOf(fields) {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** The part of an address after the host: the newspaper's public address may differ from the one this browser knows. */
function pathOf(address) {
  const url = new URL(address, location.href);
  return url.pathname + url.search;
}

/** The weather of the channel in the form in which it is stored. */
function weatherOf(said) {
  return said && { town: said.town, words: said.words, time: Date.parse(said.time), source: said.source, link: said.link };
}

/** An item of the channel in the form in which it is stored. */
function storyOf(item, answer) {
  if (item.withdrawn) return { id: item.id, withdrawn: true };
  const file = picture => picture && { link: pathOf(picture.link), width: picture.width, height: picture.height };
  const [section, ...categories] = item.category ?? [];
  const format = item.text ? item.textFormat ?? answer.plan.text : undefined;
  return {
    id: item.id, title: item.title, kicker: item.kicker, standfirst: item.description ?? '', byline: item.author ?? '', section, categories,
    link: pathOf(item.link), language: item.language ?? answer.language, published: Date.parse(item.pubDate),
    updated: item.updated && Date.parse(item.updated), text: item.text ?? '',
    format, isPlain: format && format !== 'html',
    isOpening: item.text ? Boolean(item.rest) : undefined, rest: item.rest,
    picture: file(item.image), thumbnail: file(item.thumbnail), caption: [item.imageCaption, item.credit].filter(Boolean).join(' · '), color: item.color,
    isPictured: item.pictured ? true : undefined
  };
}

/** The reader's wishes as fields of the form. */
function wishFields(settings) {
  return {
    items: isPoorLink() ? undefined : 'all', images: settings.images,
    // The device's own scheme and size hold, unless the reader chose others: nothing changes by the hour.
    palette: settings.palette ?? 'auto', text_size: settings.text_size ?? 1,
    sections: settings.sections?.join(','), categories: settings.categories?.join(',')
  };
}

/** The settings that are the same on all devices of a reader, as a form. What is left to the device is not in it. */
function settingsText({ images, palette, text_size, days, sections = [], categories = [] }) {
  return String(formOf({
    images, palette, text_size, days: days === USUAL_DAYS ? undefined : days, sections: sections.join(','), categories: categories.join(',')
  }));
}

/** Identifies a selection: what is stored for one does not belong to another. */
function selectionKey(settings) {
  return JSON.stringify([settings.sections ?? [], settings.categories ?? [], Boolean(settings.local)]);
}

/** Requests what is new, or everything if that is better. Throws `Trouble`. Runs once at a time, whoever asks. */
async function refresh() {
  return alone(() => refreshAlone().finally(() => news?.postMessage('changed')));
}

/** Runs what only one page or worker may do at a time. */
function alone(run) {
  return navigator.locks ? navigator.locks.request('n4md-sync', run) : run();
}

/** Notifies other pages; the worker notifies the page. */
const news = self.BroadcastChannel && new BroadcastChannel('n4md-news');

async function refreshAlone() {
  let [settings, state] = [await fact('settings'), await fact('state')];
  const context = { ...await deviceFields(), ...await placeFields(settings) };
  const since = state.key === selectionKey(settings) ? state.sync : undefined;
  let answer;
  try {
    answer = await ask({ ...context, ...wishFields(settings), since, last_update: since && minutesSince(state.updated) });
  } catch (trouble) {
    if (trouble.status !== 404) throw trouble;
    // A section or category that the reader chose no longer exists: all news is better than none.
    settings = { ...settings, sections: [], categories: [] };
    await keepFact('settings', settings);
    answer = await ask({ ...context, ...wishFields(settings) });
  }
  // Fewer stories were stored than this link can carry: a delta would never bring the others.
  if (answer.since && holds(answer.plan) > holds(state.plan)) answer = await ask({ ...context, ...wishFields(settings) });
  for (let page = answer, pages = 1; answer.since && page.older && pages < MOST_PAGES; pages++) {
    page = await channel(pathOf(page.older.link));
    answer.stories.push(...page.stories);
  }
  await accept(answer, selectionKey(settings));
  await syncAccount().catch(() => {});
  await addSaved(settings, context);
  await fillGaps(settings, context, answer.plan);
  await clearOld(settings.days);
  await sendReceipts().catch(() => {});
  return answer;
}

/** The most receipts that the newspaper takes at once; older ones are not worth keeping. */
const RECEIPTS = 50;

/** Reports what became of messages, which says nothing about who it was. */
async function sendReceipts() {
  const { waiting = [] } = await fact('receipts');
  if (!waiting.length) return;
  await load('/push/receipts', {
    method: 'POST', body: JSON.stringify({ receipts: waiting }), headers: { 'Content-Type': 'application/json' } }, () => null);
  await keepFact('receipts', { waiting: [] });
}

function minutesSince(time) {
  return time && Math.max(0, Math.floor((Date.now() - time) / 60000));
}

function holds(plan) {
  return plan?.items === 'all' ? Infinity : plan?.items ?? Infinity;
}

/** Requests the stories that the reader saved on pages outside the app, with their texts on any link, since they are wanted. */
async function addSaved(settings, context) {
  const kept = new Set((await keptStories()).map(story => story.id));
  const saved = (await fact('saved')).stories ?? [];
  const missing = saved.filter(id => !kept.has(id)).slice(0, GAPS);
  if (missing.length) {
    const wishes = { ...wishFields(settings), sections: '', categories: '', text: 'html' };
    await add(await ask({ ...context, ...wishes, articles: missing.join(','), items: missing.length }));
  }
  const begun = (await keptStories()).filter(story => story.isOpening && saved.includes(story.id));
  for (const { id } of begun.slice(0, GAPS)) await askFor(id, WHOLE_TEXT);
}

/** The wish for all of a story's text, and nothing else. */
const WHOLE_TEXT = { text: 'html', images: 'off' };

/** Requests texts and pictures that did not fit before, on links that have room. */
async function fillGaps(settings, context, plan) {
  if (isPoorLink() || plan.budget < AMPLE) return;
  const asked = plan.text + ' ' + plan.pictures;
  const stories = (await keptStories()).filter(story => story.asked !== asked);
  const lacksText = story => (!story.text || story.isOpening) && ['opening', 'plain', 'html'].includes(plan.text)
    || plan.text === 'html' && (story.format ?? (story.isPlain ? 'plain' : 'html')) !== 'html';
  const lacksPicture = story => plan.pictures === 'full' ? !story.picture && (story.isPictured || story.thumbnail)
    : plan.pictures === 'thumbnails' && !story.thumbnail && story.isPictured;
  const fields = { ...context, ...wishFields(settings), sections: '', categories: '' };
  await fill(stories.filter(lacksText), fields, asked);
  await fill(stories.filter(story => !lacksText(story) && lacksPicture(story)), { ...fields, text: 'headline' }, asked);
}

/** Requests stories by number. */
async function fill(stories, fields, asked) {
  const ids = stories.map(story => story.id).slice(0, GAPS * MOST_PAGES);
  for (let start = 0; start < ids.length; start += GAPS) {
    const some = ids.slice(start, start + GAPS);
    const answer = await ask({ ...fields, articles: some.join(','), items: some.length });
    await complete(answer.stories, asked);
  }
}

/** Requests a story's text or picture, whatever the link, because the reader wants it; a long text comes in parts. Returns whether it came. */
async function askFor(id, wish) {
  const fields = { ...await deviceFields(), ...wish, articles: id };
  const answer = await ask(fields);
  const story = answer.stories.find(found => found.id === id);
  for (let parts = 1; story?.rest?.part && parts < MOST_PARTS; parts++) {
    const next = (await ask({ ...fields, part: story.rest.part })).stories.find(found => found.id === id);
    if (!next?.text) break;
    story.text += next.text;
    Object.assign(story, { rest: next.rest, isOpening: Boolean(next.rest) });
  }
  await complete(answer.stories.filter(found => found.id === id), undefined);
  return story;
}

/** Loads the pictures of all stories for offline reading, one after the other, as the reader's setting and the link allow. */
async function keepPictures() {
  if (!self.caches || !mayLoadPictures(await fact('settings'))) return;
  const [stories, kept] = [await keptStories(), await keptPictures()];
  for (const file of stories.flatMap(filesOf).filter(file => !kept.has(file.link))) {
    // One that cannot be loaded does not hold up the others.
    await keepPicture(file.link).catch(trouble => { if (trouble.kind !== 'refused') throw trouble; });
  }
}

async function keepPicture(link) {
  if (isForgotten || !self.caches) return;
  const cache = await caches.open(PICTURES);
  await load(link, {}, async response => cache.put(link, new Response(await response.blob(), { headers: response.headers })));
}
