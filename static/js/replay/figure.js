// A player as drawn on the pitch and in the dug-out. Home is a filled disc, away a chalk-white square with a coloured rim:
// the sides are told apart by shape and filling before colour.
import { inkOn, svg } from "./svg.js";

const LIGHT = "#f6f9f2";
const INK = "#101a14";

// Players of scenarios wear their name.
export function called({ number, name }) {
  return number === name ? name : `${number} ${name}`;
}

export function describe(data, side) {
  return [`${called(data)}, ${data.role} (${side.name})`, data.about].filter(Boolean).join("\n");
}

export function body({ side, wide, big }, colour, landscape) {
  const short = big ? 0.97 : 0.86;
  const long = wide ? 1.86 : short;
  const [width, height] = landscape ? [short, long] : [long, short];
  const radius = side === 0 ? short / 2 : 0.17;
  const fill = side === 0 ? colour : LIGHT;
  return svg("rect", { class: "body", x: -width / 2, y: -height / 2, width, height, rx: radius, fill, stroke: side === 0 ? LIGHT : colour, "stroke-width": side === 0 ? 0.07 : 0.13 });
}

export function ink({ side }, colour) {
  return side === 0 ? inkOn(colour) : INK;
}
