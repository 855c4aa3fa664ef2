// Finds stories on the device by their words, and what a reader meant whose words none has.

/** The words that are looked for: those typed, or the nearest that stories have. */
let sought = [];

/** The words of a story, as they are compared. */
function wordsOf(story) {
  return plainWords([story.title, story.kicker, story.standfirst, story.byline, story.section, ...story.categories ?? [], story.text].join(' '));
}

/** Takes up what was typed. If no story has it, its unknown words are replaced by the nearest that stories have. */
function seek() {
  const texts = Array.from(stories.values(), wordsOf);
  const isFoundBy = words => texts.some(text => words.every(word => text.includes(word)));
  const typed = plainWords(find.value).split(/\s+/).filter(Boolean);
  sought = typed;
  if (isFoundBy(typed) || typed.length > 6) return;
  const known = new Set(texts.join(' ').split(/[^\p{L}\p{N}]+/u));
  sought = typed.map(word => (texts.some(text => text.includes(word)) ? word : nearest(word, known) ?? word));
  if (!isFoundBy(sought)) sought = typed;
}

/** The word with the fewest different letters: one, or two in longer words and in those that begin the same. */
function nearest(word, known) {
  if (word.length < 4 || word.length > 40) return null;
  let [best, least] = [null, 3];
  for (const other of known) {
    if (Math.abs(other.length - word.length) > 2 || other.length < 4) continue;
    const most = word.length >= 6 || other.slice(0, 2) === word.slice(0, 2) ? 2 : 1;
    const distance = difference(word, other);
    if (distance <= most && distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** The letters to insert, to remove, to replace or to swap with their neighbours. */
function difference(one, other) {
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 0; row < one.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column++) {
      let least = Math.min(last[column] + (one[row] === other[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1);
      if (row && column && one[row] === other[column - 1] && one[row - 1] === other[column]) least = Math.min(least, before[column - 1] + 1);
      current.push(least);
    }
    [before, last] = [last, current];
  }
  return last[other.length];
}

/** Whether a story has all words that are looked for. */
function isFound(story) {
  const text = wordsOf(story);
  return sought.every(word => text.includes(word));
}

/** Letters without accents and capitals. */
function plainWords(text) { return text.normalize('NFD').replace(/<[^>]*>|\p{M}/gu, '').toLowerCase().trim(); }
