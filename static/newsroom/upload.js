// Uploads pictures in parts with the tus 1.0.0 protocol, and resumes after an interruption: by itself while the page is open, and after a reload
// when the same file is chosen again. Pages that use it contain their form token.
(function () {
  'use strict';

  /** Bytes per part: a few seconds on a slow phone. */
  const PART = 256 * 1024;
  /** Milliseconds that the response to a part may take; the last one waits for the picture's sizes. */
  const [DEADLINE, LAST_DEADLINE] = [60000, 330000];
  /** Milliseconds between two attempts, initially and at most. */
  const [SOON, LATE] = [1000, 30000];
  const DAY = 86400000;
  const KEPT = 'n4md-upload ';

  /** The reason why the newspaper refuses a file, in words. */
  class Refusal extends Error {}

  /** Identifies a file. */
  const keyOf = file => KEPT + [file.name, file.size, file.lastModified].join(' ');

  function keep(file, address) {
    try { localStorage.setItem(keyOf(file), JSON.stringify({ address, name: file.name, size: file.size, since: Date.now() })); } catch {}
  }

  function forget(key) {
    try { localStorage.removeItem(key); } catch {}
  }

  /** The unfinished uploads of the last day in this browser: `{key, address, name, size}`. */
  function kept() {
    const found = [];
    try {
      for (const key of Object.keys(localStorage).filter(one => one.startsWith(KEPT))) {
        const upload = JSON.parse(localStorage.getItem(key));
        if (Date.now() - upload.since < DAY) found.push({ key, ...upload });
        else forget(key);
      }
    } catch {}
    return found;
  }

  /** Makes one request. Throws unless the upload can go on: a `Refusal` if trying again is of no use. */
  async function ask(method, address, headers, body, deadline = DEADLINE) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), deadline);
    try {
      const answer = await fetch(address, {
        method, body, signal: stop.signal, headers: { 'Tus-Resumable': '1.0.0', Accept: 'application/problem+json', ...headers } });
      if (answer.ok) return answer;
      const isPassing = answer.status >= 500 || [408, 409, 423, 429].includes(answer.status);
      const detail = await answer.json().then(problem => problem.detail, () => String(answer.status));
      throw Object.assign(isPassing ? new Error(detail) : new Refusal(detail), { status: answer.status });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for a time, or until the browser is online again. */
  function pause(milliseconds) {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        removeEventListener('online', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      addEventListener('online', done);
    });
  }

  const base64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

  /** Where to resume a file: the address of its upload, started if there is none, and how much of it has arrived. */
  async function place(file, token) {
    const known = kept().find(one => one.key === keyOf(file));
    if (known) {
      try {
        const answer = await ask('HEAD', known.address, {});
        if (Number(answer.headers.get('Upload-Length')) === file.size) {
          return { address: known.address, offset: Number(answer.headers.get('Upload-Offset')) };
        }
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault;  // otherwise starting again gives the reason
      }
    }
    const answer = await ask('POST', '/admin/uploads', {
      'N4MD-Form-Token': token, 'Upload-Length': String(file.size), 'Upload-Metadata': 'filename ' + base64(file.name) });
    const address = answer.headers.get('Location');
    keep(file, address);
    return { address, offset: 0 };
  }

  /** Sends the missing parts; returns the picture's hash. */
  async function send(file, token, tell) {
    let { address, offset } = await place(file, token);
    for (;;) {
      const end = Math.min(offset + PART, file.size);
      tell(end === file.size ? 'making' : 'sending', offset);
      const answer = await ask('PATCH', address, {
        'N4MD-Form-Token': token, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream',
      }, file.slice(offset, end), end === file.size ? LAST_DEADLINE : DEADLINE);
      tell.isAlive();
      offset = Number(answer.headers.get('Upload-Offset'));
      const picture = answer.headers.get('Location');
      if (picture) return picture.split('/').pop();
    }
  }

  /**
   * Uploads a picture until it is accepted or refused, however often the connection breaks.
   * @param {File} file
   * @param {{token: string, tell?: (state: 'sending'|'making'|'broken', sent: number) => void}} options the
   *   token of the page's forms, and a callback for the state and the number of bytes received.
   * @returns {Promise<string>} the hash of the picture; rejected with an `Error` whose message is the reason.
   */
  async function upload(file, { token, tell = () => {} }) {
    let [wait, sent] = [SOON, 0];
    const listener = (state, bytes) => tell(state, sent = bytes);
    listener.isAlive = () => { wait = SOON; };
    for (;;) {
      try {
        const hash = await send(file, token, listener);
        forget(keyOf(file));
        return hash;
      } catch (fault) {
        if (fault instanceof Refusal) {
          if (fault.status === 422) forget(keyOf(file));
          throw fault;
        }
        tell('broken', sent);
        await pause(wait);
        wait = Math.min(wait * 2, LATE);
      }
    }
  }

  /** A picture that was uploaded, with the words that the library has of it: somebody may have described it before, or its file does. */
  async function described(hash) {
    try {
      const answer = await fetch('/admin/pictures.json?hash=' + hash, { credentials: 'same-origin' });
      return { hash, ...(await answer.json()).pictures[0] };
    } catch (fault) {
      return { hash };
    }
  }

  // Pictures on their way into an article: whoever sends it waits for them.
  const underWay = new Set();

  /** Notes work that ends with whether its pictures came. */
  function bring(work) {
    underWay.add(work);
    work.finally(() => underWay.delete(work));
    return work;
  }

  /** Waits until none is under way; returns whether all came. */
  async function arrived() {
    let areAll = true;
    while (underWay.size) areAll = (await Promise.all(underWay)).every(Boolean) && areAll;
    return areAll;
  }

  window.pictureUpload = { upload, described, kept, forget, ask, bring, arrived, isBusy: () => underWay.size > 0 };
})();
