// The settings: stored in IndexedDB, effective at once.

const form = document.getElementById('set');
let settings = {};

/** The settings that pages outside the app share with it, in a cookie of the newspaper. */
const SHARED = ['images', 'palette', 'text_size'];

function sharedFields() {
  const cookie = document.cookie.split('; ').find(one => one.startsWith('reading='));
  return new URLSearchParams(cookie?.slice('reading='.length));
}

/** The stored settings, with what the reader has set outside the app since. */
async function currentSettings() {
  const kept = await fact('settings');
  const fields = sharedFields();
  // Another device of the reader may have changed them while this page was closed.
  if (fields.toString() === (kept.shared ?? '')) return share(kept);
  const [images, palette, size] = SHARED.map(name => fields.get(name) ?? undefined);
  const current = { ...kept, images, palette, text_size: size && Number(size), shared: fields.toString() };
  await keepFact('settings', current);
  return current;
}

/** Shares the settings with the pages outside the app. Returns what they share now. */
function shareSettings(said) {
  const fields = sharedFields();
  const before = fields.toString();
  for (const name of SHARED) said[name] ? fields.set(name, said[name]) : fields.delete(name);
  if (fields.toString() === before) return before;
  document.cookie = 'reading=' + fields + '; Path=/; SameSite=Lax; Max-Age=' + (fields.toString() ? 31536000 : 0)
    + (location.protocol === 'https:' ? '; Secure' : '');
  // By the server too, since some browsers soon forget what scripts set.
  fetch('/settings', { method: 'POST', body: fields, redirect: 'manual' }).catch(() => {});
  return fields.toString();
}

/** Shares settings with the pages outside the app, and keeps that they know. */
async function share(current) {
  const shared = shareSettings(current);
  if (shared === (current.shared ?? '')) return current;
  await keepFact('settings', { ...current, shared });
  return { ...current, shared };
}

/** Takes over settings that were changed in another tab, or on another device of the reader. Returns whether they choose other stories. */
async function takeOver() {
  const [before, kept] = [settings, await fact('settings')];
  if (settingsText(before) === settingsText(kept)) {
    settings = kept;
    return false;
  }
  settings = await share(kept);
  fillForm();
  if (before.images !== settings.images) list.replaceChildren();
  return selectionKey(before) !== selectionKey(settings) || before.images !== settings.images;
}

/** Shows the settings in the form. */
function fillForm() {
  const lists = { sections: settings.sections ?? [], categories: settings.categories ?? [] };
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.name in lists) field.checked = lists[field.name].includes(field.value);
    else if (field.type === 'radio') field.checked = field.value === (settings[field.name] ?? '');
    else if (field.type === 'checkbox') field.checked = Boolean(settings[field.name]);
    else field.value = settings[field.name] ?? field.defaultValue ?? field.value;
  }
  if (!settings.days) form.elements.days.value = USUAL_DAYS;
  showSize();
}

/** The settings in the form. Those left to the device are not set. */
function readForm() {
  const said = new FormData(form);
  const size = Number(said.get('text_size'));
  return {
    images: said.get('images') || undefined, palette: said.get('palette') || undefined,
    text_size: size === 1 ? undefined : size, days: Number(said.get('days')) || USUAL_DAYS,
    local: said.has('local'), sections: said.getAll('sections'), categories: said.getAll('categories')
  };
}

function showSize() {
  form.querySelector('output').value = Math.round(form.elements.text_size.value * 100) + '%';
}

/** Says whether the reader has logged in. */
async function showAccount() {
  const isIn = isLoggedIn();
  const { isFull } = await fact('account');
  for (const [id, isShown] of [['logged-in', isIn], ['logged-out', !isIn], ['account-full', isIn && isFull]]) document.getElementById(id)?.toggleAttribute('hidden', !isShown);
}

/** Applies colours and text size as set, otherwise as decided. */
function showLook(state) {
  document.documentElement.className = lookOf(settings, state) + ' live';
}

/** Leads to what the app fetches and why. The reader's place stays out of the address. */
async function showExplained() {
  document.getElementById('explained').href = '/ws/explain?' + formOf({ ...await deviceFields(), ...wishFields(settings) });
}

form.addEventListener('input', showSize);

document.getElementById('reset').addEventListener('click', async () => {
  await endMessages({}).catch(() => {});
  shareSettings({});
  await forgetAll();
  try {
    localStorage.removeItem(PLACE);
    localStorage.removeItem('n4md-saved');
  } catch { /* There was none. */ }
  location.replace('/news/');
});

// If the browser offers to install the app, so do the settings.
const install = document.getElementById('install');
addEventListener('beforeinstallprompt', event => {
  install.hidden = false;
  install.onclick = () => event.prompt();
});
addEventListener('appinstalled', () => { install.hidden = true; });
