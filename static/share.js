// Hands an article on by the system's own means, where the browser has them.
const button = document.getElementById("share");
if (button && navigator.share) {
  button.hidden = false;
  button.onclick = () => navigator.share({ title: document.querySelector("h1").textContent, url: document.querySelector("link[rel=canonical]").href }).catch(() => {});
}
