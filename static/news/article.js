// Stories as articles of the document: those that the server rendered are read, others are made from its templates.

const parts = document.getElementById('parts').content;
const language = document.documentElement.lang;
/** The page's language in the reader's regional variant. */
const region = navigator.languages.find(tag => tag.split('-')[0] === language) ?? language;
const counted = unit => new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: unit === 'minute' ? 'long' : 'short', maximumFractionDigits: 1 });
const [size, large, minutes] = ['kilobyte', 'megabyte', 'minute'].map(counted);
// The only place where text becomes markup: the server sanitised it when it was written.
const trusted = self.trustedTypes?.createPolicy('n4md', { createHTML: html => html, createScriptURL: url => url })
  ?? { createHTML: html => html, createScriptURL: url => url };

/** A copy of one of the page's templates. */
function part(name) {
  return parts.querySelector('[data-part="' + name + '"]').cloneNode(true);
}

/** The names of sections and categories mapped to their slugs, taken from the settings. */
const slugs = {};
for (const kind of ['sections', 'categories']) {
  const choices = document.querySelectorAll('#set [name=' + kind + ']');
  slugs[kind] = new Map(Array.from(choices, choice => [choice.parentElement.textContent.trim(), choice.value]));
}

/** The story in an article of the document. */
function storyIn(article) {
  const find = selector => article.querySelector(selector);
  const words = selector => find(selector)?.textContent.trim() ?? '';
  const time = selector => find(selector) ? Date.parse(find(selector).dateTime) : undefined;
  const number = (image, name) => Number(image.getAttribute(name));
  const file = image => image ? { link: image.getAttribute('src'), width: number(image, 'width'), height: number(image, 'height') } : undefined;
  const text = find('.text').innerHTML;
  return {
    id: Number(article.id.slice('story-'.length)), title: words('h2').slice(words('h2 .kicker').length).trim(), kicker: words('h2 .kicker'), standfirst: words('.standfirst'), byline: words('.byline'),
    section: sectionNamed(article.dataset.section) ?? words('p.kicker'), categories: Array.from(article.querySelectorAll('.tags span'), tag => tag.textContent),
    link: find('.tags a:last-child').getAttribute('href'), language: article.lang, published: time('.published'), updated: time('.updated time'),
    text, format: text ? main.dataset.text : undefined, isPlain: text ? false : undefined, isOpening: 'opening' in article.dataset || undefined,
    rest: 'opening' in article.dataset ? { part: 0, bytes: Number(article.dataset.opening) } : undefined, picture: file(find(':scope > figure img')), thumbnail: file(find('.thumb img')),
    alt: find(':scope > figure img')?.alt, caption: words(':scope > figure figcaption'), isPictured: 'pictured' in article.dataset || undefined
  };
}

/** The name of the section with a slug. */
function sectionNamed(slug) {
  return [...slugs.sections].find(([, other]) => other === slug)?.[0];
}

const paper = primary(document.querySelector('.name').lang);

function primary(tag) {
  return tag.split('-')[0];
}

/** The category or section that tells a view from news. */
function viewsOf(story) {
  return [...story.categories, story.section].find(name => [slugs.categories, slugs.sections].some(names => ['editorial', 'opinion'].includes(names.get(name))));
}

/** The label above a headline: the section, or the category that tells an editorial from news; and the language where it is not the page's. */
function labelOf(story) {
  const label = viewsOf(story) ?? story.section;
  const own = primary(story.language ?? paper);
  return own === primary(language) ? label : label + ' · ' + own.toUpperCase();
}

/** The direction of a language's script; that of the text itself if the browser does not know. */
function directionOf(tag) {
  try {
    const locale = new Intl.Locale(tag);
    return (locale.getTextInfo?.() ?? locale.textInfo).direction;
  } catch {
    return 'auto';
  }
}

