// Saves the story of a page for reading offline in the app: notes its number, installs the app's worker, and lets that load the story. story.js loads
// this when the reader asks for it.

async function noteSaved(id) {
  const saved = await changeList('saved', list => [id, ...list.filter(other => other !== id)]);
  try { localStorage.setItem('n4md-saved', saved.join(',')); } catch { /* The page then offers to save it once more. */ }
}

function loadSaved({ active }) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => (data === 'saved' ? resolve() : reject(new Error(data)));
    active.postMessage('save', [port2]);
  });
}

/** Says what became of it, unless the reader has opened another story since. */
function tellSaved(id, isOffline) {
  if (save.value !== id) return;
  if (!isOffline) kept.textContent = kept.dataset.later;
  [save.hidden, kept.hidden] = [true, false];
  showKept();
  if (document.activeElement !== keep) kept.focus();
}

/** Saves the story that is open. */
function saveStory(id) {
  noteSaved(Number(id)).then(
    () => installedApp().then(loadSaved).then(() => tellSaved(id, true), () => tellSaved(id, false)),
    tellUnsaved);
}
wanted.forEach(saveStory);
