// A reader for the newspaper's own feed: fetches it, shows titles, dates and standfirsts, and marks the new ones.
(() => {
  const form = document.getElementById("feed");
  // The page that explains this one has its frame, too.
  if (!form) return;
  const choice = form.elements.sections;
  const button = form.querySelector("button");
  const stories = document.getElementById("stories");
  const status = document.getElementById("status");
  const row = document.getElementById("row").content.firstElementChild;
  const minutes = 15;
  const known = "reader-known";
  // With the day before the month in English, as everywhere in the newspaper.
  const spoken = document.documentElement.lang.replace(/^en$/, "en-GB");
  let fetchedAt = Date.now();

  function read(name) {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  }

  // The stories seen the last time; to a first-time reader nothing is new.
  function remember(names) {
    try { localStorage.setItem(known, JSON.stringify(names.slice(0, 500))); } catch { /* without storage, nothing is new */ }
  }

  function text(item, name) { return item.getElementsByTagName(name)[0]?.textContent.trim() ?? ""; }

  // The feed contains the newspaper's public address; its pages are here too.
  function local(link) {
    try { return new URL(link).pathname; } catch { return ""; }
  }

  // Marks the stories not seen the last time, which then count as seen.
  function mark() {
    const before = read(known);
    const links = [...stories.querySelectorAll("a")];
    for (const link of links) link.querySelector("em").hidden = !before || before.includes(link.pathname);
    remember([...new Set([...links.map((link) => link.pathname), ...(before ?? [])])]);
  }

  function show(feed) {
    const items = [...feed.getElementsByTagName("item")];
    stories.replaceChildren(...items.map((item) => {
      const element = row.cloneNode(true);
      const date = new Date(text(item, "pubDate"));
      element.lang = text(item, "dc:language") || text(feed, "language");
      element.dir = "auto";
      element.querySelector("a").href = local(text(item, "link"));
      element.querySelector("b").textContent = text(item, "title");
      element.querySelector("span").textContent = text(item, "description");
      const time = element.querySelector("time");
      if (!isNaN(date)) {
        time.dateTime = date.toISOString();
        time.textContent = date.toLocaleString(spoken, { dateStyle: "medium", timeStyle: "short" });
      }
      return element;
    }));
    mark();
  }

  // The feed for this device: as much as the page itself may cost. What the page was asked for counts for the feed as well.
  function address() {
    const query = new URLSearchParams(location.search);
    query.delete("sections");
    query.set("text", "summary");
    query.set("images", "off");
    return (choice.value && `/sections/${choice.value}`) + "/rss.xml?" + query;
  }

  async function refresh() {
    try {
      const answer = await fetch(address(), { signal: AbortSignal.timeout(20000) });
      if (!answer.ok) throw new Error(answer.status);
      const feed = new DOMParser().parseFromString(await answer.text(), "text/xml");
      if (feed.querySelector("parsererror")) throw new Error("no feed");
      show(feed);
      fetchedAt = Date.now();
      status.textContent = `${status.dataset.fetched} ${new Date().toLocaleTimeString(spoken, { timeStyle: "short" })}`;
    } catch {
      status.textContent = status.dataset.failed;
    }
    status.hidden = false;
  }

  function refreshIfOld() {
    if (document.visibilityState === "visible" && Date.now() - fetchedAt > minutes * 60000) refresh();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
  });
  choice.addEventListener("change", refresh);
  document.addEventListener("visibilitychange", refreshIfOld);
  setInterval(refreshIfOld, 60000);
  button.textContent = button.dataset.refresh;
  mark();
})();