/** An article with the parts of a story that a list shows. */
function articleOf(story, pictures) {
  const article = part('story');
  article.removeAttribute('data-part');
  article.id = 'story-' + story.id;
  article.lang = story.language ?? language;
  article.dir = directionOf(article.lang);
  article.dataset.stamp = story.stamp;
  article.dataset.section = slugs.sections.get(story.section) ?? '';
  const fill = (selector, text) => {
    const element = article.querySelector(selector);
    if (text) element.textContent = text;
    else element.remove();
  };
  fill('h2 a', story.title);
  if (story.kicker) article.querySelector('h2 a').prepend(element('small', story.kicker, 'kicker'), ' ');
  article.querySelector('h2 a').href = '#' + article.id;
  fill('p.kicker', labelOf(story));
  article.toggleAttribute('data-view', Boolean(viewsOf(story)));
  fill('.standfirst', story.standfirst);
  fill('.byline', story.byline);
  const times = article.querySelector('.meta');
  setTime(times.querySelector('.published'), story.published);
  if (story.updated) setTime(times.querySelector('.updated time'), story.updated);
  else article.querySelector('.updated').remove();
  times.querySelectorAll('time').forEach(time => speakTime(time));
  article.querySelector('.tags').prepend(...story.categories.map(name => element('span', name)));
  article.querySelector('.tags a:last-child').href = story.link;
  if (story.thumbnail && pictures.show(story.thumbnail)) {
    const isCard = story.thumbnail.width > 1.5 * story.thumbnail.height;
    const thumb = element('p', '', isCard ? 'thumb card' : 'thumb');
    thumb.append(image(story.thumbnail, story, ''));
    article.prepend(thumb);
  }
  return article;
}

/** Adds the parts that are shown of a story being read, or of the lead. */
function unfold(article, story, pictures) {
  if ('whole' in article.dataset) return;
  article.dataset.whole = '';
  linkNames(article, story);
  const text = article.querySelector('.text');
  if (!text.hasChildNodes()) {
    if (!story.text) text.append(part('load-text'));
    else if (story.isPlain) text.append(...story.text.split('\n\n').map(plainBlock));
    else text.innerHTML = trusted.createHTML(story.text);
    if (story.text && story.isOpening) text.append(loadText(story.rest?.bytes));
  }
  if (article.querySelector(':scope > figure')) return;
  const file = story.picture ?? story.thumbnail;
  if (file && pictures.show(file)) showPicture(article, story);
  else if (file || story.isPictured) article.prepend(part('load-picture'));
}

/** Lets the author and the categories of a story lead to more of theirs. */
function linkNames(article, story) {
  const tags = article.querySelector('.tags');
  const linkTo = (name, address) => Object.assign(element('a', name), { href: address });
  for (const tag of tags.querySelectorAll('span')) {
    const slug = slugs.categories.get(tag.textContent);
    if (slug) tag.replaceWith(linkTo(tag.textContent, '/categories/' + slug));
  }
  if (!story.byline || tags.querySelector('[rel=author]')) return;
  const author = linkTo(story.byline, '/search?author=' + encodeURIComponent(story.byline));
  author.rel = 'author';
  tags.prepend(author);
}

/** A block of plain text: a list, a paragraph, or a subheading, which is a short line without an end between others. */
function plainBlock(block, index, blocks) {
  const lines = block.split('\n');
  if (lines.every(line => line.startsWith('\u2022 '))) {
    const list = element('ul');
    list.append(...lines.map(line => element('li', line.slice(2))));
    return list;
  }
  const isHeading = index > 0 && index + 1 < blocks.length && block.length < 80 && !/[^\p{L}\p{N}?]$|[|\u00b7\n]/u.test(block);
  return element(isHeading ? 'h3' : 'p', block);
}

/** The button that loads the rest of a text, with what it weighs before compression. */
function loadText(bytes) {
  const button = part('load-text');
  if (bytes) button.textContent += ' (' + size.format(Math.max(1, Math.round(bytes / 1000))) + ')';
  return button;
}

/** Removes the text of a stored story from the document, to keep the document light. */
function fold(article) {
  delete article.dataset.whole;
  article.querySelector('.text').replaceChildren();
  article.querySelector('.load-picture')?.remove();
}

/** Shows a story's picture above it. */
function showPicture(article, story) {
  const figure = element('figure');
  // If the caption describes the picture, it need not be described twice.
  figure.append(image(story.picture ?? story.thumbnail, story, story.alt ?? ''));
  if (story.caption) figure.append(element('figcaption', story.caption));
  article.querySelector('.load-picture')?.remove();
  article.prepend(figure);
}

function image(file, story, alt) {
  const image = element('img');
  Object.assign(image, { width: file.width, height: file.height, loading: 'lazy', alt });
  if (story.color) image.style.backgroundColor = story.color;
  image.src = file.link;
  return image;
}

function setTime(element, time) {
  element.dateTime = new Date(time).toISOString();
  element.textContent = exactTime(time);
}

function element(name, text, className) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}
