// The chain of a push: one numbered arrow for each player, in the order of the chain; over the edge for one who lands in the crowd.
// Those that are not made in this step are only outlined.
import { svg } from "./svg.js";

const BESIDE = 0.36; // how far the arrow keeps from the middle of the squares, where the numbers of the pieces are
const TAIL = 0.14;
const TIP = 0.12;

function place(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const below = dx < 0 || (dx === 0 && dy > 0) ? -BESIDE : BESIDE; // always the same side of the screen
  const turned = (Math.atan2(dy, dx) * 180) / Math.PI;
  return { far: Math.hypot(dx, dy), turned, transform: `translate(${from.x} ${from.y}) rotate(${turned}) translate(0 ${below})` };
}

function arrow({ far, transform }, { path: [, to], now }) {
  const crowd = to === null;
  const end = far - (crowd ? 0 : TIP);
  return svg("path", { class: ["push", crowd && "crowd", !now && "idle"].filter(Boolean).join(" "), transform, d: `M${TAIL} -0.07 H${end - 0.26} V-0.2 L${end} 0 L${end - 0.26} 0.2 V0.07 H${TAIL}Z` });
}

function badge({ turned, transform }, number) {
  return svg("g", { class: "push-number", transform: `${transform} translate(${TAIL} 0) rotate(${-turned})` }, svg("circle", { r: 0.18 }), svg("text", {}, number));
}

export function drawPushes(board, pushes) {
  const places = pushes.map(({ path: [from, to], behind }) => place(board.centre(from), to === null ? board.beyond(from, behind) : board.centre(to)));
  board.layers.pushes.replaceChildren(
    ...places.map((each, index) => arrow(each, pushes[index])),
    ...places.map((each, index) => badge(each, index + 1)),
  );
}
