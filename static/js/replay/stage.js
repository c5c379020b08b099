// One show on one board: score, pitch, dice and the sentence of the step. It is told which step to show and when to hurry.
import { drawBlock } from "./block.js";
import { Board, fits } from "./board.js";
import { drawRolls } from "./dice.js";
import { Dugouts } from "./dugout.js";
import { describe } from "./figure.js";
import { Pieces } from "./pieces.js";
import { drawPushes } from "./pushes.js";
import { positions } from "./state.js";
import { html } from "./svg.js";

const LANDSCAPE_FROM = 600;
const SHORT_NAME = 5; // letters of a name that a phone has room for
const [LONG_TEXT, VERY_LONG_TEXT] = [200, 350]; // characters, from which on a phone has smaller letters for it

function drawName(side) {
  const short = side.name.length <= SHORT_NAME ? side.name : side.short;
  return [html("span", { class: "long" }, side.name), html("abbr", { class: "short", title: side.name }, short)];
}

const drawTeam = (side, mark) => html("span", { class: `stage-team side-${mark}` }, ...drawName(side));

export class Stage {
  constructor(root, show) {
    this.root = root;
    this.show = show;
    this.positions = positions(show.steps);
    this.index = 0;
    this.follow = true;
    this.score = html("p", { class: "stage-score" });
    this.clock = html("p", { class: "stage-clock" });
    this.standing = html("p", { class: "stage-standing" });
    this.pitch = html("div", { class: "stage-pitch" });
    this.dugouts = new Dugouts(show);
    this.who = html("p", { class: "stage-who", role: "status", hidden: true });
    this.field = html("div", { class: "stage-field" }, this.pitch, this.who, this.dugouts.element);
    this.sentence = html("p", { class: "stage-text", "aria-live": "polite" });
    this.reason = html("p", { class: "stage-why" });
    this.intent = html("p", { class: "stage-intent" });
    this.dice = html("div", { class: "stage-dice" });
    const words = html("div", { class: "stage-words" }, this.intent, this.sentence, this.reason);
    root.append(html("div", { class: "stage-bar" }, this.score, this.clock, this.zoomButton(), this.standing), this.field, html("div", { class: "stage-caption" }, words, this.dice));
    root.append(...root.querySelectorAll(".stage-end")); // printed by the server, it comes last
    this.field.addEventListener("click", ({ target }) => this.introduce(target.closest("[data-piece]")));
  }

  // Stages that run in step show the same stretch of the field, if any is named, and all or none of them dug-outs.
  open({ stretch, benched }) {
    this.stretch = stretch;
    this.dugouts.element.hidden = !benched;
    this.fit();
    new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(this.pitch);
  }

  get length() {
    return this.show.steps.length;
  }

  // The first step with both sides on the pitch.
  get opening() {
    const { pieces } = this.show;
    return Math.max(0, this.positions.findIndex(({ at }) => new Set([...at.keys()].map((id) => pieces[id].side)).size === 2));
  }

  // Whether anybody ever sits in the dug-out.
  get benched() {
    return this.positions.some((position) => this.dugouts.holds(position));
  }

  // An upright field is longer than a phone: the view follows the play unless the whole field is asked for.
  zoomButton() {
    this.zoom = html("button", { type: "button", class: "stage-zoom", "aria-pressed": "false" }, "Whole pitch");
    this.zoom.addEventListener("click", () => {
      this.follow = !this.follow;
      this.zoom.setAttribute("aria-pressed", String(!this.follow));
      this.fit();
    });
    return this.zoom;
  }

  // A board is drawn anew only when the screen was turned.
  fit() {
    const width = this.pitch.clientWidth;
    const close = this.stretch !== null && fits(this.stretch, width);
    this.framed = close && this.follow;
    const landscape = this.framed || width >= LANDSCAPE_FROM;
    this.zoom.hidden = landscape && !close;
    if (this.board?.landscape === landscape) return this.aim();
    this.board = new Board(this.show.board, this.show.sides, landscape);
    this.pieces = new Pieces(this.board, this.show);
    this.pitch.replaceChildren(this.board.element);
    return this.draw(0);
  }

  aim() {
    if (this.framed) this.board.frame(this.stretch);
    else this.board.look(this.follow ? this.spots() : null);
  }

  spots() {
    const found = this.pieces.spots(this.show.steps[this.index].actors, this.positions[this.index]);
    return found.length || this.stretch === null ? found : [this.board.turn(this.stretch.x, this.stretch.y)];
  }

  // Who a piece is, for those who cannot hover over it.
  introduce(element) {
    const data = element && this.show.pieces[Number(element.dataset.piece)];
    this.who.hidden = !data;
    this.who.textContent = data ? describe(data, this.show.sides[data.side]) : "";
  }

  seek(index, duration = 0) {
    this.index = Math.max(0, Math.min(index, this.length - 1));
    this.draw(duration);
  }

  speak(aloud) {
    this.sentence.setAttribute("aria-live", aloud ? "polite" : "off");
  }

  draw(duration) {
    const step = this.show.steps[this.index];
    this.pieces.draw(this.positions[this.index]);
    this.pieces.highlight(step.actors);
    this.pieces.trace(step, duration);
    drawPushes(this.board, step.pushes);
    this.dugouts.draw(this.positions[this.index]);
    this.aim();
    this.dice.replaceChildren(...drawBlock(step.block, this.show), ...drawRolls(step.rolls));
    this.sentence.textContent = step.text;
    this.sentence.classList.toggle("long", step.text.length > LONG_TEXT);
    this.sentence.classList.toggle("very", step.text.length > VERY_LONG_TEXT);
    this.reason.textContent = step.reason ? `Why: ${step.reason}` : "";
    this.intent.textContent = step.phase.intent ? `Intends to ${step.phase.intent}` : "";
    this.root.dataset.kind = step.kind;
    this.drawBar(step);
  }

  drawBar(step) {
    const [home, away] = this.show.sides;
    const [points, against] = this.positions[this.index].score;
    this.score.replaceChildren(drawTeam(home, 0), html("strong", { "data-score": true }, `${points} : ${against}`), drawTeam(away, 1));
    const { half, turn, side } = step.phase;
    const when = [half, turn ? `turn ${turn}` : ""].filter(Boolean).join(", ");
    const words = when.charAt(0).toUpperCase() + when.slice(1);
    this.clock.replaceChildren(words, ...(side === null ? [] : [words ? ", " : "", ...drawName(this.show.sides[side]), html("span", { class: "spare" }, " to play")]));
    this.drawStanding(this.positions[this.index]);
  }

  // Team re-rolls and the weather, in games that have them.
  drawStanding({ rerolls, weather }) {
    const left = (rerolls ?? []).map((number, side) => html("span", { class: `stage-team side-${side}` }, html("span", { class: "visually-hidden" }, this.show.sides[side].name), `${number}`));
    this.standing.replaceChildren(...(left.length ? [html("span", { class: "label" }, "Re-rolls "), ...left] : []), ...(weather ? [html("span", { class: "weather" }, weather)] : []));
    this.standing.hidden = !left.length && !weather;
  }
}
