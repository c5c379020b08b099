// The draft follows every button and every field: the server answers with the page, and its parts are taken over.
//   <p data-live id> follows whatever changes, <div data-live="deed" id>, where people type, only buttons.
// Without this script the same buttons send the form.

const form = document.querySelector("[data-draft]");
const STORING = ["save", "submit"];

async function ask(deed) {
  const body = new FormData(form);
  body.set("do", deed);
  const answer = await fetch(location.href, { method: "POST", body, headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return location.reload(); // signed out, or submitted elsewhere
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    if (part.dataset.live !== "deed" || deed !== "recalculate") take(part, page.getElementById(part.id));
  }
}

// Containers stay, so that screen readers hear what changes in them. Buttons that are pressed again and again stand
// outside of all parts: one that is replaced between press and release is never clicked.
function take(part, fresh) {
  if (part.matches("input")) Object.assign(part, { value: fresh.value, checked: fresh.checked });
  else if (part.matches("select")) part.value = fresh.value;
  else part.replaceChildren(...fresh.childNodes);
}

// One after the other: a second press must find the list that the first one made.
let queue = Promise.resolve();
function enqueue(deed, focus) {
  queue = queue.then(() => ask(deed)).then(() => document.getElementById(focus)?.focus()).catch(() => {
    document.getElementById("draft-sum").textContent = "The server does not answer. Try again in a moment.";
  });
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]");
  if (!button || STORING.includes(button.value)) return;
  event.preventDefault();
  enqueue(button.value, button.id);
});
form.addEventListener("change", (event) => enqueue(event.target.name === "league" ? "follow" : "recalculate", ""));
document.documentElement.classList.add("scripted");
