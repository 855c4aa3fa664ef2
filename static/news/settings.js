// The settings: stored in IndexedDB, effective at once.

const form = document.getElementById('set');
let settings = {};

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

/** Applies colours and text size as set, otherwise as decided. */
function showLook(state) {
  document.documentElement.className = lookOf(settings, state) + ' live';
}

/** Shows the reasons for the delivery plan. */
function showReasons(state) {
  document.getElementById('why').hidden = !state.plan?.reasons?.length;
  document.getElementById('reasons').replaceChildren(...(state.plan?.reasons ?? []).map(({ reason }) => element('li', reason)));
}

form.addEventListener('input', showSize);

document.getElementById('reset').addEventListener('click', async () => {
  await endMessages({}).catch(() => {});
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
