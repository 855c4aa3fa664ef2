// Keeps what somebody who has logged in saved and read the same on all of their devices. What the server knew last is kept beside what this
// device has now: the difference is what happened here. Shared by page and worker.

const KINDS = ['saved', 'read'];
/** The most stories that the server takes at once, and the requests made in a row. */
const [MOST_SYNCED, MOST_ROUNDS] = [500, 8];

/** Sends what happened here and takes what happened elsewhere. Returns whether stories were saved or removed. Throws `Trouble`. */
async function exchange() {
  let isChanged = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = await fact('account');
    // A server that does not know this device yet takes nothing.
    const sent = known.account ? await changesSince(known) : {};
    const answer = await postChanges(known, sent);
    if (!answer) return isChanged;
    isChanged = await takeChanges(answer, known, sent) || isChanged;
    if (answer.account === known.account && !KINDS.some(kind => sent[kind]?.isCut)) break;
  }
  return isChanged;
}

/** Sends changes; if the account has no room for more saved stories, all but those. Returns nothing if nobody is logged in. */
async function postChanges(known, sent) {
  try {
    return await postAccount(known, sent);
  } catch (trouble) {
    if (trouble.status === 401) {
      // What the server knew is kept for the next log-in: otherwise what was removed elsewhere would seem to be saved here.
      await keepFact('account', { ...known, isOut: true });
      return null;
    }
    if (trouble.status !== 422 || !sent.saved?.add.length) throw trouble;
    sent.saved = { add: [], drop: sent.saved.drop };
    return { ...await postAccount(known, sent), isFull: true };
  }
}

async function postAccount(known, sent) {
  const fields = { account: known.account, since: known.revision, ...sent };
  const body = JSON.stringify(fields, (name, value) => (name === 'isCut' ? undefined : value));
  return load('/me/sync', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }, response => response.json());
}

/** What happened here since the server was told last, of each kind. */
async function changesSince(known) {
  const changes = {};
  let room = MOST_SYNCED;
  for (const kind of KINDS) {
    const [before, now] = [known[kind] ?? [], (await fact(kind)).stories ?? []];
    const add = now.filter(id => !before.includes(id));
    const drop = before.filter(id => !now.includes(id));
    const change = { add: add.slice(0, room), drop: drop.slice(0, Math.max(0, room - add.length)) };
    room -= change.add.length + change.drop.length;
    change.isCut = change.add.length + change.drop.length < add.length + drop.length;
    if (add.length + drop.length) changes[kind] = change;
  }
  return changes;
}

/** Takes the server's answer. Returns whether stories were saved or removed elsewhere. */
async function takeChanges(answer, known, sent) {
  // Changes for another account were not taken; and a server that has lost some lets this device send its own again.
  const isSame = answer.account === known.account && !(answer.revision < known.revision);
  const [base, done] = isSame ? [known, sent] : [{}, {}];
  const next = { account: answer.account, revision: answer.revision, isFull: answer.isFull };
  return inStore('readwrite', async (_, facts) => {
    let isChanged = false;
    for (const kind of KINDS) {
      const { add = [], drop = [] } = answer[kind] ?? {};
      const { add: told = [], drop: untold = [] } = done[kind] ?? {};
      const before = answer.complete ? [] : apply(base[kind] ?? [], done[kind]);
      const gone = answer.complete ? (base[kind] ?? []).filter(id => !add.includes(id)) : drop;
      next[kind] = apply(before, { add, drop });
      const { stories = [] } = await result(facts.get(kind)) ?? {};
      // Whatever the reader did here since it was sent stays.
      const merged = apply(stories, { add: add.filter(id => !stories.includes(id) && !told.includes(id)), drop: gone.filter(id => !untold.includes(id)) });
      if (merged.join() === stories.join()) continue;
      facts.put({ stories: merged }, kind);
      isChanged ||= kind === 'saved';
    }
    facts.put(next, 'account');
    return isChanged;
  });
}

/** A list without some numbers, and with others before it. */
function apply(list, { add = [], drop = [] } = {}) {
  return [...add, ...list.filter(id => !add.includes(id) && !drop.includes(id))];
}
