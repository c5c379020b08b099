// The position after every step, from the changes alone. Positions are plain data; nothing here touches the page.

export function emptyPosition() {
  return { at: new Map(), down: new Set(), off: new Map(), ball: { square: null, holder: null }, tokens: new Set(), score: [0, 0] };
}

function copy(position) {
  return {
    at: new Map(position.at),
    down: new Set(position.down),
    off: new Map(position.off),
    ball: { ...position.ball },
    tokens: new Set(position.tokens),
    score: [...position.score],
  };
}

const CHANGES = {
  put(position, { player, square }) {
    position.at.set(player, square);
    position.off.delete(player);
  },
  move(position, { player, path }) {
    position.at.set(player, path[path.length - 1]);
  },
  stance(position, { player, stance }) {
    if (stance === "down") position.down.add(player);
    else position.down.delete(player);
  },
  off(position, { player, where }) {
    position.at.delete(player);
    position.down.delete(player);
    position.off.set(player, where);
  },
  ball(position, { square, holder }) {
    position.ball = { square, holder };
  },
  token(position, { square }) {
    position.tokens.add(square);
  },
  clear(position) {
    position.tokens.clear();
  },
  score(position, { score }) {
    position.score = score;
  },
};

export function positions(steps) {
  const all = [];
  let position = emptyPosition();
  for (const step of steps) {
    position = copy(position);
    for (const change of step.changes) CHANGES[change.e](position, change);
    all.push(position);
  }
  return all;
}
