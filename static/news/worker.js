// The worker: opens the app without a connection, and fetches news while it is closed. The first lines, written by the server, list the
// app's files (`FILES`) and identify its version (`VERSION`).

const CACHE = SHELL + VERSION;
const PAGE = '/news/shell';

addEventListener('install', event => event.waitUntil(take().then(() => skipWaiting())));

/** Loads all files of the app; files of two versions do not make an app. */
async function take() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(file => load(file, { cache: file === PAGE ? 'no-cache' : 'default' }, response => cache.put(file, response))));
}

addEventListener('activate', event => event.waitUntil(clear().then(() => clients.claim())));

async function clear() {
  const old = (await caches.keys()).filter(name => name.startsWith(SHELL) && name !== CACHE);
  await Promise.all(old.map(name => caches.delete(name)));
}

addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === '/news/' && event.request.mode === 'navigate') event.respondWith(shell(event.request));
  else if (pathname === '/news/messages') event.respondWith(fetch(event.request).catch(() => Response.redirect('/news/#settings')));
  else if (FILES.includes(pathname)) event.respondWith(cached(CACHE, pathname, event.request));
  else if (pathname.startsWith('/media/')) event.respondWith(cached(PICTURES, pathname, event.request));
});

async function cached(name, path, request) {
  return await (await caches.open(name)).match(path) ?? fetch(request);
}

/** The page without stories, in the reader's colours and text size, so that it need not change after it is shown. */
async function shell(request) {
  const page = await (await caches.open(CACHE)).match(PAGE);
  if (!page) return fetch(request);
  const headers = new Headers(page.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  const look = await Promise.all([fact('settings'), fact('state')]).then(facts => lookOf(...facts), () => '');
  const html = await page.text();
  return new Response(/^[a-z0-9 ]+$/.test(look) ? html.replace(/ class="[^"]*"/, ' class="' + look + '"') : html, { headers });
}

/** Has the same stories saved and read on all devices of somebody who had logged in when the app was last open. */
async function syncAccount() {
  const { account, isOut } = await fact('account');
  return account && !isOut && exchange();
}

/** Loads what was saved on a page outside the app, and answers when it is here. */
async function loadSaved(port) {
  try {
    await alone(syncAccount).catch(() => {});
    await addSaved(await fact('settings'), await deviceFields());
    await keepPictures();
    port.postMessage('saved');
  } catch (trouble) {
    port.postMessage(trouble.message);
  }
}

addEventListener('message', event => {
  if (event.data === 'save' && event.ports[0]) event.waitUntil(loadSaved(event.ports[0]));
});

/** Fetches news while the app is closed, if the browser grants that. */
async function wake() {
  await refresh();
  await keepPictures();
}

addEventListener('periodicsync', event => event.waitUntil(wake()));
