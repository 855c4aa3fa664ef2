// What every page adds where scripts run: times as people say them, a menu that closes. Nothing moves by it.
document.querySelectorAll('.meta:not(.today):not(.by) time').forEach(time => speakTime(time));

// The page is asked about with its own fields, even where the browser does not tell whence it comes.
if (location.search) for (const link of document.querySelectorAll('[href="?why=1"]')) link.search = location.search + '&why=1';

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
