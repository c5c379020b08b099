// The drawn field. The drawing is long in y; on a wide screen it lies on its side so that the home team attacks to the right.
import { svg } from "./svg.js";

const MARGIN = 0.35;
const FEWEST_ROWS = 12;
const ROOM = 1.5; // squares kept free around a stretch of play
const SMALLEST_STRETCH = { along: 9, across: 7 };
const LONGEST_NAME = 1.5; // letters for each square
const SQUARE_PIXELS = { least: 25, most: 52 };

export class Board {
  constructor(drawing, sides, landscape) {
    this.drawing = drawing;
    this.landscape = landscape;
    this.squares = new Map([...drawing.spaces, ...drawing.goals].map((space) => [space.id, space]));
    this.extent = this.measure();
    this.camera = svg("g", { class: "camera" });
    this.element = svg("svg", { class: "pitch", role: "img", "aria-label": `Pitch: ${sides[0].name} against ${sides[1].name}` }, this.camera);
    this.layers = Object.fromEntries(["ground", "zones", "goals", "spaces", "lines", "numbers", "trapdoors", "tokens", "path", "pieces", "marks", "ball", "pushes"].map((name) => {
      const layer = svg("g", { class: `layer-${name}` });
      this.camera.append(layer);
      return [name, layer];
    }));
    this.drawGround();
    this.drawZones(sides);
    this.drawSpaces();
    this.drawGoals(sides);
    this.drawLines();
  }

  measure() {
    const all = [...this.squares.values()];
    const low = (axis, size) => Math.min(...all.map((s) => s[axis] - s[size] / 2)) - MARGIN;
    const high = (axis, size) => Math.max(...all.map((s) => s[axis] + s[size] / 2)) + MARGIN;
    const [x0, x1, y0, y1] = [low("x", "w"), high("x", "w"), low("y", "h"), high("y", "h")];
    this.turn = this.landscape ? (x, y) => ({ x: y - y0, y: x1 - x }) : (x, y) => ({ x: x - x0, y: y - y0 });
    return this.landscape ? { width: y1 - y0, height: x1 - x0 } : { width: x1 - x0, height: y1 - y0 };
  }

  // Shows the whole field, or the stretch of an upright one around the given spots. With no spot to look at, the
  // whole field is drawn small in the same frame, so that the page does not jump.
  look(spots) {
    const { width, height } = this.extent;
    const room = Math.max(220, Math.min(480, innerHeight - 500)); // pixels left by score, words and controls
    const rows = Math.max(FEWEST_ROWS, (room * width) / (this.element.clientWidth || room));
    const seen = spots && !this.landscape ? Math.min(height, rows) : height;
    this.element.setAttribute("viewBox", `0 0 ${width} ${seen}`);
    this.number(0, 0, width, seen);
    if (!spots?.length) {
      const scale = seen / height;
      this.camera.style.transform = `translate(${(width - width * scale) / 2}px, 0px) scale(${scale})`;
      return;
    }
    const middle = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
    const top = Math.max(0, Math.min(middle - seen / 2, height - seen));
    this.camera.style.transform = `translate(0px, ${-top}px) scale(1)`;
  }

  // Shows a stretch of a field that lies on its side, and more around it if its squares would be too large.
  frame({ x, y, along, across }) {
    const { width, height } = this.extent;
    const seen = { width: Math.min(width, Math.max(along, this.element.clientWidth / SQUARE_PIXELS.most)), height: Math.min(height, across) };
    const middle = this.turn(x, y);
    const left = Math.max(0, Math.min(middle.x - seen.width / 2, width - seen.width));
    const top = Math.max(0, Math.min(middle.y - seen.height / 2, height - seen.height));
    this.element.setAttribute("viewBox", `${left} ${top} ${seen.width} ${seen.height}`);
    this.number(left, top, seen.width, seen.height);
    this.camera.style.transform = "none";
  }

  // Along two edges of what is seen stand the numbers by which sentences call the squares, as in 12,8. Upright they would be too small.
  number(left, top, width, height) {
    const seen = [left, top, width, height].join();
    if (this.numbered === seen) return;
    this.numbered = seen;
    const marks = { x: new Map(), y: new Map() };
    for (const { name, x, y } of this.landscape ? this.squares.values() : []) {
      const [along, across] = /^(\d+),(\d+)$/.exec(name)?.slice(1) ?? [];
      const spot = this.turn(x, y);
      if (along && spot.x > left + 0.5 && spot.x < left + width) marks.x.set(along, { x: spot.x, y: top + 0.26 });
      if (across && spot.y > top + 0.5 && spot.y < top + height) marks.y.set(across, { x: left + 0.18, y: spot.y + 0.09 });
    }
    this.layers.numbers.replaceChildren(...[...marks.x, ...marks.y].map(([text, place]) => svg("text", place, text)));
  }

  centre(id) {
    const { x, y } = this.squares.get(id);
    return this.turn(x, y);
  }

  // A wide piece stands on its space and on the neighbour the drawing names.
  spot(id, wide) {
    const { x, y } = this.squares.get(id);
    const { dx, dy } = wide ? this.drawing.wide_offset : { dx: 0, dy: 0 };
    return this.turn(x + dx / 2, y + dy / 2);
  }

