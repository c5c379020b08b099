// Chapters that come without what is in them: <details data-part="address of the contents">. They are filled when they are opened
// or somebody searches in them. Until then a link or a button inside leads to the same contents without this script.

const underWay = new Map();

async function fetchPart(fold, address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const contents = document.createRange().createContextualFragment(await answer.text());
  const kept = [...fold.querySelectorAll("input[type=hidden]")];
  const summary = fold.querySelector("summary"); // it stays where it is, and keeps the focus
  while (summary.nextSibling) summary.nextSibling.remove();
  fold.append(contents);
  for (const name of new Set(kept.map((each) => each.name))) {
    fillIn(fold.querySelectorAll(`[name="${CSS.escape(name)}"]`), kept.filter((each) => each.name === name).map((each) => each.value));
  }
  delete fold.dataset.part;
  fold.dispatchEvent(new CustomEvent("filled", { bubbles: true }));
}

// What hidden fields have kept is put into the fields that take their place.
function fillIn(controls, values) {
  for (const control of controls) {
    if (control.matches("[type=radio], [type=checkbox]")) control.checked = values.includes(control.value);
    else [control.value] = values;
  }
}

function addressOf(fold) {
  const profile = document.querySelector("[name=profile]:checked");
  return profile ? `${fold.dataset.part}?profile=${encodeURIComponent(profile.value)}` : fold.dataset.part;
}

// Where that fails, what is there stays, and the next attempt asks again.
function fill(fold) {
  if (!underWay.has(fold)) {
    const filling = fetchPart(fold, addressOf(fold)).catch(() => {}).finally(() => underWay.delete(fold));
    underWay.set(fold, filling);
  }
  return underWay.get(fold);
}

export function fillAll(root) {
  return Promise.all([...root.querySelectorAll("[data-part]")].map(fill));
}

export function wireParts() {
  for (const fold of document.querySelectorAll("[data-part]")) {
    fold.addEventListener("toggle", () => { if (fold.open && fold.dataset.part) fill(fold); });
    if (fold.open || fold.querySelector("input[type=hidden]")) fill(fold);
  }
}
