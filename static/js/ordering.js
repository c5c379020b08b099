// A table whose rows have a place each, as a number to choose: with this script they are moved by buttons, by dragging, or with the
// arrow keys on a button. The numbers stay what the form sends, so that the page works without it.

const used = (row) => row.querySelector("select").value !== "";

function button(label, text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function wire(table) {
  const body = table.tBodies[0];
  const status = document.querySelector("[data-ordering-status]");
  const rows = () => [...body.rows];
  const chosen = () => rows().filter(used);

  const number = () => {
    for (const [at, row] of chosen().entries()) row.querySelector("select").value = String(at + 1);
    for (const row of rows()) {
      const place = row.querySelector("select").value;
      row.classList.toggle("unused", !place);
      row.draggable = Boolean(place);
      row.querySelector("[data-place]").textContent = place ? `${place}.` : "";
      row.querySelector("[data-use]").textContent = place ? "✕" : "+";
      row.querySelector("[data-use]").setAttribute("aria-label", `${place ? "Do not use" : "Use"} ${row.dataset.name}`);
      for (const arrow of row.querySelectorAll("[data-arrow]")) arrow.hidden = !place;
    }
  };
  const say = (row) => {
    const place = row.querySelector("select").value;
    status.textContent = place ? `${row.dataset.name}: place ${place} of ${chosen().length}.` : `${row.dataset.name} is not used.`;
  };
  const done = (row) => {
    number();
    say(row);
  };
  const move = (row, by) => {
    const all = chosen();
    const other = all[all.indexOf(row) + by];
    if (!other) return;
    if (by < 0) other.before(row);
    else other.after(row);
    done(row);
  };
  const toggle = (row) => {
    const select = row.querySelector("select");
    const last = chosen().findLast((each) => each !== row);
    select.value = select.value ? "" : "1";
    if (last) last.after(row);
    else body.prepend(row);
    done(row);
  };

  for (const row of rows()) {
    const select = row.querySelector("select");
    select.hidden = true;
    const place = document.createElement("strong");
    place.dataset.place = "";
    const tools = document.createElement("span");
    tools.className = "tools";
    const up = button(`Move ${row.dataset.name} up`, "▲", () => { move(row, -1); up.focus(); });
    const down = button(`Move ${row.dataset.name} down`, "▼", () => { move(row, 1); down.focus(); });
    const use = button("", "", () => { toggle(row); use.focus(); });
    up.dataset.arrow = down.dataset.arrow = "";
    use.dataset.use = "";
    tools.append(place, up, down, use);
    select.after(tools);
    tools.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || !used(row)) return;
      event.preventDefault();
      const held = document.activeElement;
      move(row, by);
      held.focus();
    });
  }

  let dragged = null;
  body.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("tr");
    event.dataTransfer.effectAllowed = "move";
  });
  body.addEventListener("dragover", (event) => {
    const over = event.target.closest("tr");
    if (!dragged || !over || over === dragged || !used(over)) return;
    event.preventDefault();
    const half = over.getBoundingClientRect().top + over.offsetHeight / 2;
    if (event.clientY < half) over.before(dragged);
    else over.after(dragged);
  });
  body.addEventListener("dragend", () => {
    if (dragged) done(dragged);
    dragged = null;
  });
  number();
}

for (const table of document.querySelectorAll("[data-ordering]")) wire(table);
