// The app: shows what is stored, or takes over what the server rendered, and keeps it up to date.

const status = document.getElementById('status');
const reload = document.getElementById('reload');
/** Milliseconds after which a returning reader sees newer news. */
const STALE = 300000;
/** Milliseconds until the next attempt after no response came. */
const RETRY = 120000;
let tried = 0;
/** Whether the last attempt got no answer. */
let isCut = false;
let wait = 900000;

/** Shows one of the page's messages, with a time or a status. */
function say(name, time, code) {
  const words = part(name);
  const clock = words.querySelector('time');
  if (clock && time) {
    setTime(clock, time);
    const isToday = new Date(time).toDateString() === new Date().toDateString();
    if (isToday) clock.textContent = exactTime(time).slice(-5);
  }
  words.querySelectorAll('.code').forEach(place => { place.textContent = code ? '(' + code + ')' : ''; });
  status.replaceChildren(...words.childNodes);
}

/** Stores the stories of the document like a response, so that none is loaded twice. */
async function adopt() {
  const { sync, edition, items, text, pictures: use } = main.dataset;
  const found = articles().map(storyIn);
  list.querySelectorAll('.meta time').forEach(time => speakTime(time));
  articles().forEach(article => { article.dataset.stamp = sync; });
  stories = new Map(arranged(found).map(story => ['story-' + story.id, story]));
  const [, palette, size] = /^(\w+)(?: size(\d+))?/.exec(document.documentElement.className);
  const plan = { items: Number(items) || 'all', text, pictures: use, budget: Number(main.dataset.budget), palette, size: Number(size) || 100 };
  await accept({ sync, edition: Number(edition), plan, stories: found, weather: weatherInPage() }, selectionKey({}));
}

/** Turns the sign of the button while stories and their texts are on their way. */
async function busily(work) {
  reload.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    reload.removeAttribute('aria-busy');
  }
}

/** Updates the news and reports the result. */
const update = () => busily(updateAlone);

async function updateAlone() {
  tried = Date.now();
  say('updating');
  try {
    const answer = await refresh();
    isCut = false;
    wait = (answer.next ?? 900) * 1000;
    await show();
    awaitWeather(answer, update);
    keepPictures().then(() => pictures.look(settings)).catch(() => {});
  } catch (trouble) {
    wait = RETRY;
    await tell(trouble);
  }
}

async function tell(trouble) {
  isCut = trouble.kind === 'offline';
  const { updated } = await fact('state').catch(() => ({}));
  if (!(trouble instanceof Trouble)) say('unkept');
  else say(updated ? trouble.kind : stories.size ? 'needs-connection' : 'nothing', updated, trouble.status === 200 ? '' : trouble.status);
}

/** Shows the stored stories. */
async function show() {
  const [kept, state] = [await keptStories(), await fact('state')];
  const isOther = await takeOver();
  await pictures.look(settings);
  keptSelection = state.key ?? selectionKey(settings);
  const open = reading()?.id;
  const scrolled = scrollY;
  await openShelf();
  noteForPages();
  draw(kept, settings);
  showChoice();
  showBadge();
  document.getElementById('empty').hidden = stories.size > 0 || !state.updated;
  showLook(state);
  showExplained();
  showFollows();
  if (isSettings()) showTaken().catch(() => {});
  showAccount();
  showWeather(state);
  if (state.updated) say('updated', state.updated);
  if (open && !stories.has(open)) {
    location.replace('#list');
    say('withdrawn');
  } else if (open) {
    retarget();
    arrive(scrolled);
  }
  if (isOther) update();
}

function updateIfOlder(age) {
  if (document.visibilityState === 'visible' && Date.now() - tried > age) update();
}

// ---- requests of the reader

form.addEventListener('change', event => applyForm(event.target));

