// A block drawn: the throw of block dice with its faces as marks, the chosen one ringed, earlier throws struck out.
import { html, svg } from "./svg.js";

const GROUND = "M6 33 H34";
const PUSH = { name: "Push Back", line: "M6 20 H31 M22 10 L32 20 L22 30" };
const FACES = {
  1: { name: "Player Down", solid: "M20 6 A12 11 0 0 1 27 26 V33 H13 V26 A12 11 0 0 1 20 6Z M15 14 A3.2 3.2 0 1 0 15 20.4 A3.2 3.2 0 1 0 15 14Z M25 14 A3.2 3.2 0 1 0 25 20.4 A3.2 3.2 0 1 0 25 14Z M17.2 28 H18.4 V33 H17.2Z M21.6 28 H22.8 V33 H21.6Z" },
  2: { name: "Both Down", line: `M13 6 V25 M6.5 19 L13 26 L19.5 19 M27 6 V25 M20.5 19 L27 26 L33.5 19 ${GROUND}` },
  3: PUSH,
  4: PUSH,
  5: { name: "Stumble", line: `M6 9 H18 Q25 9 25 16 V25 M17 18 L25 26 L33 18 ${GROUND}` },
  6: { name: "Pow", solid: "M20 3 L23.4 12 L32 7.9 L28.1 16.6 L37 20 L28.1 23.4 L32 32.1 L23.4 28 L20 37 L16.6 28 L8 32.1 L11.9 23.4 L3 20 L11.9 16.6 L8 7.9 L16.6 12Z" },
};
const SIDES = "M4 7 Q4 4 7 4 H33 Q36 4 36 7 V33 Q36 36 33 36 H7 Q4 36 4 33Z";

function die(face, state) {
  const { name, solid, line } = FACES[face];
  const mark = solid ? svg("path", { class: "mark solid", d: solid }) : svg("path", { class: "mark line", d: line });
  const picture = svg("svg", { class: "block-die", viewBox: "0 0 40 40", role: "img", "aria-label": state ? `${name}, ${state}` : name });
  picture.append(svg("path", { class: "face", d: SIDES }), svg("g", { transform: "translate(20 20) scale(0.8) translate(-20 -20)" }, mark));
  if (state === "re-rolled") picture.append(svg("path", { class: "strike", d: "M3 37 L37 3" }));
  const words = state ? [name, html("br"), html("strong", {}, state)] : [name];
  return html("span", { class: `die-box block-face ${state}`, "data-face": face }, picture, html("span", { class: "die-name", "aria-hidden": "true" }, ...words));
}

// Of equal faces one is chosen.
function throwOf({ faces, chosen }) {
  const place = faces.indexOf(chosen);
  return faces.map((face, index) => die(face, index === place ? "chosen" : ""));
}

export function drawBlock(block, { pieces, sides }) {
  if (!block) return [];
  const { player, target, faces, chooser, strengths, rerolled } = block;
  const [hitter, victim] = [pieces[player], pieces[target]];
  const choice = faces.length > 1 ? `, ${sides[chooser].name} choose` : "";
  return [html(
    "div",
    { class: `roll block side-${hitter.side}` },
    html("span", { class: "roll-label" }, `${hitter.name} blocks ${victim.name}: ${strengths[0]} against ${strengths[1]}${choice}`),
    html("span", { class: "roll-dice" }, ...rerolled.flat().map((face) => die(face, "re-rolled")), ...throwOf(block)),
  )];
}
