// Messages on the lock screen, for readers who ask for them: the subscription of this device (docs/push.md). What it wants is the fact `wishes`: its
// `topics`, the `names` of those that have one, quiet hours (`from`, `to`), `cap` a day, and `place` for news nearby. Shared by pages and app.

/** Milliseconds that a push service may take: a browser may wait for one for ever. */
const PUSH_PATIENCE = 20000;
/** The most topics that the newspaper takes. */
const TOPICS = 50;

/** Runs changes of the subscription one after the other, in whichever page. */
function inTurn(body) {
  return navigator.locks ? navigator.locks.request('n4md-push', body) : body();
}

/** Asks for permission, at once, while the reader's tap still counts. Returns the name of what stands in the way. */
async function messageFault() {
  if (!self.PushManager || !self.Notification) return 'install';
  if (await Notification.requestPermission() !== 'granted') return 'refused';
}

/**
 * Changes what this device is told of: `change` makes the new wishes of the old, `install` gives the app's registration. Returns the name of what went
 * wrong, and then changes nothing.
 */
async function changeWishes(change, install) {
  return inTurn(async () => {
    const wishes = change({ topics: [], names: {}, ...await fact('wishes') });
    if (wishes.topics.length > TOPICS) return 'many';
    try {
      await subscribe(wishes, await install());
    } catch (trouble) {
      return 'failed';
    }
  });
}

/** Makes the subscription, tells the newspaper, and notes both; without topics it ends. Throws `Trouble` or what the browser says. */
async function subscribe(wishes, { pushManager }) {
  if (!wishes.topics.length) return endMessages(wishes);
  const { key } = await load('/push/key', { cache: 'no-store' }, response => response.json());
  let subscription = await pushManager.getSubscription();
  // The newspaper may have another key since.
  if (subscription && base64url(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
  const { endpoint, keys } = subscription.toJSON();
  const { topics, from, to, cap, place } = wishes;
  const { images } = await fact('settings');
  const device = { ...await deviceFields(), images, ...topics.includes('near') ? place : {} };
  await tellNewspaper({ endpoint, keys, topics, quiet: from && to && from !== to ? { from, to } : undefined, cap, device });
  await keepFact('wishes', wishes);
  noteTold(wishes.topics);
}

/** Replaces what the newspaper knows of this device, or makes it known. */
async function tellNewspaper(wishes) {
  const send = (method, address) => load(address, {
    method, body: JSON.stringify(wishes), headers: { 'Content-Type': 'application/json' } }, response => response.json());
  const { id } = await fact('push');
  if (id) {
    try {
      return await send('PUT', '/push/subscriptions/' + id);
    } catch (trouble) {
      if (trouble.status !== 404) throw trouble;
    }
  }
  await keepFact('push', { id: (await send('POST', '/push/subscriptions')).id });
}

/** Ends the subscription; quiet hours and the number a day are remembered. The newspaper ends by itself what it is not told of. */
async function endMessages(wishes) {
  const registration = await navigator.serviceWorker?.getRegistration('/news/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  const { id } = await fact('push');
  await keepFact('push', {});
  await keepFact('wishes', { ...wishes, topics: [], names: {}, place: undefined });
  noteTold([]);
  if (id) await load('/push/subscriptions/' + id, { method: 'DELETE' }, () => null).catch(() => {});
}

/** Tells the newspaper at every start that this device is there, and how it is: subscriptions end unseen. */
async function renewSubscription(registration) {
  await inTurn(async () => {
    const wishes = await fact('wishes');
    if (!wishes.topics?.length || self.Notification?.permission !== 'granted') return;
    const mayLocate = (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null))?.state === 'granted';
    const place = wishes.topics.includes('near') && mayLocate && await coarsePlace() || wishes.place;
    await subscribe({ ...wishes, place }, registration);
  });
}

/** Where the device is, to a tenth of a degree, which is about ten kilometres; null if it does not say. */
async function coarsePlace() {
  const found = await located();
  const tenth = degrees => Math.round(degrees * 10) / 10;
  return found && { latitude: tenth(found.latitude), longitude: tenth(found.longitude) };
}

/** Notes for pages outside the app, which do not open the database, when and of what the newspaper was told. */
function noteTold(topics) {
  try {
    if (topics.length) localStorage.setItem('n4md-told', [new Date().toJSON().slice(0, 10), ...topics].join(' '));
    else localStorage.removeItem('n4md-told');
  } catch { /* They then lead to the page of messages. */ }
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => { setTimeout(() => reject(new Trouble('slow')), PUSH_PATIENCE); })]);
}

function bytesOf(text) {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
