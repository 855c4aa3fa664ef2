// The line of the weather: as the server rendered it, or as it was stored. There is none unless the newspaper has a weather service.

const weatherLine = document.getElementById('weather');
/** Milliseconds after its hour for which the weather is shown, with its time. */
const WEATHER_AGE = 12 * 3600000;
/** The least budget in bytes of an answer with the weather. */
const WEATHER_BUDGET = 14000;

/** The weather that the server rendered, in the form in which it is stored. */
function weatherInPage() {
  if (!weatherLine || weatherLine.hidden) return undefined;
  const [town, words, time, source] = weatherLine.children;
  return { town: town.textContent, words: words.textContent, time: Date.parse(time.dateTime), source: source.dataset.source, link: source.href };
}

/** Shows the stored weather, if it is not too old. */
function showWeather({ weather }) {
  if (!weatherLine) return;
  weatherLine.hidden = !weather || Date.now() - weather.time > WEATHER_AGE;
  if (weatherLine.hidden) return;
  const [time, source] = [element('time'), element('a', weatherLine.dataset.credit.replace('{}', weather.source))];
  setTime(time, weather.time);
  speakTime(time);
  source.href = weather.link;
  weatherLine.replaceChildren(
    element('b', weather.town ?? weatherLine.dataset.here), ' ', element('bdi', weather.words), ' \u00b7 ', time, ' \u00b7 ', source);
}

let isAwaited = false;

/** The server fetches the weather of a place that it did not know only once somebody asked: asks again soon, once. */
function awaitWeather({ weather, plan }, askAgain) {
  if (isAwaited || !weatherLine || weather || !settings.local || plan.budget < WEATHER_BUDGET) return;
  isAwaited = true;
  setTimeout(askAgain, 4000);
}
