// Shares an article through the system, if the browser supports it.
const button = document.getElementById("share");
if (button && navigator.share) {
  button.hidden = false;
  button.onclick = () => navigator.share({ title: document.querySelector("h1").textContent, url: document.querySelector("link[rel=canonical]").href }).catch(() => {});
}
