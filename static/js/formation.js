// Drawing a formation: the selects of the list are what is drawn and sent, the server draws and judges them.
// A player (or anybody) and then a square, dragging, or arrow keys on a place. No rule of the game is in here.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SLACK = 4; // pixels that a click may wander

function wire(root) {
  const key = root.dataset.formation;
  const part = (at, name) => root.querySelector(`[name="${key}-${at}-${name}"]`);
  const board = () => root.querySelector("[data-board]");
  let chosen = null; // { at } for a place, { player } for somebody who gets one
  let drag = null;
  let focus = null; // the id of what has the focus after the next drawing

  function size() {
    return [part(0, "row").options.length - 1, part(0, "column").options.length - 1];
  }

  function places() {
    const all = [];
    for (let at = 0; part(at, "row"); at += 1) {
      const row = part(at, "row").value;
      if (row !== "") all.push({ at, row: Number(row), column: Number(part(at, "column").value), player: part(at, "player").value });
    }
    return all;
  }

  function taken(row, column) {
    return places().find((place) => place.row === row && place.column === column);
  }

  function redraw(next) {
    focus = next ?? null;
    root.dispatchEvent(new CustomEvent("redraw"));
  }

  function put(at, row, column, player) {
    part(at, "row").value = String(row);
    part(at, "column").value = String(column);
    if (player !== undefined) part(at, "player").value = player;
    redraw(`${key}-man-${at}`);
  }

  function move(at, row, column) {
    const [rows, columns] = size();
    const there = taken(row, column);
    if (row < 0 || row >= rows || column < 1 || column > columns || (there && there.at !== at)) return;
    put(at, row, column);
  }

  function add(player, row, column) {
    const own = player && places().find((place) => place.player === player);
    if (own) {
      move(own.at, row, column);
      return;
    }
    const used = new Set(places().map((place) => place.at));
    for (let at = 0; part(at, "row"); at += 1) {
      if (!used.has(at)) {
        put(at, row, column, player);
        return;
      }
    }
  }

  function take(at) {
    for (const name of ["row", "column", "player"]) part(at, name).value = "";
    chosen = null;
    redraw();
  }

  function choose(what) {
    chosen = what;
    for (const man of root.querySelectorAll(".man")) man.setAttribute("aria-pressed", String(what?.at === Number(man.dataset.at)));
    for (const one of root.querySelectorAll("[data-player]")) one.setAttribute("aria-pressed", String(what?.player === one.dataset.player));
  }

  function squareAt(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
    return [Math.floor(spot.y), Math.floor(spot.x) + 1];
  }

  function onSquare(row, column) {
    const [rows, columns] = size();
    if (row < 0 || row >= rows || column < 1 || column > columns) return;
    const there = taken(row, column);
    if (chosen?.player !== undefined && there) {
      part(there.at, "player").value = chosen.player; // the place gets another player
      choose({ at: there.at });
      redraw(`${key}-man-${there.at}`);
    } else if (there) choose(chosen?.at === there.at ? null : { at: there.at });
    else if (chosen?.player !== undefined) add(chosen.player, row, column);
    else if (chosen) move(chosen.at, row, column);
  }

  // Somebody who is picked by keyboard stands on the first free square at once, and arrow keys do the rest.
  function addByKey(player) {
    const [rows, columns] = size();
    const middle = (columns + 1) / 2;
    for (let row = 0; row < rows; row += 1) {
      const order = Array.from({ length: columns }, (_, index) => index + 1).toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
      const column = order.find((each) => !taken(row, each));
      if (column) {
        add(player, row, column);
        return;
      }
    }
  }

  root.addEventListener("click", (event) => {
    const one = event.target.closest("[data-player]");
    if (!one) return;
    const own = one.dataset.player && places().find((place) => place.player === one.dataset.player);
    if (event.detail === 0 && !own) addByKey(one.dataset.player);
    else if (own) {
      choose({ at: own.at });
      if (event.detail === 0) root.querySelector(`#${key}-man-${own.at}`)?.focus();
    } else choose(chosen?.player === one.dataset.player ? null : { player: one.dataset.player });
  });

  root.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("[data-board]") || event.button !== 0) return;
    const man = event.target.closest(".man");
    drag = { man, x: event.clientX, y: event.clientY, moved: false };
    if (man) man.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag?.man) return;
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (!drag.moved) return;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
    drag.man.setAttribute("transform", `translate(${spot.x - 0.5} ${spot.y - 0.5})`);
  });
  root.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { man, moved } = drag;
    drag = null;
    const [row, column] = squareAt(event);
    if (!man || !moved) {
      onSquare(row, column);
      return;
    }
    const at = Number(man.dataset.at);
    choose({ at });
    move(at, row, column);
    redraw(man.id); // also back to where it was
  });
  root.addEventListener("pointercancel", () => { drag = null; });

  root.addEventListener("keydown", (event) => {
    const man = event.target.closest(".man");
    if (!man) return;
    const at = Number(man.dataset.at);
    const here = places().find((place) => place.at === at);
    if (STEPS[event.key]) {
      const [down, right] = STEPS[event.key];
      let [row, column] = [here.row + down, here.column + right];
      while (taken(row, column)) [row, column] = [row + down, column + right]; // over those who stand there
      choose({ at });
      move(at, row, column);
    } else if (event.key === "Delete" || event.key === "Backspace") take(at);
    else if (event.key === "Enter" || event.key === " ") choose(chosen?.at === at ? null : { at });
    else return;
    event.preventDefault();
  });

  root.addEventListener("change", (event) => {
    if (event.target.matches("select")) redraw(event.target.id);
  });

  function show() {
    root.querySelector("[data-bench]").hidden = false;
    choose(chosen);
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  }
  // The list stays open or shut as it was.
  let listOpen = false;
  root.addEventListener("htmx:beforeSwap", () => { listOpen = root.querySelector(".as-list")?.open ?? false; });
  root.addEventListener("htmx:afterSwap", () => {
    root.querySelector(".as-list").open = listOpen;
    show();
  });
  show();
}

for (const root of document.querySelectorAll("[data-formation]")) wire(root);
