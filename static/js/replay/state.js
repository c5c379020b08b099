// The position after every step, from the changes alone. Positions are plain data; nothing here touches the page.

function emptyPosition() {
  return { at: new Map(), stance: new Map(), off: new Map(), ball: { square: null, holder: null }, tokens: new Set(), trapdoors: new Set(), score: [0, 0], rerolls: null, weather: "" };
}

function copy(position) {
  return {
    at: new Map(position.at),
    stance: new Map(position.stance),
    off: new Map(position.off),
    ball: { ...position.ball },
    tokens: new Set(position.tokens),
    trapdoors: new Set(position.trapdoors),
    score: [...position.score],
    rerolls: position.rerolls,
    weather: position.weather,
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
    if (stance === "standing") position.stance.delete(player);
    else position.stance.set(player, stance);
  },
  off(position, { player, where }) {
    position.at.delete(player);
    position.stance.delete(player);
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
  rerolls(position, { left }) {
    position.rerolls = left;
  },
  weather(position, { weather }) {
    position.weather = weather;
  },
};

export function positions(steps) {
  const all = [];
  let position = emptyPosition();
  for (const step of steps) {
    position = copy(position);
    for (const change of step.changes) CHANGES[change.e](position, change);
    for (const square of step.trapdoors) position.trapdoors.add(square);
    all.push(position);
  }
  return all;
}

// The squares where something happens after the opening: who acts, where they go, where the ball is. By-standers do not count.
export function squaresOfPlay(stages) {
  const found = new Set(stages.flatMap(({ show, positions: all }) => (
    show.steps.flatMap((step, index) => (index ? squaresOfStep(step, all[index - 1].at, all[index].at) : []))
  )));
  found.delete(undefined);
  found.delete(null);
  return found;
}

function squaresOfStep({ changes, actors, pushes }, before, after) {
  const moved = changes.flatMap(({ e, player, square, holder, path }) => {
    if (e === "move") return path;
    if (e === "put" || e === "ball") return [square, after.get(holder)];
    return e === "stance" ? [before.get(player)] : [];
  });
  return [...moved, ...actors.flatMap((actor) => [before.get(actor), after.get(actor)]), ...pushes.flatMap(({ path }) => path)];
}
