// What this device is told of on its lock screen: shows it, and carries out at once what the reader changes.

const wished = document.getElementById('wishes');
const [followed, state, end, faultWords] = ['followed', 'state', 'end', 'fault'].map(id => document.getElementById(id));
const boxes = () => Array.from(wished.querySelectorAll('[name=topic]'));
const nameOf = box => box.nextElementSibling.textContent;

/** Moves what is chosen from the folded lists to the top; what stands in no list gets a row. */
function raise({ topics, names }) {
  for (const topic of topics) {
    const box = boxes().find(one => one.value === topic) ?? rowOf(topic, names[topic]);
    if (box?.closest('details')) followed.append(box.parentElement);
  }
  followed.hidden = !followed.querySelector('input');
}

function rowOf(topic, name) {
  if (!name) return null;
  const row = boxes()[0].parentElement.cloneNode(true);
  const [box, words] = row.children;
  box.value = topic;
  words.textContent = name;
  words.removeAttribute('lang');
  followed.append(row);
  return box;
}

/** Shows the wishes in the form. */
function showWishes(wishes) {
  for (const box of boxes()) box.checked = wishes.topics.includes(box.value);
  for (const name of ['from', 'to', 'cap']) if (wishes[name]) wished.elements[name].value = wishes[name];
  state.textContent = wishes.topics.length ? state.dataset.on : state.dataset.off;
  end.style.visibility = wishes.topics.length ? 'visible' : 'hidden';
}

/** Carries out a change of a field. Returns the name of what went wrong. */
async function take(field) {
  const isTopic = field.name === 'topic', isMore = isTopic && field.checked;
  const fault = isMore && await messageFault();
  if (fault) return fault;
  state.textContent = state.dataset.saving;
  const place = isMore && field.value === 'near' ? await coarsePlace() : undefined;
  if (place === null) return 'place';
  const [from, to, cap] = ['from', 'to', 'cap'].map(name => wished.elements[name].value);
  return changeWishes(before => {
    const after = { ...before, from, to, cap: Number(cap) };
    if (!isTopic) return after;
    after.topics = before.topics.filter(topic => topic !== field.value);
    if (isMore) after.topics.push(field.value);
    after.names = { ...before.names, [field.value]: isMore ? nameOf(field) : undefined };
    if (field.value === 'near') after.place = place;
    return after;
  }, installedApp);
}

/** The number of changes that are being carried out. */
let pending = 0;

/** Waits for a change; after the last one shows what holds, and why it is not what the reader wanted. */
async function settle(change) {
  pending += 1;
  const fault = await change.catch(() => 'failed');
  pending -= 1;
  faultWords.hidden = !fault;
  if (fault) faultWords.textContent = faultWords.dataset[fault];
  if (!pending) showWishes(await wishes());
}

async function wishes() {
  return { topics: [], names: {}, ...await fact('wishes') };
}

wished.addEventListener('change', event => settle(take(event.target)));
end.addEventListener('click', () => settle(inTurn(async () => endMessages(await wishes()))));

// The app keeps its colours and its size of text to itself.
async function takeLook() {
  const { palette, text_size: size } = await fact('settings');
  if (palette) document.documentElement.classList.replace(document.documentElement.classList[0], palette);
  if (size) document.documentElement.style.fontSize = size * 100 + '%';
}

/** Opens the form, or says why this browser has none. */
async function openWishes() {
  state.dataset.off = state.textContent;
  if (!self.PushManager || !self.Notification || !navigator.serviceWorker) {
    wished.hidden = true;
    document.getElementById('app').hidden = false;
    return 'install';
  }
  await takeLook();
  // A reader who has forbidden messages in the browser gets none.
  if (Notification.permission !== 'granted') await endMessages(await wishes());
  raise(await wishes());
  document.getElementById('all').disabled = false;
  const registration = await navigator.serviceWorker.getRegistration('/news/');
  if (registration) renewSubscription(registration).catch(() => {});
}

settle(openWishes());

const back = document.getElementById('back');
back.addEventListener('click', event => {
  if (!document.referrer.startsWith(location.origin) || history.length < 2) return;
  event.preventDefault();
  history.back();
});
