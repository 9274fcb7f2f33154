// Input of shaded cells. A cell that is certainly not shaded has a dot. In a drawing of a loop along the borders of cells,
// shades are notes: inside and outside.

import { cellWords, shadeWords } from "../board/words.js";
import { announce } from "../ui/announce.js";

/** Returns whether cells are shaded beside lines: as a part of the solution, or as notes. */
export const hasShades = (board) => board.form === "lines" && (board.shadable !== null || board.grid?.dotted === true);

/** Returns the function from places to the states that a drag over cells changes, or -1 where no cell is shaded. */
export const shadeTarget =
  (layout) =>
  ({ x, y }) => {
    const cell = layout.cellAt(x, y);
    return cell >= 0 && layout.mayShade(cell) ? layout.shadeIndex(cell) : -1;
  };

/** Shades a cell, then marks it as not shaded, then removes the mark; `second` begins with the mark. */
export function cycleShade(game, layout, cell, second) {
  if (!layout.mayShade(cell)) {
    announce(`${cellWords(layout, cell)} is a clue`);
    return;
  }
  const index = layout.shadeIndex(cell);
  const old = game.states[index];
  const next = second ? (old === 2 ? 0 : 2) : (old + 1) % 3;
  game.set(index, next);
  const words = layout.board.shadable ? shadeWords(next) : ["no note", "inside", "outside"][next];
  announce(`${cellWords(layout, cell)}: ${words}`);
}
