// Finds stories on the device by their words, and what a reader meant whose words none has.

/** What is looked for, as in the search of the archive: alternatives, each of them terms that a story must all match. */
let sought = [];
/** The same in words if it is not what was typed: the nearest words that stories have. */
let meant = '';
/** Finds the nearest known word; nothing until words are looked for that no story has. */
let nearest;

/** The words of a story, as they are compared. */
function wordsOf(story) {
  return ' ' + plainWords([story.title, story.kicker, story.standfirst, story.byline, story.section, ...story.categories ?? [], story.text].join(' ')) + ' ';
}

/** The alternatives that were typed: words, "phrases" and -exclusions, with OR between them. */
function alternativesOf(typed) {
  const alternatives = [[]];
  for (const [part] of typed.matchAll(/-?"[^"]*"?|\S+/g)) {
    if (part.toLowerCase() === 'or') {
      alternatives.push([]);
      continue;
    }
    const words = plainWords(part);
    if (words) alternatives.at(-1).push({ words, isExcluded: part[0] === '-', isPhrase: part.includes('"') });
  }
  return alternatives.filter(terms => terms.length);
}

/** Whether a story's words match one of the alternatives. */
function matches(text, alternatives) {
  return alternatives.some(terms => terms.every(term => matchesTerm(text, term)));
}

/**
 * A word may be the beginning of a longer one, since it may not be typed to its end, or have another number; so may the last of a phrase.
 * What is excluded is a whole word, since little is left otherwise.
 */
function matchesTerm(text, { words, isExcluded, isPhrase }) {
  const has = word => text.includes(` ${word} `);
  if (isPhrase) return isExcluded ? !has(words) : text.includes(' ' + words);
  const isThere = has(words) || otherNumbers(words).some(has);
  return isExcluded ? !isThere : isThere || text.includes(' ' + words);
}

/** The word in singular or plural, as far as its last letters tell in English and Portuguese. */
function otherNumbers(word) {
  if (word.length < 4) return [];
  if (word.endsWith('y')) return [word.slice(0, -1) + 'ies'];
  if (!word.endsWith('s')) return [];
  return [word.slice(0, -1), ...word.endsWith('es') ? [word.slice(0, -2)] : [], ...word.endsWith('ies') ? [word.slice(0, -3) + 'y'] : []];
}

/** Takes up what was typed. If no story has it, its unknown words are replaced by the nearest that stories have, and then any of the words will do. */
function seek() {
  const texts = Array.from(stories.values(), wordsOf);
  const isFoundBy = alternatives => texts.some(text => matches(text, alternatives));
  [sought, meant] = [alternativesOf(find.value), ''];
  const isPlain = sought.length === 1 && sought[0].length <= 6 && sought[0].every(term => !term.isExcluded && !term.isPhrase);
  if (!isPlain || isFoundBy(sought)) return;
  if (!nearest) {
    import('/static/spelling.js').then(module => { ({ nearest } = module); showChoice(); }).catch(() => {});
    return;
  }
  const known = new Set(texts.join(' ').split(' '));
  const nearer = [sought[0].map(term => ({ ...term, words: texts.some(text => matchesTerm(text, term)) ? term.words : nearest(term.words, known) ?? term.words }))];
  const words = nearer[0].map(term => term.words), any = nearer[0].map(term => [term]);
  if (isFoundBy(nearer)) [sought, meant] = [nearer, words.join(' ')];
  else if (isFoundBy(any)) [sought, meant] = [any, words.join(' / ')];
}

/** Whether a story matches what is looked for. */
function isFound(story) { return sought.length === 0 || matches(wordsOf(story), sought); }

/** Words in small letters without accents, a space between them. */
function plainWords(text) {
  return text.replace(/<[^>]*>/g, ' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
