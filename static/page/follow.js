// For readers who get messages on the lock screen: their subscription is kept at the first page of a day, and they follow a list with one tap.
const [told, ...topics] = noted('n4md-told').split(' ');
const link = document.getElementById('follow');
if (told && (link || told !== new Date().toJSON().slice(0, 10))) {
  import('/static/following.js').then(({ begin }) => begin(told, topics, link)).catch(() => {});
}
