// The clock and the controls. One transport drives any number of stages, so that several choices of a ruling run in step.
import { html, svg } from "./svg.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 20];
const READING = { quick: 650, roll: 1700, key: 2400 };
const ENOUGH_SEEN = 0.6;
const LONGEST_NAME = 90;
const ICONS = {
  start: "M6 5 V19 M19 5 L9 12 L19 19Z",
  lastMoment: "M12 5 L4 12 L12 19Z M20 5 L12 12 L20 19Z",
  back: "M17 5 L7 12 L17 19Z",
  play: "M7 4 L20 12 L7 20Z",
  pause: "M6 4 H10 V20 H6Z M14 4 H18 V20 H14Z",
  forward: "M7 5 L17 12 L7 19Z",
  nextMoment: "M4 5 L12 12 L4 19Z M12 5 L20 12 L12 19Z",
  end: "M18 5 V19 M5 5 L15 12 L5 19Z",
};
const still = matchMedia("(prefers-reduced-motion: reduce)");

function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

function button(name, label, action) {
  const element = html("button", { type: "button", class: `control ${name}`, title: label, "aria-label": label }, icon(name));
  element.addEventListener("click", action);
  return element;
}

// On a phone the controls stay at the lower edge of the window once the first pitch is seen above them; before that
// they would cover it.
function keepInReach(bar, pitch) {
  const watch = new IntersectionObserver(([seen]) => {
    bar.classList.toggle("sticks", seen.intersectionRatio >= ENOUGH_SEEN || seen.boundingClientRect.top < 0);
  }, { rootMargin: `0px 0px -${bar.offsetHeight}px 0px`, threshold: ENOUGH_SEEN });
  watch.observe(pitch);
}

// What a moment is called in the list: when it was, unless the sentence begins with that, and what happened.
function momentName({ phase, text, moment }) {
  const when = phase.turn ? `${phase.half}, turn ${phase.turn}` : phase.half;
  const name = text.startsWith(phase.half) ? text.replace(/\.$/, "") : `${when}: ${moment || text}`;
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, name.lastIndexOf(" ", LONGEST_NAME - 1)).replace(/[\s,:;.]+$/, "")}…`;
}

export class Transport {
  constructor(root, stages) {
    this.stages = stages;
    this.index = 0;
    this.speed = 1;
    this.timer = null;
    this.lead = stages.reduce((longest, stage) => (stage.length > longest.length ? stage : longest));
    this.moments = this.lead.show.steps.flatMap((step, index) => (step.key ? [index] : []));
    this.listeners = [];
    this.playButton = button("play", "Play", () => this.toggle());
    const bar = html("div", { class: "transport" }, this.timeline(), this.buttons(), this.selects());
    root.append(bar);
    keepInReach(bar, stages[0].pitch);
    this.seek(this.lead.opening);
  }

  get last() {
    return this.lead.length - 1;
  }

  get playing() {
    return this.timer !== null;
  }

  buttons() {
    const jumps = this.moments.length > 0;
    return html(
      "div",
      { class: "controls", role: "group", "aria-label": "Replay controls" },
      button("start", "Back to the start", () => this.leap(0)),
      jumps ? button("lastMoment", "Last moment", () => this.moment(-1)) : "",
      button("back", "One step back", () => this.leap(this.index - 1)),
      this.playButton,
      button("forward", "One step forward", () => this.step()),
      jumps ? button("nextMoment", "Next moment", () => this.moment(1)) : "",
      button("end", "To the end", () => this.leap(this.last)),
    );
  }

  timeline() {
    this.range = html("input", { type: "range", min: 0, max: this.last, step: 1, "aria-label": "Step" });
    this.range.addEventListener("input", () => this.leap(Number(this.range.value)));
    this.counter = html("output", { class: "counter" });
    return html("div", { class: "timeline" }, html("div", { class: "track" }, this.marks(), this.range), this.counter);
  }

  marks() {
    const steps = this.lead.show.steps;
    const at = (index) => (this.last ? (index / this.last) * 1000 : 0);
    const marks = svg("svg", { class: "marks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    steps.forEach((step, index) => {
      if (step.kind === "half") marks.append(svg("path", { class: "half-mark", d: `M${at(index)} 0 V10` }));
      else if (step.key) marks.append(svg("path", { class: `moment ${step.kind}`, d: `M${at(index)} ${step.kind === "score" ? 0 : 4} V10` }));
    });
    return marks;
  }

  selects() {
    const speeds = html("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) => html("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    speeds.addEventListener("change", () => { this.speed = Number(speeds.value); });
    const box = html("div", { class: "choosers" }, speeds);
    if (!this.moments.length) return box;
    const steps = this.lead.show.steps;
    const jump = html("select", { "aria-label": "Jump to a moment" }, html("option", { value: "" }, "Jump to a moment…"), ...this.moments.map((index) => html("option", { value: index }, momentName(steps[index]))));
    jump.addEventListener("change", () => {
      if (jump.value !== "") this.leap(Number(jump.value));
      jump.value = "";
    });
    box.append(jump);
    return box;
  }

  onStep(listener) {
    this.listeners.push(listener);
    listener(this.index, this.playing);
  }

  seek(index, duration = 0) {
    this.index = Math.max(0, Math.min(index, this.last));
    for (const stage of this.stages) {
      stage.speak(!this.playing);
      if (this.index < stage.length || stage.index < stage.length - 1) stage.seek(this.index, duration);
    }
    this.range.value = this.index;
    this.range.setAttribute("aria-valuetext", `Step ${this.index + 1} of ${this.last + 1}`);
    this.counter.textContent = `${this.index + 1} / ${this.last + 1}`;
    for (const listener of this.listeners) listener(this.index, this.playing);
  }

  leap(index) {
    this.pause();
    this.seek(index);
  }

  step() {
    this.pause();
    this.seek(this.index + 1, this.motion(500));
  }

  moment(direction) {
    const found = direction > 0 ? this.moments.find((at) => at > this.index) : this.moments.findLast((at) => at < this.index);
    this.leap(found ?? (direction > 0 ? this.last : 0));
  }

  motion(duration) {
    return still.matches ? 0 : duration / this.speed;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.index >= this.last) this.seek(0);
    this.timer = setTimeout(() => this.advance(), 250 / this.speed);
    this.face("pause", "Pause");
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.face("play", "Play");
  }

  face(name, label) {
    this.playButton.replaceChildren(icon(name));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  advance() {
    this.seek(this.index + 1, this.motion(this.runTime(this.index + 1)));
    if (this.index >= this.last) this.pause();
    else this.timer = setTimeout(() => this.advance(), this.patience() / this.speed);
  }

  // A long run takes longer than a short one; a roll or a great moment deserves reading time.
  runTime(index) {
    const moves = this.lead.show.steps[Math.min(index, this.last)].changes.filter((change) => change.e === "move");
    const squares = moves.reduce((sum, { path }) => sum + path.length, 0);
    return squares ? Math.min(1200, 180 + squares * 90) : 0;
  }

  patience() {
    const step = this.lead.show.steps[this.index];
    const reading = step.key ? READING.key : step.block || step.rolls.length ? READING.roll : READING.quick;
    return Math.max(reading, this.runTime(this.index) + 250);
  }

  key(event) {
    const actions = {
      " ": () => this.toggle(),
      ArrowRight: () => this.step(),
      ArrowLeft: () => this.leap(this.index - 1),
      Home: () => this.leap(0),
      End: () => this.leap(this.last),
      n: () => this.moment(1),
      p: () => this.moment(-1),
    };
    const action = actions[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  }
}
