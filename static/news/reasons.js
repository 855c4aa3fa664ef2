// The reasons that decide how much the app fetches. The settings load this only with a connection, which it needs itself.

/** Lists them, by an update that brings nothing but what is new. */
export async function list() {
  const { sync } = await fact('state');
  if (!sync) return;
  const { plan } = await ask({ ...await deviceFields(), ...wishFields(settings), since: sync, reasons: 1 });
  const list = document.getElementById('reasons') ?? Object.assign(element('ul'), { id: 'reasons' });
  list.replaceChildren(...(plan.reasons ?? []).map(one => element('li', one.reason)));
  document.getElementById('taken').after(list);
  await showStorage(plan);
}
