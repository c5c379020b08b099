// Pieces, ball, tokens and paths on a board.
import { body, describe, ink } from "./figure.js";
import { svg } from "./svg.js";

// Marks of those who do not stand: a cross over the piece, the ground below it, stars before the eyes.
const MARKS = {
  down: "M-0.36 -0.36 L0.36 0.36 M-0.36 0.36 L0.36 -0.36",
  prone: "M-0.42 0.4 H0.42",
  stunned: "M-0.42 0.4 H0.42 M-0.32 -0.42 L-0.14 -0.26 M-0.32 -0.26 L-0.14 -0.42 M0.14 -0.42 L0.32 -0.26 M0.14 -0.26 L0.32 -0.42",
};

function piece(data, side, landscape) {
  const fill = ink(data, side.colour);
  const group = svg("g", { class: `piece side-${data.side}${data.abbr ? "" : " lettered"}`, "data-piece": data.id });
  group.append(
    svg("title", {}, describe(data, side)),
    body(data, side.colour, landscape),
    svg("text", { class: "number", y: data.abbr ? 0.06 : 0.16, fill }, data.number),
    svg("text", { class: "role", y: 0.33, fill }, data.abbr),
    svg("path", { class: "fallen" }),
  );
  return group;
}

// Moves that follow on each other are one run.
function runs(changes) {
  const found = [];
  for (const { player, path } of changes.filter((change) => change.e === "move")) {
    const last = found.findLast((run) => run.player === player);
    if (last && last.path.at(-1) === path[0]) last.path.push(...path.slice(1));
    else found.push({ player, path: [...path] });
  }
  return found;
}

export class Pieces {
  constructor(board, show) {
    this.board = board;
    this.wide = new Map(show.pieces.map((data) => [data.id, data.wide]));
    this.elements = new Map(show.pieces.map((data) => [data.id, piece(data, show.sides[data.side], board.landscape)]));
    this.ball = svg("g", { class: "ball" }, svg("ellipse", { rx: 0.3, ry: 0.19, transform: "rotate(-28)" }), svg("path", { d: "M-0.12 0.06 L0.12 -0.06 M-0.05 -0.03 L-0.01 0.06 M0.02 -0.07 L0.06 0.02" }));
    board.layers.pieces.append(...this.elements.values());
    board.layers.ball.append(this.ball);
  }

  spot(player, square) {
    return this.board.spot(square, this.wide.get(player));
  }

  draw(position) {
    for (const [id, element] of this.elements) {
      const square = position.at.get(id);
      element.toggleAttribute("hidden", square === undefined);
      this.lay(element, position.stance.get(id));
      element.classList.toggle("carrier", position.ball.holder === id);
      if (square !== undefined) moveTo(element, this.spot(id, square));
    }
    this.drawBall(position);
    this.drawTokens(position.tokens);
    this.drawTrapdoors(position.trapdoors);
  }

  lay(element, stance = "standing") {
    if (element.dataset.stance === stance) return;
    element.dataset.stance = stance;
    element.querySelector(".fallen").setAttribute("d", MARKS[stance] ?? "");
  }

  drawBall({ ball, at }) {
    const carried = ball.holder !== null && at.has(ball.holder);
    this.ball.toggleAttribute("hidden", !carried && ball.square === null);
    this.ball.classList.toggle("carried", carried);
    if (carried) {
      const { x, y } = this.spot(ball.holder, at.get(ball.holder));
      moveTo(this.ball, { x: x + 0.44, y: y - 0.4 });
    } else if (ball.square !== null) moveTo(this.ball, this.board.centre(ball.square));
  }

  drawTokens(tokens) {
    this.board.layers.tokens.replaceChildren(...[...tokens].map((square) => {
      const { x, y } = this.board.centre(square);
      return svg("path", { class: "token", transform: `translate(${x} ${y})`, d: "M0 -0.4 L0.12 -0.14 0.38 -0.2 0.2 0.02 0.34 0.28 0.06 0.18 -0.1 0.4 -0.14 0.14 -0.4 0.12 -0.2 -0.06 -0.28 -0.32 -0.06 -0.18Z" }, svg("title", {}, "Carnage token"));
    }));
  }

  // Planks with a ring to lift them, and in the corner a small one that is also seen when somebody stands there.
  drawTrapdoors(squares) {
    this.board.layers.marks.replaceChildren(...[...squares].map((square) => {
      const { x, y } = this.board.centre(square);
      return svg("g", { class: "trapdoor-mark", transform: `translate(${x - 0.35} ${y - 0.35})` }, svg("rect", { x: -0.13, y: -0.13, width: 0.26, height: 0.26 }), svg("path", { d: "M0 -0.13 V0.13" }));
    }));
    this.board.layers.trapdoors.replaceChildren(...[...squares].map((square) => {
      const { x, y } = this.board.centre(square);
      return svg(
        "g",
        { class: "trapdoor", transform: `translate(${x} ${y})` },
        svg("title", {}, "Trapdoor"),
        svg("rect", { x: -0.48, y: -0.48, width: 0.96, height: 0.96 }),
        svg("path", { d: "M-0.16 -0.48 V0.48 M0.16 -0.48 V0.48" }),
        svg("circle", { r: 0.09, cy: 0.28 }),
      );
    }));
  }

  // The path of the moves in a step, and the pieces running along it one after another. A push is drawn as an arrow instead.
  trace({ changes, pushes }, duration) {
    const pushed = new Set(pushes.map(({ player }) => player));
    const all = runs(changes);
    this.board.layers.path.replaceChildren(...all.filter(({ player }) => !pushed.has(player)).map((run) => this.trail(run)));
    if (duration > 0) this.run(all, duration);
  }

  run(all, duration) {
    const pace = duration / all.reduce((sum, { path }) => sum + path.length - 1, 0);
    let delay = 0;
    for (const { player, path } of all) {
      const stops = path.map((square) => this.spot(player, square)).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      const time = pace * (path.length - 1);
      if (stops.length > 1) this.elements.get(player).animate(stops, { duration: time, delay, fill: "backwards", easing: "ease-in-out" });
      delay += time;
    }
  }

  trail({ player, path }) {
    const points = path.map((square) => this.spot(player, square)).map(({ x, y }) => `${x},${y}`).join(" ");
    const { x, y } = this.spot(player, path[0]);
    return svg("g", {}, svg("polyline", { class: "trail", points }), svg("circle", { class: "trail-start", cx: x, cy: y, r: 0.2 }));
  }

  // Where the eye should be: the players at work, else the ball, wherever it is.
  spots(players, { at, ball }) {
    const seen = players.filter((id) => at.has(id)).map((id) => this.spot(id, at.get(id)));
    if (seen.length) return seen;
    if (ball.holder !== null && at.has(ball.holder)) return [this.spot(ball.holder, at.get(ball.holder))];
    return ball.square === null ? [] : [this.board.centre(ball.square)];
  }

  // Whoever is at work lies on top, since in the middle of a chain of pushes two share a square.
  highlight(players) {
    for (const [id, element] of this.elements) element.classList.toggle("active", players.includes(id));
    this.board.layers.pieces.append(...players.map((id) => this.elements.get(id)));
  }
}

function moveTo(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}
