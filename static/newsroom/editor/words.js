// How long a text is.

/** The number of words of a text. */
function wordsIn(text, language) {
  if (!window.Intl || !Intl.Segmenter) return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) || []).length;
  let count = 0, segmenter;
  try { segmenter = new Intl.Segmenter(language || "en", { granularity: "word" }); } catch { segmenter = new Intl.Segmenter("en", { granularity: "word" }); }
  for (const { isWordLike } of segmenter.segment(text)) count += isWordLike ? 1 : 0;
  return count;
}
