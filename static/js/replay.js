// Finds the replays of a page, fetches their shows and sets them going.
//   <div data-replay> <div data-show="URL"></div> … </div>   one transport for all shows inside
// Options on data-replay's element: data-ticker="id of the ordered list whose lines follow", data-highlight (play from shortly before the last score), data-whole (a match: show the whole field where there is room).
import { stretchOf } from "./replay/board.js";
import { FORMAT, wholeShow } from "./replay/show.js";
import { Stage } from "./replay/stage.js";
import { squaresOfPlay } from "./replay/state.js";
import { Transport } from "./replay/transport.js";
import { followTicker } from "./replay/ticker.js";

const LEAD_IN = 12;
const transports = [];
let active = null;

async function fetchJson(address, cache) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, cache });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

// A browser may have kept a show that was packed for an older viewer.
async function fetchShow({ dataset: { show: address } }) {
  const kept = await fetchJson(address, "default");
  return wholeShow(kept.format === FORMAT ? kept : await fetchJson(address, "reload"));
}

async function open(root) {
  const places = [...root.querySelectorAll("[data-show]")];
  try {
    const shows = await Promise.all(places.map(fetchShow));
    const stages = shows.map((show, index) => new Stage(places[index], show));
    const stretch = "whole" in root.dataset ? null : stretchOf(shows[0].board, squaresOfPlay(stages));
    const common = { stretch, benched: stages.some(({ benched }) => benched) };
    for (const stage of stages) stage.open(common);
    const transport = new Transport(root, stages);
    transports.push(transport);
    const activate = () => { active = transport; };
    root.addEventListener("pointerdown", activate);
    root.addEventListener("focusin", activate);
    if (root.dataset.ticker) followTicker(document.getElementById(root.dataset.ticker), transport);
    if ("highlight" in root.dataset) openHighlight(transport);
    root.querySelectorAll("[data-loading]").forEach((element) => element.remove());
    root.dataset.ready = "true";
  } catch (error) {
    root.querySelectorAll("[data-loading]").forEach((element) => { element.textContent = `The replay cannot be shown: ${error.message}`; });
  }
}

function openHighlight(transport) {
  const { show, opening } = transport.lead;
  const last = show.steps.findLastIndex((step) => step.kind === "score");
  transport.seek(Math.max(opening, last - LEAD_IN));
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) transport.play();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=range]), select, textarea, [contenteditable]");
  const pressing = event.key === " " && event.target.closest("button, a, summary");
  const transport = active ?? (transports.length === 1 ? transports[0] : null);
  if (transport && !typing && !pressing) transport.key(event);
});

document.querySelectorAll("[data-replay]").forEach(open);
