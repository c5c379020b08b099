// A show as the server packs it (`replays/packing.py`), made whole again: rows become things, runs become moves, signs become names.
export const FORMAT = 4;
const FIRST_SIGN = 0xe000;

function thing(row, usual) {
  return Object.fromEntries(Object.entries(usual).map(([name, value], place) => [name, place < row.length ? row[place] : value]));
}

// Squares that a player goes one by one are a move each.
function changesOf([kind, ...values], fields) {
  if (kind !== "run") return [{ e: kind, ...Object.fromEntries(fields[kind].map((name, place) => [name, values[place]])) }];
  const [player, path] = values;
  return path.slice(1).map((square, place) => ({ e: "move", player, path: [path[place], square] }));
}

function stepsOf({ steps, kinds, changes, pieces, sides }) {
  const names = [...pieces, ...sides].map(({ name }) => name);
  const spelt = (text) => text.replace(/[\ue000-\uf8ff]/g, (sign) => names[sign.charCodeAt(0) - FIRST_SIGN] ?? sign);
  const rollOf = (row, kind) => {
    const roll = thing(row, kind);
    roll.label = spelt(roll.label);
    return roll;
  };
  let phase = null;
  return steps.map((row) => {
    const step = thing(row, kinds.step);
    if (step.phase !== null) phase = thing(step.phase, kinds.phase);
    return {
      ...step,
      phase,
      text: spelt(step.text),
      reason: spelt(step.reason),
      moment: spelt(step.moment),
      changes: step.changes.flatMap((change) => changesOf(change, changes)),
      rolls: step.rolls.map((roll) => rollOf(roll, kinds.roll)),
      block: step.block && thing(step.block, kinds.block),
      pushes: step.pushes.map((push) => thing(push, kinds.push)),
    };
  });
}

export function wholeShow({ kinds, changes, ...show }) {
  delete show.format;
  const spaces = show.board.spaces.map((space) => thing(space, kinds.space));
  return { ...show, steps: stepsOf({ ...show, kinds, changes }), board: { ...show.board, spaces } };
}
