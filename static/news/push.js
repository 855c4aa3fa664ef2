// Messages on the lock screen, for readers who ask for them: the subscription of this device (docs/push.md).

const pushFault = document.getElementById('push-fault');
/** Milliseconds that a push service may take: a browser may wait for one for ever. */
const PUSH_PATIENCE = 20000;

/** The topics that the reader chose; "my sections" are those of the settings, or the front page if there are none. */
function pushTopics(settings) {
  const sections = (settings.sections ?? []).map(slug => 'section/' + slug);
  const topics = (settings.push ?? []).flatMap(topic => (topic !== 'sections' ? topic : sections.length ? sections : 'front'));
  return [...new Set(topics)];
}

/** Makes the subscription as the settings say, and tells the newspaper; without topics it ends. Throws `Trouble` or what the browser says. */
async function subscribe(settings) {
  const topics = pushTopics(settings);
  if (!topics.length) return unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await load('/push/key', { cache: 'no-store' }, response => response.json());
  let subscription = await pushManager.getSubscription();
  // The newspaper may have another key since.
  if (subscription && base64url(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
  const { endpoint, keys } = subscription.toJSON();
  const { quiet_from: from, quiet_to: to } = settings;
  const device = { ...await deviceFields(), images: settings.images };
  await tellWishes({ endpoint, keys, topics, quiet: from && to && from !== to ? { from, to } : undefined, device });
}

/** Replaces what the newspaper knows of this device, or makes it known. */
async function tellWishes(wishes) {
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

async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration('/news/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  const { id } = await fact('push');
  if (!id) return;
  await keepFact('push', {});
  await load('/push/subscriptions/' + id, { method: 'DELETE' }, () => null);
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

/** Carries out what the reader has just chosen, and says why if that is not possible. */
async function takeWishes(settings) {
  pushFault.hidden = true;
  const fault = await wishFault(settings);
  if (!fault) return;
  pushFault.textContent = pushFault.dataset[fault];
  pushFault.hidden = false;
}

async function wishFault(settings) {
  if (settings.push?.length) {
    if (!self.PushManager || !self.Notification) return 'install';
    if (await Notification.requestPermission() !== 'granted') return 'refused';
  }
  try {
    await subscribe(settings);
  } catch (trouble) {
    return 'failed';
  }
}

/** Tells the newspaper at every start that this device is there, and how it is: subscriptions end unseen. */
async function renewSubscription(settings) {
  if (pushFault && settings.push?.length && self.Notification?.permission === 'granted') await subscribe(settings);
}
