// The picture pages: uploads with their progress, one after the other, and the focal point on a picture as large as the screen allows.
(function () {
  'use strict';

  document.documentElement.classList.add('scripted');

  /** The list of uploads on a page, and the texts for them. */
  class Uploads {
    constructor(form) {
      this.token = form.elements.form_token.value;
      this.list = document.getElementById('uploads');
      this.status = document.getElementById('upload-status');
      this.words = this.status.dataset;
      this.queue = Promise.resolve();
      this.done = [];
      this.shown = Promise.resolve();
    }

    /** Adds a row with a file's name, progress and state. */
    row(name, size) {
      const row = document.createElement('li'), meter = new pictureUpload.Meter({ name, size }, this.words.cancel);
      const title = Object.assign(document.createElement('p'), { textContent: name });
      const state = Object.assign(document.createElement('p'), { className: 'meta', textContent: this.words.waiting });
      title.className = 'line';
      row.append(title, meter.dom, state);
      this.list.append(row);
      return { row, meter, state };
    }

    /** Shows it in the row, and announces it once. */
    say({ state }, name, words) {
      if (state.textContent === words) return;
      state.textContent = words;
      this.status.textContent = `${name}: ${words}`;
    }

    /** Uploads a file after those waiting; returns its hash, or nothing if it was refused or cancelled. */
    add(file) {
      const row = this.row(file.name, file.size);
      row.meter.signal.addEventListener('abort', () => {
        row.meter.dom.remove();
        this.say(row, file.name, this.words.cancelled);
      });
      return new Promise(resolve => {
        const turn = () => this.run(file, row).then(resolve);
        this.queue = this.queue.then(turn);
      });
    }

    async run(file, row) {
      try {
        const hash = await pictureUpload.upload(file, {
          token: this.token,
          signal: row.meter.signal,
          tell: (state, sent) => {
            row.meter.show(sent);
            this.say(row, file.name, this.words[state]);
          },
        });
        row.meter.dom.remove();
        if (!hash) return null;
        this.say(row, file.name, this.words.done);
        this.link(row, hash, file.name);
        return hash;
      } catch (fault) {
        row.meter.dom.remove();
        this.say(row, file.name, `${this.words.refused} ${fault.message}`);
        row.row.classList.add('refused');
        // A file that is no picture, or too large, stays so.
        if (![413, 415, 422].includes(fault.status)) this.offer(file, row);
        return null;
      }
    }

    link({ row }, hash, name) {
      const link = Object.assign(document.createElement('a'), { className: 'more', href: '/admin/pictures/' + hash });
      link.append(this.words.describe, Object.assign(document.createElement('span'), { className: 'hide', textContent: ' ' + name }));
      // The picture is described on its own page.
      row.prepend(Object.assign(document.createElement('img'), { src: `/media/${hash}/240q60.jpg`, alt: '', width: 96 }));
      row.append(link);
      this.done.push(hash);
      this.linkAll();
      this.shown = this.shown.then(showLibrary);
    }

    /** Several pictures are described on one page. */
    linkAll() {
      if (this.done.length < 2) return;
      if (!this.all) this.list.before(this.all = document.createElement('p'));
      const link = Object.assign(document.createElement('a'), { className: 'more', href: '/admin/pictures/words?' + this.done.map(hash => 'picture=' + hash).join('&') });
      link.textContent = this.words.describeAll.replace('{}', this.done.length);
      this.all.replaceChildren(link);
    }

    /** Adds a button to retry a refused file. */
    offer(file, { row }) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: this.words.again });
      button.addEventListener('click', () => {
        row.remove();
        this.add(file);
      });
      row.append(button);
    }

    /** Lists the uploads that wait for their file to be chosen again. */
    async remember() {
      for (const one of pictureUpload.kept()) {
        try {
          const answer = await pictureUpload.ask('HEAD', one.address, {});
          const row = this.row(one.name, one.size);
          row.meter.show(Number(answer.headers.get('Upload-Offset')));
          row.meter.signal.addEventListener('abort', () => {
            row.row.remove();
            this.say(row, one.name, this.words.cancelled);
            pictureUpload.abandon(one, this.token);
          });
          row.state.textContent = this.words.unfinished;
          row.row.dataset.key = one.key;
        } catch (fault) {
          if (fault.status === 404) pictureUpload.forget(one.key);
        }
      }
    }

    /** Removes the note about a file that has been chosen again. */
    resume(file) {
      const end = ` ${file.size} ${file.lastModified}`;
      for (const row of this.list.querySelectorAll('[data-key]')) {
        if (row.dataset.key.endsWith(file.name + end)) row.remove();
      }
    }
  }

  /** Shows the library as it is now, with what was ticked. */
  async function showLibrary() {
    const id = 'library', old = document.getElementById(id);
    if (!old) return;
    try {
      const answer = await fetch(location.href, { credentials: 'same-origin' });
      const now = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id);
      if (!now) return;
      const focused = document.activeElement?.closest('#library [href], #library [name]');
      const selector = focused && (focused.name ? `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]` : `[href="${CSS.escape(focused.getAttribute('href'))}"]`);
      for (const box of old.querySelectorAll('[name=picture]:checked')) {
        const same = now.querySelector(`[value="${box.value}"]`);
        if (same) same.checked = true;
      }
      old.replaceWith(now);
      if (selector) now.querySelector(selector)?.focus({ preventScroll: true });
      document.dispatchEvent(new Event('ticks'));
    } catch { }
  }

  /** Chosen files are sent at once, one after the other. */
  function library(form) {
    const uploads = new Uploads(form), input = form.elements.file;
    uploads.remember();
    const take = files => {
      for (const file of files) {
        uploads.resume(file);
        uploads.add(file);
      }
    };
    const start = () => {
      take(input.files);
      input.value = '';
    };
    // Wherever on the page files are dropped: otherwise the browser would show them instead of it.
    const hasFiles = event => event.dataTransfer?.types.includes('Files') && event.target !== input;
    document.addEventListener('dragover', event => { if (hasFiles(event)) event.preventDefault(); });
    document.addEventListener('drop', event => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    });
    input.addEventListener('change', start);
    form.addEventListener('submit', event => {
      event.preventDefault();
      start();
    });
  }

  /** Uploads the new picture in parts, then submits its hash with the form. */
  function replacement(form) {
    form.addEventListener('submit', async event => {
      const [file] = form.elements.file.files;
      if (!file) return;
      event.preventDefault();
      const button = form.querySelector('button');
      button.disabled = true;
      form.elements.hash.value = await new Uploads(form).add(file) || '';
      button.disabled = false;
      if (!form.elements.hash.value) return;
      form.elements.file.disabled = true;
      form.submit();
    });
  }

  /** The picture is as wide as the page: the click is reported in percent of its size. */
  function focus(form) {
    form.addEventListener('click', event => {
      if (event.target.type !== 'image') return;
      const box = event.target.getBoundingClientRect();
      form.elements.x.value = Math.round(100 * (event.clientX - box.left) / box.width);
      form.elements.y.value = Math.round(100 * (event.clientY - box.top) / box.height);
    });
  }

  /** Saves words that were typed before another form of the page is sent, and asks before the page is left without them. */
  function keepWords(form) {
    const typed = () => new URLSearchParams(new FormData(form)).toString();
    let saved = typed();
    let isSent = false;
    form.addEventListener('submit', () => { isSent = true; });
    document.addEventListener('submit', async event => {
      const other = event.target;
      if (other === form || typed() === saved) return;
      event.preventDefault();
      event.stopPropagation();
      const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }).catch(() => null);
      const page = new DOMParser().parseFromString(await answer?.text() ?? '', 'text/html');
      // The page says what is wrong with them.
      if (!answer?.ok || !answer.redirected) return form.requestSubmit();
      for (const { elements: { revision } } of document.forms) if (revision) revision.value = page.getElementById('words').elements.revision.value;
      saved = typed();
      other.requestSubmit(event.submitter);
    }, true);
    addEventListener('beforeunload', event => { if (!isSent && typed() !== saved) event.preventDefault(); });
  }

  document.addEventListener('DOMContentLoaded', () => {
    const [upload, replace, spot] = ['#upload', '#replace', 'form.focus'].map(one => document.querySelector(one));
    if (upload) library(upload);
    if (replace) replacement(replace);
    if (spot) focus(spot);
    const words = document.getElementById('words');
    if (words) keepWords(words);
  });
})();
