// A roll drawn: each die in the shape of its kind, then total, modifiers, target and verdict in words.
import { html, svg } from "./svg.js";

const SHAPES = {
  6: "M4 7 Q4 4 7 4 H33 Q36 4 36 7 V33 Q36 36 33 36 H7 Q4 36 4 33Z",
  8: "M20 1 L38 20 L20 39 L2 20Z",
  10: "M20 1 L38 16 L38 24 L20 39 L2 24 L2 16Z",
  12: "M20 2 L38 15 L31 37 L9 37 L2 15Z",
  20: "M20 1 L37 10.5 L37 29.5 L20 39 L3 29.5 L3 10.5Z",
};
const ROUND = "M20 2 A18 18 0 1 1 19.99 2Z";

function die([sides, face, name]) {
  const football = name === "football";
  const picture = svg("svg", { class: football ? "die football" : "die", viewBox: "0 0 40 40", role: "img", "aria-label": `${face} on the ${name}` });
  picture.append(svg("path", { d: SHAPES[sides] ?? ROUND }), svg("text", { x: 20, y: 21 }, face));
  return html("span", { class: "die-box" }, picture, html("span", { class: "die-name", "aria-hidden": "true" }, name));
}

function figure(value) {
  return value < 0 ? `−${-value}` : String(value);
}

function signed(value) {
  return value < 0 ? figure(value) : `+${value}`;
}

function arithmetic(roll) {
  const parts = roll.modifiers.map(([source, value]) => html("span", { class: "modifier" }, `${signed(value)} ${source}`));
  if (roll.total !== null && (roll.dice.length > 1 || parts.length)) parts.push(html("span", { class: "total" }, `= ${figure(roll.total)}`));
  if (roll.target !== null) parts.push(html("span", { class: "target" }, `needs ${roll.target}`));
  if (roll.passed !== null) parts.push(html("span", { class: roll.passed ? "verdict yes" : "verdict no" }, `${roll.passed ? "✓" : "✕"} ${roll.verdict}`));
  return parts;
}

export function drawRolls(rolls) {
  return rolls.map((roll) => html(
    "div",
    { class: `roll side-${roll.side}` },
    html("span", { class: "roll-label" }, roll.label),
    html("span", { class: "roll-dice" }, ...roll.dice.map(die), ...arithmetic(roll)),
  ));
}
