// A draft is saved as it is edited. Its requests are numbered, so that a late one never undoes a later one, and what has
// not been answered when the page is left is sent after it.

const form = document.querySelector("[data-draft]");
const edition = form.elements.namedItem("edition");
let typed = 0; // how often something was typed, and how much of that was sent and answered
let sent = 0;
let answered = 0;

function next() {
  edition.value = Number(edition.value) + 1;
  return edition.value;
}

form.addEventListener("input", () => { typed += 1; });
form.addEventListener("htmx:configRequest", (event) => {
  event.detail.parameters.edition = next();
  sent = typed;
});
form.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) answered = sent; });
window.addEventListener("pagehide", () => {
  if (typed === answered) return;
  next();
  navigator.sendBeacon(form.action, new FormData(form));
});
