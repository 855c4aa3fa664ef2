// The text size of a story's page, for readers who change it: the page stays one entry of the history, and the button under the finger.
{
  const tools = document.getElementById('tools'), key = 'n4md-tap';
  const keep = words => { try { words ? sessionStorage.setItem(key, words) : sessionStorage.removeItem(key); } catch { /* The button may move. */ } };
  const kept = () => { try { return sessionStorage.getItem(key) ?? ''; } catch { return ''; } };

  const change = button => {
    keep(Math.round(button.getBoundingClientRect().top) + button.ariaLabel);
    const body = new URLSearchParams([[button.name, button.value], ['back', location.pathname]]);
    fetch(tools.action, { method: 'POST', body }).finally(() => location.reload());
  };

  const [, top, label] = /^(-?\d+)(.*)$/.exec(kept()) ?? [];
  keep('');
  const button = top && document.querySelector('.share [aria-label="' + CSS.escape(label) + '"]');
  if (button) scrollBy(0, button.getBoundingClientRect().top - top);
  if (tools.pressed) change(tools.pressed);
  tools.addEventListener('submit', event => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    change(event.submitter);
  });
}
