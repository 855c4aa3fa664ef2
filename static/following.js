// Adds a topic to what this device is told of, and keeps its subscription. page.js imports this on pages of readers who get messages already.

/** Follows the topic of a link; returns whether that was possible. Where the device is, only the page of messages asks. */
export async function follow({ dataset: { topic, name } }) {
  if (topic === 'near') return false;
  const fault = await messageFault() ?? await changeWishes(
    wishes => ({ ...wishes, topics: [...new Set([...wishes.topics, topic])], names: { ...wishes.names, [topic]: name } }), installedApp);
  return !fault;
}

export async function renew() {
  await renewSubscription(await installedApp());
}
