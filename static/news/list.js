// The list: the stories it shows, their order, and keeping the scroll position while it changes.

const main = document.getElementById('main');
const list = document.getElementById('list');
/** The stored stories, by the identifier of their article. */
let stories = new Map();

/** The pictures to show: stored ones, and on links that allow it the others too. */
const pictures = {
  kept: new Set(), mayLoad: true,
  show(file) { return this.mayLoad || this.kept.has(file.link); },
  async look(settings) {
    this.mayLoad = mayLoadPictures(settings);
    this.kept = settings.images === 'off' ? new Set() : await keptPictures();
  }
};

/** The articles of the list, with or without headings between them. */
function articles() { return Array.from(list.querySelectorAll(':scope > article')); }

/** The stories from which the front page has blocks, those before them, and the most of one (Arrangement.swift). */
const [LEAST_STORIES, TOP_STORIES, BLOCK_STORIES] = [12, 7, 7];
/** The section of the block in which an article stands, by the article's identifier. */
let blockOf = new Map();

/** Stories as the front page has them: the first ones, then blocks by section, then what belongs to none. */
function arranged(all) {
  blockOf = new Map();
  if (all.length < LEAST_STORIES) return all;
  const later = all.slice(TOP_STORIES);
  const ofSection = section => later.filter(story => story.section === section).slice(0, BLOCK_STORIES);
  const blocks = Array.from(slugs.sections.keys(), ofSection).filter(block => block.length > 1).flat();
  blocks.forEach(story => blockOf.set('story-' + story.id, story.section));
  return [...all.slice(0, TOP_STORIES), ...blocks, ...later.filter(story => !blocks.includes(story))];
}

/** Shows the stored stories. Articles that did not change stay, and so do those in sight that only gained something not visible there. */
function draw(kept, settings) {
  const chosen = kept.filter(story => isChosen(story, settings) || shelf.saved.includes(story.id));
  stories = new Map(arranged(chosen).map(story => ['story-' + story.id, story]));
  const held = anchor();
  const settled = new Set(shown().filter(article => isSettled(article, stories.get(article.id))));
  settled.forEach(article => {
    fold(article);
    article.dataset.stamp = stories.get(article.id).stamp;
  });
  list.querySelectorAll(':scope > .label').forEach(heading => heading.remove());
  let next = list.firstElementChild;
  for (const [id, story] of inOrder()) {
    let article = document.getElementById(id);
    if (article?.dataset.stamp !== story.stamp) {
      const fresh = articleOf(story, pictures);
      if (next && next === article) next = fresh;
      article?.replaceWith(fresh);
      article = fresh;
    }
    if (article === next) next = next.nextElementSibling;
    else list.insertBefore(article, next);
  }
  while (next) {
    const gone = next;
    next = next.nextElementSibling;
    gone.remove();
  }
  showSection(shownSection(), settled);
  hold(held);
}

/** Whether an article in sight would only jump, since its story gained a text or a picture after it was shown. */
function isSettled(article, story) {
  const [before, now] = [article.dataset.stamp, story?.stamp].map(stamp => stamp?.replace(/\++$/, ''));
  return !reading() && !isSettings() && before === now && article.getBoundingClientRect().top < innerHeight;
}

/** Whether the reader wants a story. The server selects by the same rule, but what was stored before may hold more. */
function isChosen(story, settings) {
  const isOf = (kind, names) => !settings[kind]?.length || slugs[kind].size === 0
    || names.some(name => settings[kind].includes(slugs[kind].get(name)));
  return isOf('sections', [story.section]) && isOf('categories', [story.section, ...story.categories]);
}

/** The section in the address, or in that of the list from which the story being read was opened; empty for all. */
function shownSection() {
  const address = reading() ? place.from : location.hash;
  return address.startsWith('#section-') ? address.slice('#section-'.length) : '';
}

/** Shows only a section's stories in the list, or all. The first one shows its large picture if it has one, unless the settings forbid it. */
function showSection(slug, settled = new Set()) {
  let lead = null;
  for (const article of articles()) {
    showMarks(article);
    article.hidden = !isOnShow(article, slug) && article !== reading();
    article.classList.remove('lead');
    if (!article.hidden) lead ??= article;
  }
  if (lead) {
    // A thumbnail is not enlarged: the story stays a row, as the server sent it.
    if (stories.get(lead.id)?.picture && !settled.has(lead)) unfold(lead, stories.get(lead.id), pictures);
    lead.classList.toggle('lead', lead.querySelector(':scope > figure') !== null);
  }
  const { sections = [] } = settings;
  for (const link of document.querySelectorAll('nav [data-slug]')) {
    // Sections that the reader did not choose are not stored; without a choice the newspaper's stand there.
    const isChosen = ['', 'saved', slug, ...sections].includes(link.dataset.slug);
    link.hidden = !isChosen && (link === mineLink ? !shelf.follows.length : sections.length > 0 || 'behind' in link.dataset);
    if (link.dataset.slug === (find.value.trim() ? '' : slug)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  showHeading(slug);
  showBlocks(slug);
}

/**
 * Puts headings above the blocks of the front page, whose stories need not name their section as well. A section, the saved stories and the
 * results of a search have none.
 */
function showBlocks(slug) {
  const isFront = !slug && !find.value.trim();
  const beginnings = new Map();
  let above = '';
  for (const article of articles()) {
    const section = isFront && blockOf.get(article.id) || '';
    const label = article.querySelector('p.kicker');
    if (label) label.hidden = article !== reading() && label.textContent.trim() === section && section !== '';
    if (article.hidden || !isFront) continue;
    if (section !== above) beginnings.set(article, section);
    above = section;
  }
  const headings = Array.from(list.querySelectorAll(':scope > .label'));
  // Whoever is at a heading stays there.
  if (headings.length === beginnings.size && headings.every(one => beginnings.get(one.nextElementSibling) === one.dataset.section)) return;
  headings.forEach(heading => heading.remove());
  beginnings.forEach((section, article) => article.before(blockHeading(section)));
}

function blockHeading(section) {
  const heading = element('h2', section ? '' : list.dataset.more, 'label kicker');
  heading.dataset.section = section;
  if (section) heading.append(Object.assign(element('a', section), { href: '#section-' + slugs.sections.get(section), lang: document.querySelector('.name').lang }));
  return heading;
}

/** Names the section that the list shows, or what was looked for, in place of the edition. */
function showHeading(slug) {
  const heading = document.querySelector('.bar > span');
  if (!heading) return;
  heading.dataset.edition ??= heading.textContent;
  const link = slug && document.querySelector('nav [data-slug="' + CSS.escape(slug) + '"]');
  const typed = find.value.trim();
  heading.textContent = typed || (link ? link.getAttribute('aria-label') ?? link.textContent : slug.includes('/') ? nameOf(slug) : heading.dataset.edition);
}

/** The visible articles of the list. */
function shown() {
  return articles().filter(article => !article.hidden);
}

/** The element at the top of the screen, if the reader has scrolled down the list. */
function anchor() {
  if (scrollY < 8 || reading()) return null;
  const article = shown().find(article => article.getBoundingClientRect().bottom > 0);
  return article ? { id: article.id, top: article.getBoundingClientRect().top } : null;
}

/** Scrolls back to the same element. */
function hold(anchor) {
  const article = anchor && document.getElementById(anchor.id);
  if (article && list.contains(article) && !article.hidden) scrollBy(0, article.getBoundingClientRect().top - anchor.top);
}
