// The dug-outs: for each side the boxes the drawing names, with whoever is off the pitch in them.
import { body, called, describe, ink } from "./figure.js";
import { html, svg } from "./svg.js";

function token(data, side) {
  const picture = svg("svg", { viewBox: "-0.56 -0.56 1.12 1.12", "aria-hidden": "true" }, body(data, side.colour, true), svg("text", { class: "number", y: 0.17, fill: ink(data, side.colour) }, data.number));
  return html("li", { class: `token-of side-${data.side}`, "data-piece": data.id, title: describe(data, side) }, picture, html("span", { class: "visually-hidden" }, called(data)));
}

class Box {
  constructor({ where, label }) {
    this.held = "";
    this.count = html("b", {}, 0);
    this.row = html("ul", { class: "bench-row" });
    this.element = html("div", { class: "bench", "data-where": where }, html("p", { class: "bench-name" }, `${label} `, this.count), this.row);
  }

  hold(tokens) {
    const held = tokens.map(({ dataset }) => dataset.piece).join();
    if (held === this.held) return;
    this.held = held;
    this.count.textContent = tokens.length;
    this.element.style.setProperty("--held", tokens.length);
    this.row.replaceChildren(...tokens);
  }
}

export class Dugouts {
  constructor({ board, sides, pieces }) {
    this.pieces = pieces.map((data) => ({ ...data, token: token(data, sides[data.side]) }));
    this.boxes = sides.flatMap((_, side) => board.bench.map((bench) => ({ side, where: bench.where, box: new Box(bench) })));
    this.element = html("div", { class: "dugouts" }, ...sides.map(({ name }, side) => (
      html("div", { class: `dugout side-${side}`, role: "group", "aria-label": `Dug-out of ${name}` }, ...this.boxes.filter((each) => each.side === side).map(({ box }) => box.element))
    )));
  }

  holds({ off }) {
    return [...off.values()].some((where) => this.boxes.some((box) => box.where === where));
  }

  draw({ off }) {
    for (const { side, where, box } of this.boxes) {
      box.hold(this.pieces.filter((each) => each.side === side && off.get(each.id) === where).map((each) => each.token));
    }
  }
}
