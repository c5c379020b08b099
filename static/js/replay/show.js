// A show as the server sends it, with everything filled in that it leaves out because it is usual (`matches/show.py`).
const USUAL = { side: null, changes: [], rolls: [], reason: "", key: false, moment: "", actors: [], block: null, pushes: [], trapdoors: [] };
const USUAL_SPACE = { w: 1, h: 1 };

export function wholeShow(show) {
  let phase = null;
  const steps = show.steps.map((step) => {
    phase = step.phase ?? phase;
    return { ...USUAL, ...step, phase };
  });
  const spaces = show.board.spaces.map((space) => ({ ...USUAL_SPACE, ...space }));
  return { ...show, steps, board: { ...show.board, spaces } };
}
