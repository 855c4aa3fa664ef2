// The edition desk: buttons work without leaving the page, and stories on the front page can be dragged.
(function () {
  'use strict';

  const desk = () => document.getElementById('desk');

  /** Sends a form with the pressed button, and shows the resulting page. */
  async function send(form, fields) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const response = await fetch(form.getAttribute('action'), { method: 'POST', body });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.getElementById('desk');
    // The session has ended, or the response is something else: the browser shows it.
    if (!next) return location.reload();
    desk().replaceWith(next);
    // What was said of the step before is over.
    document.querySelector('main > .note')?.remove();
    prepare();
    const said = page.querySelector('.note')?.textContent;
    if (said) document.getElementById('desk-status').textContent = said;
  }

  /** The button with a name for a story, or if it is gone, the one that took its place. */
  function focusOn(name, story) {
    const row = document.getElementById('story-' + story);
    const button = row?.querySelector(`button[name="${name}"]`) ?? row?.querySelector('button') ?? document.getElementById('front');
    if (button.tagName === 'H2') button.tabIndex = -1;
    button.focus({ preventScroll: true });
    (button.closest('li') ?? button).scrollIntoView({ block: 'center' });
  }

  document.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!submitter || !desk()?.contains(form) || !['up', 'down', 'lead', 'remove', 'add', 'editorial'].includes(submitter.name)) return;
    event.preventDefault();
    const { name, value } = submitter;
    const story = form.closest('li').id.replace('story-', '');
    send(form, { [name]: value }).then(() => focusOn(name, story), () => form.requestSubmit(submitter));
  });

  /** Lets the stories on the front page be dragged by their handles. The arrows do the same without dragging, and announce it. */
  function prepare() {
    for (const handle of document.querySelectorAll('.handle')) {
      const item = handle.closest('li');
      handle.addEventListener('pointerdown', event => drag(event, handle, item, item.parentElement));
    }
  }

  /** Milliseconds between two steps of scrolling, pixels per step, and the distance from the screen's edge at which it starts. */
  const [PACE, STEP, EDGE] = [16, 10, 70];

  function drag(event, handle, item, list) {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    item.classList.add('dragged');
    const before = [...list.children];
    let y = event.clientY;
    const middle = other => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2;
    };
    // Its neighbours move past it: moving the element itself would lose the pointer.
    const follow = () => {
      for (let other; (other = item.previousElementSibling) && y < middle(other);) item.after(other);
      for (let other; (other = item.nextElementSibling) && y > middle(other);) item.before(other);
    };
    const scrolling = setInterval(() => {
      if (y > EDGE && y < innerHeight - EDGE) return;
      scrollBy(0, y <= EDGE ? -STEP : STEP);
      follow();
    }, PACE);
    const move = ({ clientY }) => {
      y = clientY;
      follow();
    };
    const end = ({ type }) => {
      clearInterval(scrolling);
      handle.removeEventListener('pointermove', move);
      item.classList.remove('dragged');
      if (type === 'pointercancel') list.replaceChildren(...before);
      if (before.indexOf(item) === [...list.children].indexOf(item)) return;
      const place = item.nextElementSibling?.dataset.story ?? '';
      send(item.querySelector('form'), { drag: item.dataset.story, before: place }).catch(() => location.reload());
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  }

  prepare();
}());
