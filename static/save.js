// Saves the story of a page for the app, which loads it when it is opened next. page.js loads this when the reader asks for it.

async function saveStory(id) {
  const { stories = [] } = await fact('saved');
  await keepFact('saved', { stories: [id, ...stories.filter(other => other !== id)] });
}

saveStory(Number(save.value)).then(() => {
  const saved = document.getElementById('saved');
  [save.hidden, saved.hidden] = [true, false];
  saved.focus();
}, () => { save.textContent = save.dataset.fault; });
