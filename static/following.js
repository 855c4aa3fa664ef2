// Adds a topic to what this device is told of, and keeps its subscription. page.js imports this on pages of readers who get messages already.

/** Begins on a page of a reader who was told of these topics that day; the link to follow its list is null where there is none. */
export async function begin(day, topics, link) {
  if (link && topics.includes(link.dataset.topic)) showFollowed(link);
  else if (link) link.onclick = event => {
    event.preventDefault();
    follow(link).catch(() => false).then(isDone => (isDone ? showFollowed(link) : location.assign(link.href)));
  };
  if (day !== new Date().toJSON().slice(0, 10)) await renewSubscription(await installedApp());
}

function showFollowed(link) {
  link.textContent = '\u2713 ' + link.dataset.told;
  link.onclick = null;
}

/** Follows the topic of a link; returns whether that was possible. Where the device is, only the page of messages asks. */
async function follow({ dataset: { topic, name } }) {
  if (topic === 'near') return false;
  const fault = await messageFault() ?? await changeWishes(
    wishes => ({ ...wishes, topics: [...new Set([...wishes.topics, topic])], names: { ...wishes.names, [topic]: name } }), installedApp);
  return !fault;
}
