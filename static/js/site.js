// Small comforts of every page: local times, countdowns, theme, list filter, copy. The pages work without them.

import { finder as finderOf } from "./search.js";

// Every time is shown in one zone: the account's, or else the browser's, which the server is told for the next page.
const BROWSERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONE = document.documentElement.dataset.zone || BROWSERS_ZONE;

function formatsIn(timeZone) {
  const day = { weekday: "short", day: "numeric", month: "short", timeZone };
  try {
    return {
      day: new Intl.DateTimeFormat(undefined, day),
      dayAndYear: new Intl.DateTimeFormat(undefined, { ...day, year: "numeric" }),
      time: new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone }),
      full: new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long", timeZone }),
    };
  } catch { return null; } // a zone that this browser does not know: the server's words stay
}
const FORMATS = formatsIn(ZONE);

function tellZone() {
  if (!BROWSERS_ZONE) return;
  document.cookie = `zone=${BROWSERS_ZONE}; path=/; max-age=31536000; samesite=lax`;
  for (const name of document.querySelectorAll("[data-zone-name]")) name.textContent = ZONE;
}

// A page that nobody looks at asks for nothing, and one whose request fails says so where it has a place for that.
function wireRefreshing() {
  const note = document.querySelector("[data-unanswered]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden) event.preventDefault();
    if (note) note.hidden = true;
  });
  document.addEventListener("htmx:afterRequest", localiseTimes);
  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(failure, () => { if (note) note.hidden = false; });
  }
}

