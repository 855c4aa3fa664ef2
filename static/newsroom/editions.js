// The edition desk: buttons act without leaving the place, and stories of the front page can be dragged.
(function () {
  'use strict';

  const desk = () => document.getElementById('desk');

  /** Sends a form as the button says, and shows what the page is then. */
  async function send(form, fields) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const response = await fetch(form.getAttribute('action'), { method: 'POST', body });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.getElementById('desk');
    // The session is over, or something else is there instead: the browser shows it.
    if (!next) return location.reload();
    desk().replaceWith(next);
    prepare();
    const said = page.querySelector('.note')?.textContent;
    if (said) document.getElementById('desk-status').textContent = said;
  }

  /** The button of a name for a story, or where it is gone what stands in its place. */
  function focusOn(name, story) {
    const row = document.getElementById('story-' + story);
    const button = row?.querySelector(`button[name="${name}"]`) ?? row?.querySelector('button') ?? document.getElementById('front');
    if (button.tagName === 'H2') button.tabIndex = -1;
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: 'nearest' });
  }

  document.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!submitter || !desk()?.contains(form) || !['up', 'down', 'lead', 'remove', 'add', 'editorial'].includes(submitter.name)) return;
    event.preventDefault();
    const { name, value } = submitter;
    const story = form.closest('li').id.replace('story-', '');
    send(form, { [name]: value }).then(() => focusOn(name, story), () => form.requestSubmit(submitter));
  });

  /** Gives the stories of the front page handles to drag them by. */
  function prepare() {
    const list = document.querySelector('ol.placed');
    if (!list || !list.querySelector('button[name="remove"]')) return;
    for (const item of list.children) {
      const handle = Object.assign(document.createElement('span'), { className: 'handle', textContent: '⠿', title: list.dataset.drag });
      // Who cannot drag has the arrows, which say what they do.
      handle.setAttribute('aria-hidden', 'true');
      handle.addEventListener('pointerdown', event => drag(event, handle, item, list));
      item.querySelector('.line').prepend(handle);
    }
  }

  function drag(event, handle, item, list) {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    item.classList.add('dragged');
    const before = item.nextElementSibling;
    const move = ({ clientY }) => {
      const others = [...list.children].filter(other => other !== item);
      const next = others.find(other => {
        const { top, height } = other.getBoundingClientRect();
        return clientY < top + height / 2;
      });
      if ((next ?? null) !== item.nextElementSibling) list.insertBefore(item, next ?? null);
    };
    const end = ({ type }) => {
      handle.removeEventListener('pointermove', move);
      item.classList.remove('dragged');
      if (type === 'pointercancel') list.insertBefore(item, before);
      if (item.nextElementSibling === before) return;
      const story = item.dataset.story;
      const place = item.nextElementSibling?.dataset.story ?? '';
      send(item.querySelector('form'), { drag: story, before: place }).catch(() => location.reload());
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  }

  prepare();
}());