  // Just over the edge of the field that is nearest to a space. In a corner that is the one away from the space behind, or both.
  beyond(id, behind) {
    const { width, height } = this.drawing;
    const { x, y } = this.squares.get(id);
    const from = this.squares.get(behind) ?? { x, y };
    const edges = [[x, -1, 0], [width - x, 1, 0], [y, 0, -1], [height - y, 0, 1]];
    const far = Math.min(...edges.map(([distance]) => distance));
    const near = edges.filter(([distance]) => distance === far);
    const away = near.filter(([, dx, dy]) => dx * (x - from.x) > 0 || dy * (y - from.y) > 0);
    const ways = away.length ? away : near.slice(0, 1);
    const sum = (part) => ways.reduce((all, way) => all + way[part], 0);
    return this.turn(x + sum(1) * (far + MARGIN), y + sum(2) * (far + MARGIN));
  }

  rectangle({ x, y, w, h }, attributes) {
    const middle = this.turn(x, y);
    const [width, height] = this.landscape ? [h, w] : [w, h];
    return svg("rect", { x: middle.x - width / 2, y: middle.y - height / 2, width, height, ...attributes });
  }

  drawGround() {
    const { width, height } = this.extent;
    this.layers.ground.append(svg("rect", { class: "grass", width, height, rx: 0.4 }));
    const long = this.landscape ? width : height;
    for (let at = 0, stripe = 0; at < long; at += 3, stripe += 1) {
      if (stripe % 2) continue;
      const size = Math.min(3, long - at);
      this.layers.ground.append(svg("rect", this.landscape ? { class: "stripe", x: at, y: 0, width: size, height } : { class: "stripe", x: 0, y: at, width, height: size }));
    }
  }

  drawZones(sides) {
    const { width, height, zones } = this.drawing;
    for (const zone of zones) {
      this.layers.zones.append(this.rectangle(zone, { class: zone.kind }));
      if (zone.kind === "end-zone") this.layers.zones.append(this.endZoneName(zone, sides[zone.y < height / 2 ? 0 : 1].name));
    }
    if (zones.length) this.layers.zones.append(this.rectangle({ x: width / 2, y: height / 2, w: width, h: height }, { class: "edge" }));
  }

  drawSpaces() {
    for (const space of this.drawing.spaces) this.layers.spaces.append(this.rectangle(space, { class: "space" }));
  }

  drawGoals(sides) {
    for (const side of [0, 1]) {
      const goals = this.drawing.goals.filter((goal) => goal.side === side);
      if (!goals.length) continue;
      for (const goal of goals) this.layers.goals.append(this.rectangle(goal, { class: "goal" }));
      this.layers.goals.append(this.goalName(goals, sides[1 - side].name));
    }
  }

  goalName(goals, name) {
    const mean = (axis) => goals.reduce((sum, goal) => sum + goal[axis], 0) / goals.length;
    const { x, y } = this.turn(mean("x"), mean("y"));
    const rotate = this.landscape ? `rotate(${x < this.extent.width / 2 ? -90 : 90} ${x} ${y})` : null;
    return svg("text", { class: "goal-name", x, y, transform: rotate, "dominant-baseline": "central" }, name.toUpperCase());
  }

  // A long name is squeezed into its end zone.
  endZoneName(zone, name) {
    const text = this.goalName([zone], name);
    if (name.length > LONGEST_NAME * zone.w) {
      text.setAttribute("textLength", zone.w - 1);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return text;
  }

  drawLines() {
    for (const line of this.drawing.lines) {
      const [from, to] = [this.turn(line.x1, line.y1), this.turn(line.x2, line.y2)];
      this.layers.lines.append(svg("line", { class: "yard", x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
      for (const end of [from, to]) this.layers.lines.append(this.yardLabel(end, line.label));
    }
  }

  yardLabel(end, label) {
    const { width, height } = this.extent;
    const inward = this.landscape ? { dx: 0.1, dy: end.y < height / 2 ? 0.75 : -0.45 } : { dx: end.x < width / 2 ? 0.55 : -0.55, dy: -0.15 };
    return svg("text", { class: "yard-label", x: end.x + inward.dx, y: end.y + inward.dy, "text-anchor": this.landscape ? "start" : "middle" }, label);
  }
}

// The stretch of the field around some squares, by its middle and its size; null where it would be as good as the whole
// field. A field whose goals lie beyond its ends is always shown with them.
export function stretchOf({ spaces, goals, height }, squares) {
  const held = spaces.filter(({ id }) => squares.has(id));
  if (goals.length || !held.length) return null;
  const [low, high] = [(axis) => Math.min(...held.map((space) => space[axis])), (axis) => Math.max(...held.map((space) => space[axis]))];
  const size = (axis, least) => Math.max(least, high(axis) - low(axis) + 1 + 2 * ROOM);
  const stretch = { x: (low("x") + high("x")) / 2, y: (low("y") + high("y")) / 2, along: size("y", SMALLEST_STRETCH.along), across: size("x", SMALLEST_STRETCH.across) };
  return stretch.along < height - 2 ? stretch : null;
}

export function fits({ along }, pixels) {
  return along * SQUARE_PIXELS.least <= pixels;
}