function localiseTimes() {
  if (!FORMATS) return;
  for (const element of document.querySelectorAll("time[data-local]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const day = moment.getFullYear() === new Date().getFullYear() ? FORMATS.day : FORMATS.dayAndYear;
    // Where the line is short it breaks between day and time, and nowhere else.
    element.textContent = [day, FORMATS.time].map((format) => format.format(moment).replace(/\s/g, "\u00a0")).join(", ");
    element.title = FORMATS.full.format(moment);
  }
}

function daysAndHours(hours) {
  const days = `${Math.floor(hours / 24)} days`;
  return hours % 24 ? `${days} ${hours % 24} h` : days;
}

function distance(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = Math.floor(milliseconds / 1000) % 60;
  if (minutes >= 2880) return daysAndHours(Math.round(milliseconds / 3_600_000));
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${String(seconds).padStart(2, "0")} s` : `${seconds} s`;
}

function tickCountdowns() {
  for (const mark of document.querySelectorAll("[data-countdown]")) {
    const left = new Date(mark.dataset.countdown) - Date.now();
    mark.textContent = left > 0 ? `in ${distance(left)}` : "due now";
  }
}

function wireTheme() {
  const button = document.querySelector("[data-theme-toggle]");
  if (!button) return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const label = () => button.setAttribute("aria-label", `Switch to the ${current() === "dark" ? "light" : "dark"} theme`);
  button.hidden = false;
  label();
  dark.addEventListener("change", label);
  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("theme", next); } catch { /* the choice then lasts for this page */ }
    label();
  });
}

function wireCopy() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    });
  }
}

// A search box over a list whose groups fold: [data-filter="id of the list"], its lines are [data-item].
// Beside it may stand a choice of the lines to look among: [data-among="id of the list"].
const DEPARTS = "label > input[type=radio]:checked:not(.same, [value=''])";
const AMONG = { departing: `:is([data-departs], :has(${DEPARTS}))`, disputed: ":has([data-in])" };

// The first hit begins above the bar that stays at the foot, and the box to search in is still there.
const HEAD = 64;
function bringIntoSight(hit, finder) {
  const bar = document.querySelector(".form-actions.stays")?.offsetHeight ?? 0;
  const foot = (window.visualViewport?.height ?? innerHeight) - bar;
  if (hit.getBoundingClientRect().top + HEAD > foot) scrollBy({ top: finder.getBoundingClientRect().top - 8 });
}

// The lines of a list with what is searched in each, and the folds they are in.
const headingOf = (item) => item.closest(".subjects")?.querySelector(".subject")?.textContent ?? "";
function linesOf(list) {
  const items = [...list.querySelectorAll("[data-item]")];
  const texts = new Map(items.map((item) => [item, `${headingOf(item)} ${item.textContent}`]));
  const folds = [...new Set(items.map((item) => item.closest("details")))].map((fold) => {
    const count = fold.querySelector("[data-count]");
    if (count) count.dataset.all ??= count.textContent;
    return { fold, count, all: count?.dataset.all };
  });
  return { items, texts, folds };
}

function wireFilters() {
  for (const box of document.querySelectorAll("[data-filter]")) {
    const list = document.getElementById(box.dataset.filter);
    let lines = null;
    const opened = new Map(); // the folds, and whether they were open before the search
    const finder = box.closest("[data-finder]") ?? box.parentElement;
    const among = document.querySelector(`[data-among="${list.id}"]`);
    const status = finder.querySelector("[role=status]");
    const fill = () => list.dispatchEvent(new Event("search")); // parts of the list that are not there yet wait for it
    const look = () => {
      if (list.querySelector(".htmx-request")) return; // they are on their way
      lines ??= linesOf(list);
      const { items, texts, folds } = lines;
      const query = box.value.trim();
      const fits = finderOf(query, [...texts.values()]);
      const which = AMONG[among?.value];
      const narrowed = query !== "" || Boolean(which);
      list.classList.toggle("narrowed", narrowed);
      for (const item of items) item.hidden = !fits(texts.get(item)) || Boolean(which && !item.matches(which));
      for (const { fold, count, all } of folds) {
        const left = fold.querySelectorAll("[data-item]:not([hidden])").length;
        fold.hidden = !left;
        if (count) count.textContent = narrowed ? `${left} of ${all}` : all;
        if (narrowed && !opened.has(fold)) opened.set(fold, fold.open);
        if (opened.has(fold)) fold.open = narrowed || opened.get(fold);
      }
      if (!narrowed) opened.clear();
      const hits = items.filter((item) => !item.hidden);
      const found = hits.length;
      status.textContent = narrowed ? `${found || "None"} of ${items.length}${found ? "" : ". Try fewer words or look among all."}` : "";
      if (narrowed && found) bringIntoSight(hits[0], finder);
    };
    finder.hidden = false;
    const search = () => {
      fill();
      look();
    };
    box.addEventListener("focus", fill); // the first letter then finds everything there
    box.addEventListener("input", search);
    among?.addEventListener("change", search);
    list.addEventListener("htmx:afterRequest", () => {
      lines = null;
      look();
    });
  }
}

// Where a form follows a profile, the first answer of each question names what the chosen profile takes.
function followProfile() {
  for (const option of document.querySelectorAll("[data-profiled] [data-in]")) {
    const profile = document.querySelector("[name=profile]:checked")?.value;
    const taken = option.dataset.in.split(" ").includes(profile);
    option.querySelector("input").classList.toggle("same", taken);
    if (taken) option.parentElement.querySelector("label").lastChild.textContent = ` ${option.querySelector("b").textContent.slice(0, -1)}`;
  }
}

// How many points are not as in the profile, by chapter and in all. What a chapter without its points says is left as it is.
function countDepartures(rulings) {
  let all = 0;
  for (const chapter of rulings.querySelectorAll("details")) {
    const told = chapter.querySelector("[data-departing]");
    const count = chapter.querySelector("[hx-get]") ? Number.parseInt(told.textContent.slice(2), 10) || 0 : chapter.querySelectorAll(DEPARTS).length;
    told.textContent = count ? `, ${count} not as in the profile` : "";
    all += count;
  }
  document.querySelector("[data-departures]").textContent = all;
}

function wireProfiles() {
  const rulings = document.querySelector("[data-profiled]");
  if (!rulings) return;
  const follow = () => {
    followProfile();
    countDepartures(rulings);
  };
  for (const radio of document.querySelectorAll("[name=profile]")) radio.addEventListener("change", follow);
  rulings.addEventListener("htmx:afterRequest", follow);
  rulings.addEventListener("change", () => countDepartures(rulings));
}

tellZone();
localiseTimes();
wireRefreshing();
tickCountdowns();
if (document.querySelector("[data-countdown]")) setInterval(tickCountdowns, 1000);
wireTheme();
wireCopy();
wireFilters();
wireProfiles();
