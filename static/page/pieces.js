// Loads the edition piece by piece: a story next to the list, more stories below the existing ones. Every link also leads to a page of its
// own, which opens where this script does not run.
const main = document.getElementById("main");
const isWide = matchMedia("(min-width:1000px)");
const lists = main.querySelectorAll(".list");

async function piece(address) {
  const url = new URL(address, location.href);
  url.searchParams.set("piece", "1");
  const answer = await fetch(url, { signal: AbortSignal.timeout(20000) });
  if (!answer.ok) throw new Error(answer.status);
  // A device that the address of the list describes is in that of its stories, too.
  const page = new URL(answer.url);
  page.searchParams.delete("piece");
  return { address: page.href, body: new DOMParser().parseFromString(await answer.text(), "text/html").body };
}

// The space next to the list, created when the first story is opened.
function detail() {
  let section = document.getElementById("detail");
  if (!section) {
    section = document.createElement("section");
    section.id = "detail";
    main.append(section);
    document.documentElement.classList.add("split");
  }
  return section;
}

/** Asks about the story that is open, or about the list again. */
function askAboutThis() {
  const ask = document.querySelector('footer [href$="why=1"]');
  if (ask) ask.href = location.pathname + (location.search ? location.search + '&' : '?') + 'why=1';
}

async function open(link) {
  const { address, body } = await piece(link);
  const place = detail();
  place.replaceChildren(...body.childNodes);
  place.scrollTop = 0;
  // Pages without pictures have this script alone.
  if (self.speakTime) place.querySelectorAll(".meta:not(.by) time").forEach(time => speakTime(time));
  self.offerTools?.();
  const heading = place.querySelector("h1");
  if (heading) document.title = heading.textContent;
  heading?.focus({ preventScroll: true });
  for (const link of main.querySelectorAll(".list h2 a")) {
    link.toggleAttribute("aria-current", new URL(link.href).pathname === new URL(address).pathname);
  }
  return address;
}

async function more(link) {
  const { body } = await piece(link.href);
  const stories = [...body.querySelectorAll("article")];
  lists[lists.length - 1].append(...stories);
  stories[0]?.querySelector("a").focus({ preventScroll: true });
  const next = body.querySelector("a[rel=next]");
  if (next) link.href = next.getAttribute("href");
  else link.parentElement.remove();
}

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !lists.length || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const isStory = new URL(link.href).pathname.startsWith("/edition/articles/") && link.origin === location.origin;
  // Next to the list if there is room; otherwise the story's own page is just as good.
  const load = link.rel === "next" ? () => more(link) : isStory && isWide.matches ? () => open(link.href) : null;
  if (!load) return;
  event.preventDefault();
  const { href, rel } = link;
  link.setAttribute("aria-busy", "true");
  load().then(
    address => {
      if (rel === "next") return;
      history.pushState({ story: address }, "", address);
      askAboutThis();
    },
    () => location.assign(href)
  ).finally(() => link.removeAttribute("aria-busy"));
});

const [home, title] = [location.href, document.title];
addEventListener("popstate", (event) => {
  askAboutThis();
  if (event.state?.story && lists.length) open(event.state.story).catch(() => location.reload());
  else if (lists.length && location.href !== home) location.reload();
  else {
    document.getElementById("detail")?.remove();
    document.documentElement.classList.remove("split");
    document.title = title;
  }
});
