// Times as people say them. Shared by the pages and the app.

/** The page's language, with the day before the month in English as everywhere in the newspaper. */
const spoken = document.documentElement.lang.replace(/^en$/, 'en-GB');
const dayParts = new Intl.DateTimeFormat(spoken, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const agoWords = new Intl.RelativeTimeFormat(spoken, { numeric: 'auto', style: 'short' });

/** Day and minute, as the server writes them: 22 Nov 2026, 08:15. */
function exactTime(date) {
  const { day, month, year, hour, minute } = Object.fromEntries(dayParts.formatToParts(date).map(part => [part.type, part.value]));
  return `${Number(day)} ${month.slice(0, 3)} ${year}, ${hour}:${minute}`;
}

/** How long ago a moment was, and from a week on its day; nothing for moments to come. */
function timeAgo(date) {
  const minutes = Math.round((date - Date.now()) / 60000);
  if (minutes > 0) return '';
  if (minutes === 0) return agoWords.format(0, 'second');
  if (minutes < -6 * 1440) return exactTime(date).replace(/,.*/, '').replace(' ' + new Date().getFullYear(), '');
  if (minutes > -60) return agoWords.format(minutes, 'minute');
  return minutes > -1440 ? agoWords.format(Math.ceil(minutes / 60), 'hour') : agoWords.format(-daysSince(date), 'day');
}

/** How many midnights have passed. */
function daysSince(date) {
  const [then, today] = [new Date(date), new Date()];
  return Math.round((today.setHours(0, 0, 0, 0) - then.setHours(0, 0, 0, 0)) / 86400000);
}

/** Shows how long ago a time was, and exactly on a tap. */
function speakTime(time, exact = time.textContent) {
  const words = timeAgo(new Date(time.dateTime));
  [time.textContent, time.title] = words ? [words, exact] : [exact, ''];
  time.onclick = words ? () => { [time.textContent, time.title] = [time.title, time.textContent]; } : null;
}
