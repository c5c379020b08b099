// One show on one board: score, pitch, dice and the sentence of the step. It is told which step to show and when to hurry.
import { Board } from "./board.js";
import { drawRolls } from "./dice.js";
import { Pieces } from "./pieces.js";
import { positions } from "./state.js";
import { html } from "./svg.js";

const LANDSCAPE_FROM = 600;

export class Stage {
  constructor(root, show) {
    this.root = root;
    this.show = show;
    this.positions = positions(show.steps);
    this.index = 0;
    this.follow = true;
    this.score = html("p", { class: "stage-score" });
    this.clock = html("p", { class: "stage-clock" });
    this.pitch = html("div", { class: "stage-pitch" });
    this.sentence = html("p", { class: "stage-text", "aria-live": "polite" });
    this.reason = html("p", { class: "stage-why" });
    this.dice = html("div", { class: "stage-dice" });
    const words = html("div", { class: "stage-words" }, this.sentence, this.reason);
    root.append(html("div", { class: "stage-bar" }, this.score, this.clock, this.zoomButton()), this.pitch, html("div", { class: "stage-caption" }, words, this.dice));
    root.append(...root.querySelectorAll(".stage-end")); // printed by the server, it comes last
    this.fit();
    new ResizeObserver(() => this.fit()).observe(this.pitch);
  }

  get length() {
    return this.show.steps.length;
  }

  // The first step with anybody on the pitch.
  get opening() {
    return Math.max(0, this.positions.findIndex((position) => position.at.size > 0));
  }

  // An upright field is longer than a phone: the view follows the play unless the whole field is asked for.
  zoomButton() {
    this.zoom = html("button", { type: "button", class: "stage-zoom", "aria-pressed": "false" }, "Whole pitch");
    this.zoom.addEventListener("click", () => {
      this.follow = !this.follow;
      this.zoom.setAttribute("aria-pressed", String(!this.follow));
      this.draw(0);
    });
    return this.zoom;
  }

  // A board is drawn anew only when the screen was turned.
  fit() {
    const landscape = this.pitch.clientWidth >= LANDSCAPE_FROM;
    if (this.board?.landscape === landscape) return;
    this.board = new Board(this.show.board, this.show.sides, landscape);
    this.pieces = new Pieces(this.board, this.show);
    this.pitch.replaceChildren(this.board.element);
    this.zoom.hidden = landscape;
    this.draw(0);
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
    this.pieces.trace(step.changes, duration);
    this.board.look(this.follow ? this.pieces.spots(step.actors, this.positions[this.index]) : null);
    this.dice.replaceChildren(...drawRolls(step.rolls));
    this.sentence.textContent = step.text;
    this.reason.textContent = step.reason ? `Why: ${step.reason}` : "";
    this.root.dataset.kind = step.kind;
    this.drawBar(step);
  }

  drawBar(step) {
    const [home, away] = this.show.sides;
    const [points, against] = this.positions[this.index].score;
    const team = (side, mark) => html("span", { class: `stage-team side-${mark}` }, html("span", { class: "long" }, side.name), html("abbr", { class: "short", title: side.name }, side.short));
    this.score.replaceChildren(team(home, 0), html("strong", { "data-score": true }, `${points} : ${against}`), team(away, 1));
    const { half, turn, side } = step.phase;
    const parts = [half, turn ? `turn ${turn}` : "", side === null ? "" : `${this.show.sides[side].name} to play`];
    const words = parts.filter(Boolean).join(", ");
    this.clock.textContent = words.charAt(0).toUpperCase() + words.slice(1);
  }
}
