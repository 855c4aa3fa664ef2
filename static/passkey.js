// Passkeys: a form with data-passkey asks the server what to ask the device, and takes the device's answer along.
(function () {
  'use strict';

  /** Milliseconds that the server's answer may take. */
  const PATIENCE = 20000;

  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), one => one.charCodeAt(0));
  const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');

  /** What the device is to be asked, with its bytes. Throws the server's words as a `Refusal`. */
  async function question(form) {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(form.action + '/question', {
        method: 'POST', body: new URLSearchParams(new FormData(form)), signal: stop.signal, headers: { Accept: 'application/problem+json' },
      }).catch(() => { throw new Refusal(form.dataset.unreachable); });
      if (answer.status === 401) throw new LoggedOut();
      const options = await answer.json();
      if (!answer.ok) throw new Refusal(options.detail);
      options.challenge = bytes(options.challenge);
      if (options.user) options.user.id = bytes(options.user.id);
      for (const known of options.excludeCredentials ?? []) known.id = bytes(known.id);
      return options;
    } finally {
      clearTimeout(timer);
    }
  }

  class Refusal extends Error {}
  class LoggedOut extends Error {}

  /** The device's answer, as fields. */
  async function fields(form) {
    const options = { publicKey: await question(form) };
    const { rawId, response } = await navigator.credentials[form.dataset.passkey](options);
    const answer = { id: rawId, client: response.clientDataJSON, signature: response.signature };
    const isNew = form.dataset.passkey === 'create';
    return { ...answer, authenticator: isNew ? response.getAuthenticatorData() : response.authenticatorData, key: isNew ? response.getPublicKey() : null };
  }

  async function send(form) {
    const said = form.querySelector('[role=alert]'), button = form.querySelector('button');
    said.hidden = true;
    button.disabled = true;
    try {
      const answer = await fields(form);
      // A page that is shown again has no former answer.
      for (const former of form.querySelectorAll('[data-answer]')) former.remove();
      for (const [name, value] of Object.entries(answer)) {
        if (!value) continue;
        const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value: text(value) });
        input.dataset.answer = '';
        form.append(input);
      }
      form.submit();
    } catch (fault) {
      if (fault instanceof LoggedOut) return location.reload();
      said.textContent = fault instanceof Refusal ? fault.message : form.dataset.fault;
      said.hidden = false;
    }
    button.disabled = false;
  }

  for (const form of document.querySelectorAll('[data-passkey]')) {
    form.addEventListener('submit', event => {
      event.preventDefault();
      send(form);
    });
  }
})();
