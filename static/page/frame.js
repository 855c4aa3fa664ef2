// What every page adds where scripts run: times as people say them, a menu that closes. Nothing moves by it.
document.querySelectorAll('.meta:not(.today):not(.by) time').forEach(time => speakTime(time));

/** The page is asked about with its own address, even where the browser does not tell whence it comes. */
function askAboutThis() {
  const ask = document.querySelector('footer [href$="why=1"]');
  if (ask && (location.search || 'own' in ask.dataset)) Object.assign(ask, { href: location.pathname + (location.search ? location.search + '&' : '?') + 'why=1' }).dataset.own = '';
}
askAboutThis();

/** A note of the app for pages outside it; empty if there is none. */
function noted(name) {
  try { return localStorage.getItem(name) ?? ''; } catch { return ''; }
}

// The menu closes as people expect.
const menu = document.querySelector('.menu');
addEventListener('keydown', event => { if (event.key === 'Escape' && menu?.open) menu.open = false; });
addEventListener('click', event => {
  if (!menu?.open || menu.contains(event.target)) return;
  menu.open = false;
  event.preventDefault();
}, true);
