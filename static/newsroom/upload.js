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

  const OURS = { 'Tus-Resumable': '1.0.0', Accept: 'application/problem+json' };

  /** The answer, if it is none of a fault. */
  async function checked(answer) {
    if (answer.ok) return answer;
    const isPassing = answer.status >= 500 || [408, 409, 423, 429].includes(answer.status);
    const detail = await answer.json().then(problem => problem.detail, () => String(answer.status));
    throw Object.assign(isPassing ? new Error(detail) : new Refusal(detail), { status: answer.status });
  }

  /** Sends a part, and tells how many bytes of it have left: `fetch` cannot. */
  function put(address, headers, part, { deadline, signal, progress }) {
    const request = new XMLHttpRequest(), abort = () => request.abort();
    return new Promise((resolve, reject) => {
      request.open('PATCH', address);
      for (const [name, value] of Object.entries({ ...OURS, ...headers })) request.setRequestHeader(name, value);
      request.timeout = deadline;
      request.upload.onprogress = event => progress(event.loaded);
      request.upload.onload = () => progress(part.size);
      request.onload = () => {
        const kept = ['Upload-Offset', 'Location'].map(name => [name, request.getResponseHeader(name)]).filter(([, value]) => value);
        resolve(checked(new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers: kept })));
      };
      request.onerror = request.ontimeout = request.onabort = () => reject(new Error());
      signal?.addEventListener('abort', abort);
      request.send(part);
    }).finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Makes one request. Throws unless the upload can go on: a `Refusal` if trying again is of no use. */
  async function ask(method, address, headers, body, { deadline = DEADLINE, signal } = {}) {
    const stop = new AbortController(), abort = () => stop.abort();
    const timer = setTimeout(abort, deadline);
    signal?.addEventListener('abort', abort);
    try {
      return await checked(await fetch(address, { method, body, signal: stop.signal, headers: { ...OURS, ...headers } }));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Waits for a time, or until the browser is online again or the upload is cancelled. */
  function pause(milliseconds, signal) {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        removeEventListener('online', done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      addEventListener('online', done);
      signal?.addEventListener('abort', done);
    });
  }

  const base64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

  /** Where to resume a file: the address of its upload, started if there is none, and how much of it has arrived. */
  async function place(file, token, signal) {
    const known = kept().find(one => one.key === keyOf(file));
    if (known) {
      try {
        const answer = await ask('HEAD', known.address, {}, undefined, { signal });
        if (Number(answer.headers.get('Upload-Length')) === file.size) {
          return { address: known.address, offset: Number(answer.headers.get('Upload-Offset')) };
        }
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault;  // otherwise starting again gives the reason
      }
    }
    const answer = await ask('POST', '/admin/uploads', {
      'N4MD-Form-Token': token, 'Upload-Length': String(file.size), 'Upload-Metadata': 'filename ' + base64(file.name) }, undefined, { signal });
    const address = answer.headers.get('Location');
    keep(file, address);
    return { address, offset: 0 };
  }

  /** Ends an upload that nobody wants any more. If this fails, the server forgets it after a day. */
  async function abandon({ key, address }, token) {
    forget(key);
    await ask('DELETE', address, { 'N4MD-Form-Token': token }).catch(() => {});
  }

  /** Sends the missing parts; returns the picture's hash, or null if the upload was cancelled. */
  async function send(file, token, tell, signal) {
    let { address, offset } = await place(file, token, signal);
    for (;;) {
      if (signal?.aborted) return null;
      const end = Math.min(offset + PART, file.size);
      tell('sending', offset);
      const answer = await put(address, {
        'N4MD-Form-Token': token, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream',
      }, file.slice(offset, end), {
        deadline: end === file.size ? LAST_DEADLINE : DEADLINE, signal, progress: left => tell.passes(offset + left, file.size) });
      tell.isAlive();
      offset = Number(answer.headers.get('Upload-Offset'));
      const picture = answer.headers.get('Location');
      if (picture) return picture.split('/').pop();
    }
  }

  /**
   * Uploads a picture until it is accepted, refused or cancelled, however often the connection breaks.
   * @param {File} file
   * @param {{token: string, tell?: (state: 'sending'|'making'|'broken', sent: number) => void, signal?: AbortSignal}} options the
   *   token of the page's forms, a callback for the state and the number of bytes received, and a signal that cancels.
   * @returns {Promise<string|null>} the hash of the picture, null if it was cancelled; rejected with an `Error` whose message is the reason.
   */
  async function upload(file, { token, tell = () => {}, signal }) {
    let [wait, sent] = [SOON, 0];
    const listener = (state, bytes) => tell(state, sent = bytes);
    listener.isAlive = () => { wait = SOON; };
    // Bytes that have left here have yet to arrive.
    listener.passes = (bytes, all) => tell(bytes < all ? 'sending' : 'making', bytes);
    while (!signal?.aborted) {
      try {
        const hash = await send(file, token, listener, signal);
        if (!hash) break;
        forget(keyOf(file));
        return hash;
      } catch (fault) {
        if (signal?.aborted) break;
        if (fault instanceof Refusal) {
          if (fault.status === 422) forget(keyOf(file));
          throw fault;
        }
        tell('broken', sent);
        await pause(wait, signal);
        wait = Math.min(wait * 2, LATE);
      }
    }
    const begun = kept().find(one => one.key === keyOf(file));
    if (begun) await abandon(begun, token);
    return null;
  }

  /** Shows how much of a file has arrived, with a button that cancels its upload. */
  class Meter {
    constructor({ name, size }, words) {
      const stop = new AbortController();
      Object.assign(this, { size, signal: stop.signal, dom: document.createElement('span'), percent: document.createElement('span') });
      this.progress = Object.assign(document.createElement('progress'), { max: size, value: 0 });
      this.progress.setAttribute('aria-label', name);
      const cancel = Object.assign(document.createElement('button'), { type: 'button', className: 'plain', textContent: words });
      cancel.setAttribute('aria-label', words + ' ' + name);
      cancel.addEventListener('click', () => stop.abort());
      this.dom.className = 'meter';
      this.dom.append(this.progress, this.percent, cancel);
    }

    show(sent) {
      this.progress.value = sent;
      this.percent.textContent = Math.floor(100 * sent / this.size) + '%';
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

  window.pictureUpload = { upload, Meter, described, kept, forget, abandon, ask, bring, arrived, isBusy: () => underWay.size > 0 };
})();
