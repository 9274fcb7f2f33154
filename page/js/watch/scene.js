// The scene of a step of a run: its model with each separate walk in its own colour, and the cuts that follow.

import { pairColours } from "../board/ink.js";

/**
 * Makes the scene.
 * @param {import("../board/layout.js").Layout} layout
 * @param {ReturnType<import("./rounds.js").Rounds["at"]>} step
 * @param {number} cut The number of a single cut to show, or -1 for all.
 * @returns {import("../board/view.js").Scene}
 */
export function stepScene(layout, step, cut) {
  if (!step) return {};
  if (step.result) return resultScene(layout, step.result);
  const { round, drawn } = step;
  if (!drawn) return {};
  const states = statesOf(layout, drawn.model);
  const colours = walkColours(layout, drawn.walks, states);
  // the block of a solution is no cut
  const cuts = round === drawn && round.cut_count > 0 ? (cut >= 0 ? [round.cuts[cut]] : round.cuts) : [];
  return { states, colours, spots: [cutSpot(cuts.filter(Boolean))] };
}

/** Returns the parts of all cuts as one highlight, so that what is in two of them is no darker. */
function cutSpot(cuts) {
  const all = (name) => [...new Set(cuts.flatMap((cut) => cut[name]))];
  return { cells: all("cells"), vertices: [], atoms: all("atoms"), tone: "cut" };
}

function resultScene(layout, { solutions }) {
  if (solutions.length === 0) return {};
  const states = statesOf(layout, solutions[0].present);
  if (solutions.length === 1) return { states, colours: pairColours(layout, states) };
  const [a, b] = solutions.map(({ present }) => new Set(present));
  const differ = [...a].filter((atom) => !b.has(atom)).concat([...b].filter((atom) => !a.has(atom)));
  for (const atom of differ) states[atom] = 0;
  return { states, differ };
}

function statesOf(layout, model) {
  const { board } = layout;
  const states = new Uint8Array(board.atoms.length);
  if (board.form === "walls") for (const atom of board.free ?? []) states[atom] = 2;
  for (const atom of model) states[atom] = 1;
  return states;
}

/** Returns the colour of each line: its pair if it is joined to one, or else its walk. */
function walkColours(layout, walks, states) {
  const pairs = pairColours(layout, states);
  // a single walk needs no other colour than the lines of a player
  if (!pairs && walks.length < 2) return null;
  const colours = pairs ?? new Int16Array(layout.board.lines.length).fill(-1);
  const first = colours.reduce((most, colour) => Math.max(most, colour), -1) + 1;
  walks.forEach((walk, index) => {
    for (let k = 1; k < walk.length; k += 1) {
      const line = layout.lineBetween(walk[k - 1], walk[k]);
      if (line >= 0 && colours[line] < 0) colours[line] = first + index;
    }
  });
  return colours;
}
