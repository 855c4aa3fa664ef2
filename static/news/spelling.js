// The nearest word to one that no story has. Only a search that finds nothing loads this.

/** The word with the fewest different letters, within the limits of SearchSpelling. */
export function nearest(word, known) {
  if (!/^\p{L}{4,40}$/u.test(word)) return null;
  let [best, least] = [null, 3];
  for (const other of known) {
    if (Math.abs(other.length - word.length) > 2 || other.length < 4) continue;
    const distance = difference(word, other);
    if (distance > mostSlips(word, other)) continue;
    // A letter that was left out is likelier than one too many.
    if (distance < least || distance === least && best.length < word.length && other.length >= word.length) [best, least] = [other, distance];
  }
  return best;
}

/** How many letters may differ: in short words not the first, unless it has changed places with the second. */
function mostSlips(word, other) {
  if (word.length >= 6 || other.slice(0, 3) === word.slice(0, 3)) return 2;
  return other[0] === word[0] || other[0] === word[1] && other[1] === word[0] ? 1 : 0;
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
