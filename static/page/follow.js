// Who gets messages on the lock screen follows the subject of a list with one tap; others are led to where they choose.
const link = document.getElementById('follow');
function showFollowed() {
  link.textContent = '\u2713 ' + link.dataset.told;
  link.onclick = null;
}
if (link && topics.includes(link.dataset.topic)) showFollowed();
else if (link && told) {
  link.onclick = event => {
    event.preventDefault();
    following().then(({ follow }) => follow(link)).catch(() => false).then(isDone => (isDone ? showFollowed() : location.assign(link.href)));
  };
}
