// The newspaper's database on this device: its stories, and facts about the reader's use of them. Shared by pages, app and worker.

const DATABASE = 'n4md-news';
let opening = null;
/** Whether nothing may be stored any more. */
let isForgotten = false;

function database() {
  if (isForgotten) return Promise.reject(new Error('forgotten'));
  opening ||= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('stories', { keyPath: 'id' });
      request.result.createObjectStore('facts');
    };
    request.onsuccess = () => {
      // Another page that deletes it or brings a newer version need not wait for this page.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => { opening = null; });
  return opening;
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs a body on both stores in one transaction. It must not wait for anything else. */
async function inStore(mode, body) {
  const transaction = (await database()).transaction(['stories', 'facts'], mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  const value = await body(transaction.objectStore('stories'), transaction.objectStore('facts'));
  await done;
  return value;
}

/** A fact: `settings`, `state` (from the last response), `device`, `position`, the stories `read` and `saved`, the `places` to which some were read, and the topics that the reader `follows`. */
async function fact(name) {
  return await inStore('readonly', (_, facts) => result(facts.get(name))) ?? {};
}

/** Changes the list of a fact in one step, so that what another page did meanwhile stays: stories `read` or `saved`, or others. Returns the new list. */
async function changeList(name, change, list = 'stories') {
  return inStore('readwrite', async (_, facts) => {
    const before = await result(facts.get(name)) ?? {};
    const changed = change(before[list] ?? []);
    facts.put({ ...before, [list]: changed }, name);
    return changed;
  });
}

async function keepFact(name, value) {
  await inStore('readwrite', (_, facts) => result(facts.put(value, name)));
}
