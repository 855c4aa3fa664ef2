// Three devices: makes their links and batteries sliders, and shows at once what a change does.
(function () {
  'use strict';

  const form = document.getElementById('devices');
  if (!form || !window.fetch || !window.URLSearchParams || !window.AbortController) return;
  const CALM = 250, PATIENCE = 20000;  // milliseconds
  let running = null;
  let timer = 0;

  /** Makes a field a slider; returns its name and a function for its value. */
  function dial(field) {
    const said = field.closest('label').querySelector('.said');
    const options = field.localName === 'select' ? Array.from(field.options) : null;
    const slider = options ? document.createElement('input') : field;
    const name = field.name;
    slider.type = 'range';
    if (options) {
      slider.max = options.length - 1;
      slider.value = field.selectedIndex;
      field.replaceWith(slider);
    }
    const say = () => {
      const text = options ? options[slider.value].text : slider.value + '%';
      said.textContent = text;
      slider.setAttribute('aria-valuetext', text);
    };
    slider.addEventListener('input', () => {
      say();
      clearTimeout(timer);
      timer = setTimeout(ask, CALM);
    });
    say();
    return { name, value: () => options ? options[slider.value].value : slider.value };
  }

  /** The address that restores what is shown. */
  function address() {
    const said = new URLSearchParams(location.search);
    dials.forEach(one => said.set(one.name, one.value()));
    return location.pathname + '?' + said;
  }

  async function ask() {
    if (running) running.abort();
    const turn = running = new AbortController();
    const limit = setTimeout(() => turn.abort(), PATIENCE);
    history.replaceState(null, '', address());
    form.classList.add('busy');
    try {
      const answer = await fetch(address() + '&piece=1', { signal: turn.signal, headers: { 'Accept': form.dataset.accepted } });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (turn === running) show(new DOMParser().parseFromString(text, 'text/html'));
    } catch (failure) {
      if (turn === running) document.querySelector('.gain').textContent = form.dataset.failed;
    }
    clearTimeout(limit);
    if (turn === running) form.classList.remove('busy');
  }

  function show(page) {
    document.querySelector('.gain').textContent = page.querySelector('.gain').textContent;
    document.querySelector('.charts').replaceWith(page.querySelector('.charts'));
    page.querySelectorAll('.device').forEach(device => {
      const here = document.getElementById(device.id);
      device.querySelector('details').open = here.querySelector('details').open;
      ['.sum', '.got'].forEach(part => here.querySelector(part).replaceWith(device.querySelector(part)));
      const frame = here.querySelector('iframe'), address = device.querySelector('iframe').getAttribute('src');
      if ((frame.dataset.shown || frame.getAttribute('src')) === address) return;
      // Unlike a new `src`, this adds nothing to the browser's history.
      frame.dataset.shown = address;
      frame.contentWindow.location.replace(address);
    });
  }

  // The frames are pictures, which have no bars to scroll by. The attribute is obsolete, so the page does not come with it.
  form.querySelectorAll('iframe').forEach(frame => frame.setAttribute('scrolling', 'no'));
  const dials = Array.from(form.querySelectorAll('.dial select,.dial input'), dial);

  const copy = document.getElementById('copy-link');
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    const link = location.origin + address(), words = copy.textContent;
    try {
      await navigator.clipboard.writeText(link);
    } catch (refused) {  // Only pages with TLS have a clipboard.
      const line = document.createElement('input');
      line.value = link;
      copy.after(line);
      line.select();
      document.execCommand('copy');
      line.remove();
      copy.focus();
    }
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = words; }, 1500);
  });

  form.addEventListener('submit', event => {
    event.preventDefault();
    ask();
  });
})();
