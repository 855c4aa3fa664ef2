// The page of the context form: requests the channel on each change and shows the response next to the form.
(function () {
  'use strict';

  const NEWS = 'urn:n4md:1';
  const form = document.getElementById('context');
  if (!form || !window.fetch || !window.URLSearchParams || !window.AbortController) return;
  const at = id => document.getElementById(id);
  let running = null;
  let timer = 0;

  // ---- the form

  /** The fields of the form, without empty ones. */
  function query() {
    const said = new URLSearchParams();
    new FormData(form).forEach((value, name) => {
      const text = String(value).trim();
      if (text) said.append(name, text);
    });
    return said;
  }

  /** Fills the form with the values of a query; fields that are not in it become empty. */
  function fill(said) {
    Array.from(form.elements).forEach(field => {
      if (!field.name) return;
      const values = said.getAll(field.name);
      if (field.type === 'checkbox') field.checked = values.join(',').split(',').includes(field.value);
      else field.value = values.join(',');
    });
  }

  /** The fields that this browser knows about its own device. */
  async function thisDevice() {
    const said = new URLSearchParams();
    const say = (name, value) => {
      if (value !== undefined && value !== null && value !== '') said.set(name, String(value));
    };
    const short = Math.min(screen.width, screen.height);
    say('client', 'web');
    say('user_agent', navigator.userAgent);
    say('screen_width', short);
    say('screen_height', Math.max(screen.width, screen.height));
    say('orientation', screen.width > screen.height ? 'landscape' : 'portrait');
    say('dpr', Math.round((window.devicePixelRatio || 1) * 100) / 100);
    say('memory', navigator.deviceMemory);
    say('language', (navigator.languages || [navigator.language]).slice(0, 5).join(','));
    say('timezone', Intl.DateTimeFormat().resolvedOptions().timeZone);
    say('local_time', localTime(new Date()));
    const link = navigator.connection;
    if (link) {
      say('downlink', link.downlink);
      say('rtt', link.rtt);
      if (link.type === 'wifi' || link.type === 'ethernet') say('network', link.type);
      if (link.saveData) say('save_data', 1);
    }
    if (navigator.getBattery) {
      try {
        const battery = await navigator.getBattery();
        say('battery', Math.round(battery.level * 100));
        say('charging', battery.charging ? 1 : 0);
      } catch (refused) { /* A browser may refuse to tell. */ }
    }
    return said;
  }

  function localTime(now) {
    const east = -now.getTimezoneOffset();
    const two = number => String(Math.floor(Math.abs(number))).padStart(2, '0');
    const shifted = new Date(now.getTime() + east * 60000).toISOString().slice(0, 19);
    return shifted + (east < 0 ? '-' : '+') + two(east / 60) + ':' + two(east % 60);
  }

  // ---- asking

  /** The address with these fields, and with what it says about other things than the form. */
  function address(said) {
    const all = new URLSearchParams(said);
    new URLSearchParams(location.search).forEach((value, name) => {
      if (!form.elements.namedItem(name)) all.append(name, value);
    });
    const text = all.toString();
    return location.pathname + (text ? '?' + text : '') + location.hash;
  }

  function later(delay) {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  }

  async function ask() {
    if (running) running.abort();
    const turn = running = new AbortController();
    const said = query();
    const text = said.toString();
    history.replaceState(null, '', address(said));
    showCommand(said);
    at('answer').classList.add('busy');
    try {
      const [channel, decision] = await Promise.all([channelFor(text, turn.signal), decisionFor(text, turn.signal)]);
      if (turn !== running) return;
      show(channel, decision, said);
    } catch (failure) {
      if (turn !== running) return;
      at('code').textContent = 'no answer';
      at('code').className = 'bad';
      trouble('The server did not answer: ' + failure.message);
    }
    at('answer').classList.remove('busy');
  }

  async function channelFor(text, signal) {
    const response = await fetch('/ws?' + text, { signal: signal, headers: { 'Accept': 'application/xml' } });
    const body = await response.text();
    return { response: response, body: body, bytes: new TextEncoder().encode(body).length };
  }

  async function decisionFor(text, signal) {
    // As XML unless told otherwise, since that is how the channel is fetched.
    const said = /(^|&)format=/.test(text) ? text : text + '&format=xml';
    const response = await fetch('/ws/explain?' + said, { signal: signal, headers: { 'Accept': 'application/json' } });
    return response.ok ? response.json().catch(() => null) : null;
  }

  // ---- reading the channel

  /** The items of a channel in either format; null if it is neither. */
  function read(channel) {
    if (/json/.test(channel.response.headers.get('Content-Type') || '')) return readJSON(channel.body);
    const xml = new DOMParser().parseFromString(channel.body, 'application/xml');
    return xml.documentElement.localName === 'channel' ? readXML(xml) : null;
  }

  function readXML(xml) {
    const child = (node, name) => Array.from(node.children).find(one => one.localName === name);
    const words = (node, name) => (child(node, name) || { textContent: '' }).textContent;
    const picture = node => node && {
      link: node.textContent.trim(), bytes: Number(node.getAttributeNS(NEWS, 'bytes')) || 0,
      width: node.getAttributeNS(NEWS, 'width'), height: node.getAttributeNS(NEWS, 'height')
    };
    // A withdrawn item has nothing to show.
    const items = Array.from(xml.getElementsByTagName('item')).filter(item => !child(item, 'withdrawn')).map(item => ({
      title: words(item, 'title'), description: words(item, 'description'), text: words(item, 'text'),
      date: words(item, 'pubDate'), caption: words(item, 'imageCaption'),
      image: picture(child(item, 'image')), thumbnail: picture(child(item, 'thumbnail'))
    }));
    const plan = xml.getElementsByTagNameNS(NEWS, 'plan')[0];
    const budget = plan ? Number(plan.getAttribute('budget')) : 0;
    return { xml: xml, title: words(xml.documentElement, 'title'), items: items, budget: budget };
  }

  function readJSON(body) {
    let json;
    try { json = JSON.parse(body); } catch (fault) { return null; }
    if (!Array.isArray(json.items)) return null;
    const items = json.items.filter(item => !item.withdrawn).map(item => Object.assign({ date: item.pubDate, caption: item.imageCaption }, item));
    return { json: json, title: json.title, items: items, budget: json.plan ? Number(json.plan.budget) : 0 };
  }

  function pictureBytes(items) {
    return items.reduce((sum, item) =>
      sum + (item.image ? item.image.bytes : 0) + (item.thumbnail ? item.thumbnail.bytes : 0), 0);
  }

  // ---- showing

  /** The last response, and the functions that write it into each view; a view is written when it is opened. */
  let answer = null;
  const views = {
    'view-preview': ({ news, decision, said }) => showPreview(news, decision, said),
    'view-why': ({ decision }) => showReasons(decision),
    'view-stories': ({ decision }) => at('stories').replaceChildren(...(decision && decision.stories || []).map(share)),
    'view-source': ({ channel, news }) => showSource(channel, news),
    'view-headers': ({ channel }) => showHeaders(channel.response)
  };
  let unwritten = new Set();

  function show(channel, decision, said) {
    answer = { channel, decision, said, news: read(channel) };
    showStatus(channel, decision, answer.news);
    unwritten = new Set(Object.keys(views));
    write(tabs.find(tab => tab.getAttribute('aria-selected') === 'true').getAttribute('aria-controls'));
  }

  function write(view) {
    if (unwritten.delete(view)) views[view](answer);
  }

  function showStatus(channel, decision, news) {
    const response = channel.response;
    const used = decision && decision.used || {};
    const budget = decision && decision.budget ? decision.budget.bytes : news ? news.budget : 0;
    const pictures = news ? pictureBytes(news.items) : 0;
    const sent = used.document || channel.bytes;
    const total = sent + pictures;
    at('code').textContent = response.status + ' ' + response.statusText;
    at('code').className = response.ok ? '' : 'bad';
    at('size').textContent = (news ? news.items.length + ' stories, ' : '') + size(total)
      + (budget ? ' of ' + size(budget) + ' (' + Math.round(100 * total / budget) + '%)' : '');
    const share = bytes => (budget ? 100 * bytes / budget : 0) + '%';
    at('bar').style.setProperty('--document-share', share(sent));
    at('bar').style.setProperty('--pictures-share', share(pictures));
    at('bar').setAttribute('aria-label', 'Document ' + size(sent) + ', pictures ' + size(pictures) + ', budget ' + size(budget));
    const unpacked = sent < channel.bytes ? ' (' + size(channel.bytes) + ' unpacked)' : '';
    at('key').replaceChildren(
      element('span', 'Document ' + size(sent) + unpacked, 'document'),
      element('span', 'Pictures ' + size(pictures), 'pictures'), element('span', 'Budget ' + size(budget), 'budget'));
    at('wire').textContent = ['ETag', 'Server-Timing'].filter(name => response.headers.get(name))
      .map(name => name + ': ' + response.headers.get(name)).join('  ');
    const ignored = response.headers.get('N4MD-Ignored');
    trouble(ignored ? 'Ignored, because the value is not valid: ' + ignored : news ? '' : faults(channel.body));
  }

  /** The message of a problem+json, or the beginning of whatever came. */
  function faults(body) {
    try {
      const problem = JSON.parse(body);
      return [problem.title, problem.detail].filter(Boolean).join(': ');
    } catch (other) {
      return body.slice(0, 300) || 'The answer is empty.';
    }
  }

  function trouble(words) {
    at('trouble').textContent = words;
    at('trouble').hidden = !words;
  }

  function showReasons(decision) {
    const reasons = decision && decision.reasons || [];
    at('reasons').replaceChildren(...reasons.map(reason => element('li', typeof reason === 'string' ? reason : reason.reason)));
    pairs(at('plan'), decision && decision.plan);
    pairs(at('understood'), decision && decision.context);
  }

  /** A rendition in words: "480q60.jpg" is 480 px, quality 60. */
  function rendition(name) {
    return name.replace(/^(\d+)q(\d+).*$/, '$1 px, quality $2');
  }

  /** The parts that a story got, and what more would cost. */
  function share(story) {
    const got = [
      { none: 'not sent', headline: 'headline', summary: 'headline and summary', plain: 'plain text', html: 'full text' }[story.text],
      story.thumbnail === 'none' ? '' : 'thumbnail ' + rendition(story.thumbnail),
      story.picture === 'none' ? '' : 'picture ' + rendition(story.picture),
      story.bytes ? size(story.bytes) + ' of pictures' : ''
    ];
    const more = story.more.map(one => (one.rendition ? one.part + ' of ' + rendition(one.rendition) : one.part) + ' for ' + size(one.bytes));
    const row = element('li', '', story.text === 'none' ? 'left' : '');
    row.append(story.title, element('br'), element('span', got.filter(Boolean).join(' · '), 'meta'));
    if (more.length) row.append(element('br'), element('span', 'More would be: ' + more.join(', '), 'meta'));
    return row;
  }

  function showHeaders(response) {
    const names = ['ETag', 'Server-Timing', 'N4MD-Ignored', 'Content-Type', 'Content-Location', 'Content-Encoding',
      'Cache-Control', 'Vary', 'Age', 'Last-Modified'];
    const told = {};
    names.forEach(name => { if (response.headers.get(name)) told[name] = response.headers.get(name); });
    pairs(at('headers'), told);
  }

  function showSource(channel, news) {
    const source = at('source');
    source.textContent = '';
    if (news && news.xml) markup(news.xml.documentElement, '', source);
    else if (news && news.json) source.textContent = JSON.stringify(news.json, null, 2);
    else source.textContent = channel.body;
  }

  /** Writes an element with indentation: names in <b>, attribute values in <i>, everything else as text. */
  function markup(node, indent, out) {
    out.append(indent + '<', element('b', node.nodeName));
    Array.from(node.attributes).forEach(attribute => {
      out.append(' ' + attribute.name + '=', element('i', '"' + escaped(attribute.value) + '"'));
    });
    const children = Array.from(node.children);
    if (!children.length && !node.textContent) {
      out.append('/>\n');
      return;
    }
    out.append('>');
    if (children.length) {
      out.append('\n');
      children.forEach(child => markup(child, indent + '  ', out));
      out.append(indent);
    } else {
      out.append(escaped(node.textContent));
    }
    out.append('</', element('b', node.nodeName), '>\n');
  }

  function escaped(text) {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  }

  function showPreview(news, decision, said) {
    const phone = at('phone');
    const upright = [Number(said.get('screen_width')) || 320, Number(said.get('screen_height')) || 480];
    const width = /landscape|90|270/.test(said.get('orientation') || '') ? upright[1] : upright[0];
    const plan = decision && decision.plan || {};
    phone.className = 'phone ' + (plan.palette || '');
    phone.style.width = Math.max(0, width - 24) + 'px';
    phone.style.fontSize = 16 * (Number(plan.size) || 100) / 100 + 'px';
    phone.style.zoom = Math.min(1, phone.parentNode.clientWidth / (width + 20)) || 1;
    phone.replaceChildren(element('header', news ? news.title : 'Nothing to show'));
    if (news) phone.append(...news.items.map(story));
    phone.scrollTop = 0;
  }

  function story(item) {
    const article = document.createElement('article');
    if (item.image && item.image.link) article.append(image(item.image, 'large', item.caption));
    else if (item.thumbnail && item.thumbnail.link) article.append(image(item.thumbnail, 'small', item.caption));
    article.append(element('h2', item.title));
    if (item.description) article.append(element('p', item.description));
    if (item.text) article.append(element('p', plain(item.text)));
    article.append(element('small', [item.date, cost(item)].filter(Boolean).join(' · ')));
    return article;
  }

  function cost(item) {
    return ['thumbnail', 'image'].filter(name => item[name])
      .map(name => (name === 'image' ? 'picture ' : 'thumbnail ') + size(item[name].bytes)).join(', ');
  }

  function image(picture, name, caption) {
    const node = element('img', '', name);
    if (picture.width && picture.height) {
      node.width = picture.width;
      node.height = picture.height;
    }
    node.loading = 'lazy';
    node.alt = caption || '';
    // The channel contains the newspaper's public address; its pictures are here too.
    node.src = new URL(picture.link).pathname;
    return node;
  }

  /** The text of what may be HTML. The parser makes a separate document, in which nothing runs or loads. */
  function plain(text) {
    if (!/<\w/.test(text)) return text;
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const blocks = Array.from(parsed.body.querySelectorAll('p,li,h1,h2,h3,h4,pre'))
      .filter(block => !block.parentElement.closest('p,li')).map(block => block.textContent.trim());
    return blocks.filter(Boolean).join('\n\n') || parsed.body.textContent.trim();
  }

  function showCommand(said) {
    const safe = text => encodeURIComponent(text).replace(/'/g, '%27').replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3A/g, ':');
    const quoted = text => (/^[\w.,:\/=%-]+$/.test(text) ? text : "'" + text + "'");
    const parts = [];
    said.forEach((value, name) => parts.push('-d ' + quoted(name + '=' + safe(value))));
    const start = 'curl -si ' + (parts.length ? '' : '-X POST ') + location.origin + '/ws';
    at('curl').textContent = [start].concat(parts).join(' ');
  }

  // ---- small functions

  function element(name, text, className) {
    const node = document.createElement(name);
    if (text) node.textContent = text;
    if (className) node.className = className;
    return node;
  }

  /** Fills a description list from an object, or from a list of {name, value}. */
  function pairs(list, values) {
    const rows = Array.isArray(values) ? values.map(one => [one.name, one.value]) : Object.entries(values || {});
    list.replaceChildren();
    rows.filter(row => row[1] !== null && row[1] !== '').forEach(row => {
      const value = typeof row[1] === 'object' ? JSON.stringify(row[1]) : String(row[1]);
      list.append(element('dt', row[0]), element('dd', value));
    });
  }

  /** Bytes in words, with the thousand that the budget's ladder uses. */
  function size(bytes) {
    if (bytes < 1000) return bytes + ' B';
    if (bytes < 1000000) return (bytes / 1000).toFixed(bytes < 100000 ? 1 : 0) + ' kB';
    return (bytes / 1000000).toFixed(2) + ' MB';
  }

  // ---- presets, tabs, copying

  const presets = Array.from(document.querySelectorAll('.presets .button'));

  function press(chosen) {
    presets.concat(at('mine')).forEach(one => one.setAttribute('aria-pressed', String(one === chosen)));
  }

  presets.forEach(preset => {
    preset.setAttribute('role', 'button');
    preset.addEventListener('click', event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      fill(new URL(preset.href).searchParams);
      press(preset);
      later(0);
    });
    preset.addEventListener('keydown', event => {
      if (event.key !== ' ') return;
      event.preventDefault();
      preset.click();
    });
  });

  at('mine').hidden = false;
  at('mine').addEventListener('click', async () => {
    fill(await thisDevice());
    press(at('mine'));
    later(0);
  });

  const tabs = Array.from(document.querySelectorAll('[role=tab]'));

  function select(chosen) {
    tabs.forEach(tab => {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      at(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    });
    write(chosen.getAttribute('aria-controls'));
  }

  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step) % tabs.length];
      select(next);
      next.focus();
    });
  });

  at('copy').addEventListener('click', () => {
    const done = () => {
      at('copy').textContent = 'Copied';
      setTimeout(() => { at('copy').textContent = 'Copy'; }, 1500);
    };
    const choose = () => getSelection().selectAllChildren(at('curl'));
    if (navigator.clipboard) navigator.clipboard.writeText(at('curl').textContent).then(done, choose);
    else choose();
  });

  form.addEventListener('input', () => {
    press(null);
    later(350);
  });
  // An empty field is left out of the address.
  form.addEventListener('formdata', event => {
    Array.from(event.formData.entries()).forEach(entry => { if (!entry[1]) event.formData.delete(entry[0]); });
  });
  form.addEventListener('reset', () => {
    press(null);
    later(0);
  });
  // The response is already next to the form; a submit only requests it again. The other button goes to its page.
  form.addEventListener('submit', event => {
    if (event.submitter && event.submitter.hasAttribute('formaction')) return;
    event.preventDefault();
    later(0);
    at('views').scrollIntoView({ block: innerWidth < 960 ? 'start' : 'nearest' });
  });

  if (location.search) fill(new URLSearchParams(location.search));
  // Nothing is asked as long as the form is folded away.
  const fields = at('fields');
  function open() {
    if (!fields.open || running) return;
    at('answer').hidden = false;
    ask();
  }

  fields.addEventListener('toggle', open);
  open();
})();
