// Pieces, ball, tokens and paths on a board. Home is a filled disc, away a chalk-white square with a coloured rim:
// the sides are told apart by shape and filling before colour.
import { inkOn, svg } from "./svg.js";

const LIGHT = "#f6f9f2";

function body(side, colour, wide, landscape) {
  const long = wide ? 1.86 : 0.86;
  const [width, height] = landscape ? [0.86, long] : [long, 0.86];
  const radius = side === 0 ? 0.43 : 0.17;
  const fill = side === 0 ? colour : LIGHT;
  return svg("rect", { class: "body", x: -width / 2, y: -height / 2, width, height, rx: radius, fill, stroke: side === 0 ? LIGHT : colour, "stroke-width": side === 0 ? 0.07 : 0.13 });
}

function piece(data, side, landscape) {
  const ink = data.side === 0 ? inkOn(side.colour) : "#101a14";
  const group = svg("g", { class: `piece side-${data.side}`, "data-piece": data.id });
  group.append(
    svg("title", {}, `${data.number} ${data.name}, ${data.role} (${side.name})`),
    body(data.side, side.colour, data.wide, landscape),
    svg("text", { class: "number", y: 0.06, fill: ink }, data.number),
    svg("text", { class: "role", y: 0.33, fill: ink }, data.abbr),
    svg("path", { class: "fallen", d: "M-0.36 -0.36 L0.36 0.36 M-0.36 0.36 L0.36 -0.36" }),
  );
  return group;
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
      element.classList.toggle("down", position.down.has(id));
      element.classList.toggle("carrier", position.ball.holder === id);
      if (square !== undefined) moveTo(element, this.spot(id, square));
    }
    this.drawBall(position);
    this.drawTokens(position.tokens);
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

  // The path of the moves in a step, and the pieces running along it.
  trace(changes, duration) {
    const moves = changes.filter((change) => change.e === "move");
    this.board.layers.path.replaceChildren(...moves.map((change) => this.trail(change)));
    if (duration <= 0) return;
    for (const { player, path } of moves) {
      const stops = path.map((square) => this.spot(player, square)).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      if (stops.length > 1) this.elements.get(player).animate(stops, { duration, easing: "ease-in-out" });
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

  highlight(players) {
    for (const [id, element] of this.elements) element.classList.toggle("active", players.includes(id));
  }
}

function moveTo(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}
