// Keeps what somebody who has logged in saved, read, follows and set the same on all of their devices. What the server knew last is kept beside what this
// device has now: the difference is what happened here. Shared by page and worker.

/** The facts that are lists, each with the name of its list. */
const LISTS = { saved: 'stories', read: 'stories', follows: 'topics' };
const KINDS = Object.keys(LISTS);
/** What the server may not take, in the order in which it is left out. */
const REFUSABLE = ['settings', 'follows', 'saved'];
/** The most stories and topics that the server takes at once, and the requests made in a row. */
const [MOST_SYNCED, MOST_ROUNDS] = [500, 8];
/** Those of which it is told how far they were read; the others are saved and read. */
const MOST_PLACES = 100;

/** Sends what happened here and takes what happened elsewhere. Returns whether stories were saved or removed, or topics or settings changed. Throws `Trouble`. */
async function exchange() {
  let isChanged = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = await fact('account');
    // A server that does not know this device yet takes nothing.
    const sent = known.account ? await changesSince(known) : {};
    const [answer, told] = await postChanges(known, sent);
    if (!answer) return isChanged;
    isChanged = await takeChanges(answer, known, told) || isChanged;
    if (answer.account === known.account && !isCut(told)) break;
  }
  return isChanged;
}

/** Whether there was no room for some changes. */
const isCut = sent => KINDS.some(kind => sent[kind]?.isCut) || Object.keys(sent.places ?? {}).length === MOST_PLACES;

/**
 * Sends changes; those that the server does not take stay those of this device: each kind is tried without, and then without all of them.
 * Returns the answer and what was sent; nothing if nobody is logged in.
 */
async function postChanges(known, sent) {
  let refusal = null;
  for (const kinds of [[], ...REFUSABLE.map(kind => [kind]), REFUSABLE]) {
    const less = without(sent, kinds);
    if (kinds.length && JSON.stringify(less) === JSON.stringify(sent)) continue;
    try {
      return [{ ...await postAccount(known, less), isFull: Boolean(sent.saved?.add.length) && kinds.includes('saved') }, less];
    } catch (trouble) {
      if (trouble.status === 401) {
        // What the server knew is kept for the next log-in: otherwise what was removed elsewhere would seem to be saved here.
        await keepFact('account', { ...known, isOut: true });
        return [];
      }
      if (trouble.status !== 422) throw trouble;
      refusal = trouble;
    }
  }
  throw refusal;
}

/** What is sent, without settings or what was added to some lists. */
function without(sent, kinds) {
  const less = { ...sent };
  for (const kind of kinds) {
    if (kind === 'settings') delete less.settings;
    else if (less[kind]) less[kind] = { add: [], drop: less[kind].drop };
  }
  return less;
}

async function postAccount(known, sent) {
  // What a kind was when the server was told last is not known before its first answer: then everything is asked for.
  const since = KINDS.every(kind => known[kind]) ? known.revision : undefined;
  const body = JSON.stringify({ account: known.account, since, ...sent }, (name, value) => (name === 'isCut' ? undefined : value));
  return load('/me/sync', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }, response => response.json());
}

/** What happened here since the server was told last, of each kind. */
async function changesSince(known) {
  const changes = {};
  let room = MOST_SYNCED - MOST_PLACES;
  for (const kind of KINDS) {
    const [before, now] = [known[kind] ?? [], (await fact(kind))[LISTS[kind]] ?? []];
    const add = now.filter(id => !before.includes(id));
    const drop = before.filter(id => !now.includes(id));
    const change = { add: add.slice(0, room), drop: drop.slice(0, Math.max(0, room - add.length)) };
    room -= change.add.length + change.drop.length;
    change.isCut = change.add.length + change.drop.length < add.length + drop.length;
    if (add.length + drop.length) changes[kind] = change;
  }
  const moved = Object.entries(await fact('places')).filter(([id, place]) => known.places?.[id] !== place).slice(0, MOST_PLACES);
  if (moved.length) changes.places = Object.fromEntries(moved);
  const said = settingsText(await fact('settings'));
  if (said !== (known.settings ?? '')) changes.settings = said;
  return changes;
}

/** Takes the server's answer. Returns whether stories were saved or removed elsewhere, or topics or settings changed. */
async function takeChanges(answer, known, sent) {
  // Changes for another account were not taken; and a server that has lost some lets this device send its own again.
  const isSame = answer.account === known.account && !(answer.revision < known.revision);
  const [base, done] = isSame ? [known, sent] : [{}, {}];
  const next = { account: answer.account, revision: answer.revision, isFull: answer.isFull };
  return inStore('readwrite', async (_, facts) => {
    const isSet = await takeSettings(answer, isSame && { base, done }, next, facts);
    await takePlaces(answer, base, done, next, facts);
    let isChanged = isSet;
    for (const kind of KINDS) {
      const { add = [], drop = [] } = answer[kind] ?? {};
      const { add: told = [], drop: untold = [] } = done[kind] ?? {};
      const before = answer.complete ? [] : apply(base[kind] ?? [], done[kind]);
      const gone = answer.complete ? (base[kind] ?? []).filter(id => !add.includes(id)) : drop;
      next[kind] = apply(before, { add, drop });
      const here = await result(facts.get(kind)) ?? {};
      const list = here[LISTS[kind]] ?? [];
      // Whatever the reader did here since it was sent stays.
      const merged = apply(list, { add: add.filter(id => !list.includes(id) && !told.includes(id)), drop: gone.filter(id => !untold.includes(id)) });
      if (merged.join() === list.join()) continue;
      facts.put({ ...here, [LISTS[kind]]: merged }, kind);
      isChanged ||= kind !== 'read';
    }
    facts.put(next, 'account');
    return isChanged;
  });
}

/** Takes how far stories were read elsewhere, but for those that were read on here since. */
async function takePlaces(answer, base, done, next, facts) {
  const told = { ...base.places, ...done.places };
  const here = await result(facts.get('places')) ?? {};
  const taken = Object.entries(answer.places ?? {}).filter(([id]) => here[id] === undefined || here[id] === told[id]);
  next.places = { ...answer.complete ? {} : told, ...answer.places };
  if (taken.length) facts.put({ ...here, ...Object.fromEntries(taken) }, 'places');
}

/** Takes settings from elsewhere, unless they were changed here since; at a log-in those of the account. Returns whether they are others. */
async function takeSettings(answer, former, next, facts) {
  const told = former && (former.done.settings ?? former.base.settings ?? '');
  next.settings = answer.settings ?? (former ? told : undefined);
  const here = await result(facts.get('settings')) ?? {};
  if (answer.settings === undefined || answer.settings === settingsText(here) || former && settingsText(here) !== told) return false;
  const said = new URLSearchParams(answer.settings);
  const list = name => said.get(name)?.split(',') ?? [];
  facts.put({
    ...here, images: said.get('images') ?? undefined, palette: said.get('palette') ?? undefined,
    text_size: Number(said.get('text_size')) || undefined, days: Number(said.get('days')) || USUAL_DAYS,
    sections: list('sections'), categories: list('categories')
  }, 'settings');
  return true;
}

/** A list without some of its items, and with others before them. */
function apply(list, { add = [], drop = [] } = {}) {
  return [...add, ...list.filter(id => !add.includes(id) && !drop.includes(id))];
}