/** Keeps the settings as the form has them, and does what follows from a change of this field. */
async function applyForm(field) {
  const before = settings;
  settings = readForm();
  settings.shared = shareSettings(settings);
  await keepFact('settings', settings);
  showSize();
  showLook(await fact('state'));
  if (field.name === 'images') {
    // Pictures appear or disappear: everything is rendered anew.
    await pictures.look(settings);
    list.replaceChildren();
    draw(await keptStories(), settings);
  }
  if (field.name === 'days') await clearOld(settings.days);
  if (field.name === 'local' && settings.local && !(await placeFields(settings)).latitude) return refusePlace();
  tellAccount();
  if (selectionKey(before) !== selectionKey(settings) || before.images !== settings.images) await update();
}

/** Without a location there is no local news. */
async function refusePlace() {
  settings = { ...settings, local: false };
  await keepFact('settings', settings);
  fillForm();
  document.getElementById('no-place').hidden = false;
}

list.addEventListener('click', async event => {
  const button = event.target.closest('.load-text,.load-picture');
  if (!button) return;
  const article = button.closest('article');
  const story = stories.get(article.id);
  const isPicture = button.classList.contains('load-picture');
  button.disabled = true;
  try {
    if (isPicture && (story.picture ?? story.thumbnail)) {
      await keepPicture((story.picture ?? story.thumbnail).link);
      return showPicture(article, story);
    }
    const came = await askFor(story.id, isPicture ? { images: 'full' } : WHOLE_TEXT);
    const file = came?.picture ?? came?.thumbnail;
    if (isPicture && file) await keepPicture(file.link);
    await show();
    if (isPicture ? !file : !came?.text) say('missing');
  } catch (trouble) {
    button.disabled = false;
    if (trouble.kind === 'offline' && !button.nextElementSibling?.matches('[role=status]')) button.after(part('needs-connection'));
    await tell(trouble);
  }
});

// A picture that fails to load is offered again; its space stays as large as it is.
list.addEventListener('error', event => {
  const figure = event.target.closest?.('figure');
  if (figure && !figure.querySelector('.load-picture')) event.target.replaceWith(part('load-picture'));
}, true);

reload.addEventListener('click', update);

// ---- when to update

addEventListener('online', () => updateIfOlder(0));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
  else updateIfOlder(STALE);
});
setInterval(() => updateIfOlder(wait), 60000);
if (news) news.onmessage = () => show().catch(() => {});

/** Asks the browser to keep the app available and to wake the worker now and then, if the browser supports it. */
async function register() {
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(trusted.createScriptURL('/news/sw.js'), { scope: '/news/', updateViaCache: 'none' });
  const { periodicSync } = registration;
  const permission = await navigator.permissions?.query({ name: 'periodic-background-sync' }).catch(() => null);
  if (periodicSync && permission?.state === 'granted') await periodicSync.register('n4md-news', { minInterval: 4 * 3600000 });
}

/** Keeps the subscription to messages, if there is one. */
function renew() {
  navigator.serviceWorker?.ready.then(renewSubscription).catch(() => {});
}

/** Opens with the stored stories. */
async function open() {
  settings = await currentSettings();
  fillForm();
  await show();
  restore();
  update();
  await register();
  renew();
}

/** Opens with the stories that the server rendered, and stores them. Whatever did not fit follows. */
async function begin() {
  document.documentElement.classList.add('live');
  tried = Date.now();
  const kept = adopt();
  restore();
  await kept;
  articles().filter(article => article !== reading()).forEach(fold);
  settings = await currentSettings();
  fillForm();
  say('updated', tried);
  await register();
  await alone(syncAccount).catch(() => {});
  const [fields, { plan, sync }] = [await deviceFields(), await fact('state')];
  await addSaved(settings, fields);
  await fillGaps(settings, fields, plan);
  // The browser may know of a better link than the server did, which carries formatted texts.
  const mayFormat = plan.text !== 'html' && !isPoorLink() && fields.network !== '3g' && (await ask({ ...fields, ...wishFields(settings), since: sync })).plan.text === 'html';
  if (mayFormat) await fill((await keptStories()).filter(story => story.format !== 'html'), { ...fields, ...WHOLE_TEXT });
  await show();
  await keepPictures();
  renew();
}

(main.dataset.sync ? busily(begin) : open()).catch(tell);
