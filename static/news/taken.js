// What the app stores and may fetch, and the reasons for that. Only the settings load this.

export async function show() {
  // The last update may have been on another link: its plan is told only if there is no answer about this one.
  const plan = navigator.onLine ? await askReasons().catch(() => undefined) : undefined;
  await showStorage(plan);
}

/** How much an update may fetch, by a plan or that of the last one, and what the newspaper stores on the device. */
async function showStorage(present) {
  const [state, { network, battery }, kept, files, estimate] = await Promise.all([
    fact('state'), deviceFields(), keptStories(), keptPictures(), navigator.storage?.estimate?.()]);
  const plan = present ?? state.plan;
  if (!plan?.budget) return;
  const bytes = count => !count ? '–' : count < 1e6 ? size.format(Math.round(count / 1000)) : large.format(count / 1e6);
  const figures = {
    link: { wifi: 'Wi-Fi', 'slow-2g': '2G' }[network] ?? network?.toUpperCase() ?? '?', battery: battery === undefined ? '?' : battery + '%',
    budget: bytes(plan.budget), stories: kept.length, texts: kept.filter(story => story.text && !story.isOpening).length,
    pictures: kept.filter(story => filesOf(story).some(file => files.has(file.link))).length, size: bytes(estimate?.usage)
  };
  const taken = document.getElementById('taken');
  taken.textContent = taken.dataset.words.replace(/\{(\w+)\}/g, (_, name) => figures[name]);
}

/** Lists the reasons that decide how much the app fetches, by an update that brings nothing but what is new. Returns its plan; nothing before the first one. */
async function askReasons() {
  const { sync } = await fact('state');
  if (!sync) return undefined;
  const { plan } = await ask({ ...await deviceFields(), ...wishFields(settings), since: sync, reasons: 1 });
  const list = document.getElementById('reasons') ?? Object.assign(element('ul'), { id: 'reasons' });
  list.replaceChildren(...(plan.reasons ?? []).map(one => element('li', one.reason)));
  document.getElementById('taken').after(list);
  return plan;
}
