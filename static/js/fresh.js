// Parts of a page that follow the clock: once a kick-off they show has passed, they are fetched again until the result is there.
//   <div data-fresh> … <li data-due="moment"> … </div>
// A part that would show something else when the page is asked for again names the address that shows the same: data-fresh="?round=3".

const SOON = 6000;
const SELDOM = 60_000;

const parts = (page) => [...page.querySelectorAll("[data-fresh]")];
const due = () => parts(document).some((part) => [...part.querySelectorAll("[data-due]")].some((mark) => new Date(mark.dataset.due) <= Date.now()));
// What a reader would notice, whatever the page's scripts have made of the words.
const gist = (page) => parts(page).map((part) => [...part.querySelectorAll("[data-due], [data-state], .score")].map((mark) => mark.dataset.due ?? mark.textContent).join()).join();

const address = () => new URL(parts(document).map((part) => part.dataset.fresh).find(Boolean) ?? "", location.href);

async function fetchPage() {
  const answer = await fetch(address(), { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// What the reader has unfolded stays unfolded.
function replace(old, fresh) {
  const open = [...old.querySelectorAll("details")].map((each) => each.open);
  [...fresh.querySelectorAll("details")].forEach((each, index) => { each.open ||= open[index] ?? false; });
  old.replaceWith(document.adoptNode(fresh));
}

// Calls `changed` when something was replaced. The longer nothing happens, the less often it looks.
export function keepFresh(changed) {
  if (!parts(document).length) return;
  let wait = SOON;
  let next = 0;
  setInterval(async () => {
    if (document.visibilityState !== "visible" || !due()) return;
    next ||= Date.now() + wait;
    if (Date.now() < next) return;
    next = Infinity;
    try {
      const page = await fetchPage();
      const fresh = gist(page) !== gist(document);
      wait = fresh ? SOON : Math.min(wait * 1.5, SELDOM);
      if (fresh) {
        const [now, then] = [parts(document), parts(page)];
        if (now.length !== then.length) return location.reload(); // the season is over: another page altogether
        then.forEach((part, index) => replace(now[index], part));
        changed();
      }
    } catch {
      wait = Math.min(wait * 2, SELDOM); // the server may be restarting
    }
    next = 0;
  }, 1000);
}
