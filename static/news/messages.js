// Messages that the newspaper pushes (docs/push.md): the worker shows each, and keeps the story that comes with it.

addEventListener('push', event => event.waitUntil(showMessage(event.data)));

/** A message is always shown: browsers end the subscription of an app that hides one. */
async function showMessage(data) {
  let said = {};
  try { said = data.json(); } catch { /* It is not ours; something must be shown all the same. */ }
  const { title = location.host, text, standfirst, tag = '', language = '', picture } = said;
  const shown = registration.showNotification(title, {
    body: text ?? standfirst ?? '', tag, lang: language, silent: Boolean(said.silent), renotify: Boolean(tag) && !said.silent,
    image: picture, data: { article: said.article, receipt: said.receipt, page: said.url && pathOf(said.url) }
  });
  await Promise.all([shown, keepMessage(said).catch(() => {})]);
  await noteReceipt(said.receipt, 'shown');
  await navigator.setAppBadge?.(await unreadCount()).catch(() => {});
}

/** Stores the story of a message first in the list; one that is there already keeps what it has besides. */
async function keepMessage(said) {
  if (!said.article) return;
  await inStore('readwrite', async kept => {
    if (said.kind === 'removal') return kept.delete(said.article);
    if (!said.body) return;
    const stories = await result(kept.getAll());
    const before = stories.find(story => story.id === said.article);
    const rank = before ? before.rank : Math.min(0, ...stories.map(story => story.rank)) - 1;
    kept.put({ ...before, ...storyOfMessage(said, before), rank, stamp: 'message-' + said.message });
  });
  news?.postMessage('changed');
}

/** The story of a message in the form in which it is stored. A stored text with its markup stays unless it was corrected. */
function storyOfMessage(said, before) {
  const story = {
    id: said.article, title: said.headline ?? said.title, kicker: said.kicker, standfirst: said.standfirst ?? said.text ?? '', byline: said.byline ?? '',
    section: said.section, categories: before?.categories ?? [], link: pathOf(said.url), language: said.language,
    published: Date.parse(said.published), text: said.body, format: 'plain', isPlain: true, isOpening: false
  };
  if (before?.text && !before.isOpening && said.kind === 'story') for (const name of ['text', 'format', 'isPlain']) delete story[name];
  return story;
}

async function unreadCount() {
  const [stories, read] = [await keptStories(), (await fact('read')).stories ?? []];
  return stories.filter(story => !read.includes(story.id)).length;
}

addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification.data ?? {}));
});

/** Opens the story in the app, or if it did not come with the message, its own page. */
async function openMessage({ article, receipt, page }) {
  const isKept = (await keptStories()).some(story => story.id === article);
  const address = isKept ? '/news/#story-' + article : page && navigator.onLine ? page : '/news/';
  const app = (await clients.matchAll({ type: 'window' })).find(client => new URL(client.url).pathname === '/news/');
  if (app) await app.focus().then(focused => focused.navigate(address)).catch(() => clients.openWindow(address));
  else await clients.openWindow(address);
  await noteReceipt(receipt, 'opened');
}

addEventListener('notificationclose', event => event.waitUntil(noteReceipt(event.notification.data?.receipt, 'dismissed')));

/** Keeps what became of a message, and reports it at once unless the link is poor. */
async function noteReceipt(receipt, event) {
  if (!receipt) return;
  const { waiting = [] } = await fact('receipts');
  await keepFact('receipts', { waiting: [...waiting, { receipt, event }].slice(-RECEIPTS) });
  if (!isPoorLink()) await sendReceipts().catch(() => {});
}
