// The printed ticker follows the replay, and a click on a line takes the replay there.

export function followTicker(list, transport) {
  if (!list) return;
  const lines = new Map([...list.querySelectorAll("[data-step]")].map((line) => [Number(line.dataset.step), line]));
  const box = list.closest("[data-ticker-box]");
  let current = null;
  transport.onStep((index) => {
    current?.removeAttribute("aria-current");
    current = lines.get(index) ?? null;
    current?.setAttribute("aria-current", "step");
    if (current && box) box.scrollTop = current.offsetTop - box.clientHeight / 3;
  });
  list.addEventListener("click", (event) => {
    const line = event.target.closest("[data-step]");
    if (line && !event.target.closest("a")) transport.leap(Number(line.dataset.step));
  });
  const asked = /^#step-(\d+)$/.exec(location.hash);
  if (!asked) return;
  transport.leap(Number(asked[1]));
  transport.lead.pitch.scrollIntoView({ block: "center" }); // the browser has gone to the line of the ticker
}
