// My news: the topics that a reader follows. They are kept on this device, and for somebody who has logged in on all of theirs.

/** The most topics, and the most bytes of a keyword, as ReaderTopic has them. */
const [MOST_TOPICS, MOST_BYTES] = [50, 100];
const KEYWORD = 'keyword/';
const mineLink = Object.assign(element('a', list.dataset.mine), { href: '/news/#section-mine', lang: language, hidden: true });
mineLink.dataset.slug = 'mine';
document.querySelector('.strip-nav [data-slug=""]').after(mineLink);
/** A name as addresses have it; empty if only the server can write it so. */
function slugOf(name) {
  const slug = plainWords(name.replace(/['\u2019]/g, '')).replaceAll(' ', '-');
  return /^[a-z0-9-]{1,90}$/.test(slug) ? slug : '';
}

/** The topics of a story that can be followed, with their names: its section, its categories, and its authors, as the server tells them apart. */
function topicsOf(story) {
  const topics = new Map();
  const add = (kind, slug, name) => { if (slug) topics.set(kind + '/' + slug, name); };
  add('section', slugs.sections.get(story.section), story.section);
  for (const name of story.categories) add('category', slugs.categories.get(name), name);
  for (const name of (story.byline ?? '').replace(/^(by|por|par|von|di|door) /i, '').split(/\s*[,;&/\n]\s*|\s+(?:and|e|y|et|und|en)\s+/)) add('author', slugOf(name), name);
  return topics;
}

/** Whether a story is of a topic that the reader follows. Where a story plays is not known here. */
function isMine(story) {
  const topics = topicsOf(story);
  const typed = shelf.follows.filter(topic => topic.startsWith(KEYWORD));
  return shelf.follows.some(topic => topics.has(topic))
    || typed.length > 0 && matches(wordsOf(story), typed.map(topic => [{ words: plainWords(topic.slice(KEYWORD.length)) }]));
}

/** The name of a topic, as the stories on this device have it. */
function nameOf(topic) {
  if (topic.startsWith(KEYWORD)) return topic.slice(KEYWORD.length);
  return Array.from(stories.values(), story => topicsOf(story).get(topic)).find(Boolean) ?? topic.split('/').at(-1).replaceAll('-', ' ');
}

/** Follows a topic, or no longer. At the limit nothing is added: what was chosen before stays. */
async function setTopic(topic, isFollowed) {
  shelf.follows = await changeList('follows', list => {
    const others = list.filter(other => other !== topic);
    return isFollowed && others.length < MOST_TOPICS ? [topic, ...others] : others;
  }, 'topics');
  tellAccount();
  showFollows();
  showChoice();
}

/** A button that follows a topic, or no longer, as it says. */
function topicButton(topic, name) {
  const button = Object.assign(element('button'), { type: 'button', onclick: () => setTopic(topic, button.ariaPressed !== 'true').catch(() => say('unkept')) });
  Object.assign(button.dataset, { topic, name });
  return button;
}

/** The row below a story with a button for each of its topics. */
function topicsRow(story) {
  const row = Object.assign(element('p', '', 'tags mine'), { lang: language });
  row.append(element('b', mineLink.textContent), ...Array.from(topicsOf(story), pair => topicButton(...pair)));
  return row;
}

const wordsRow = Object.assign(element('p', '', 'mine'), { lang: language, hidden: true });
document.querySelector('.bar').append(wordsRow);

/** Offers to follow the words that are looked for if they stand together in a story, and the server takes them. */
function offerWords(typed) {
  const words = plainWords(typed);
  const isTogether = () => Array.from(stories.values(), wordsOf).some(text => matchesTerm(text, { words }));
  wordsRow.hidden = !words || /["-]/.test(typed) || new Blob([typed]).size > MOST_BYTES || !isTogether();
  if (wordsRow.hidden) return;
  // What is the name of a section, a category or an author is followed as that, as below their stories.
  const known = Array.from(stories.values(), story => [...topicsOf(story)]).flat().find(([, name]) => plainWords(name) === words);
  const typedName = typed.split(/\s+/).join(' ');
  const [topic, name] = known ?? [KEYWORD + typedName, typedName];
  // Whoever is at the button stays there.
  if (wordsRow.lastChild?.dataset.topic !== topic) wordsRow.replaceChildren(mineLink.textContent, ' ', topicButton(topic, name));
  showFollows();
}

/** What is followed, among the settings. */
function topicsField() {
  const field = element('fieldset');
  field.id = 'follows';
  field.append(element('legend', mineLink.textContent), element('div', '', 'picks'));
  form.querySelector('.slide').parentElement.after(field);
  return field;
}

/** Shows on all buttons what is followed, and lists it among the settings. */
function showFollows() {
  const field = document.getElementById('follows') ?? topicsField();
  // One that was just pressed stays, so that a second press takes it back.
  for (const topic of shelf.follows) {
    if (!field.querySelector('[data-topic="' + CSS.escape(topic) + '"]')) field.lastChild.append(topicButton(topic, nameOf(topic)));
  }
  field.hidden = !field.querySelector('button');
  for (const button of document.querySelectorAll('button[data-topic]')) {
    const isFollowed = shelf.follows.includes(button.dataset.topic);
    button.setAttribute('aria-pressed', isFollowed);
    button.textContent = (isFollowed ? '\u2713 ' : '+ ') + button.dataset.name;
  }
}
