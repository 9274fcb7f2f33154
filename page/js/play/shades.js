// Input of shaded cells. A cell that is certainly not shaded has a dot.

import { cellWords, shadeWords } from "../board/words.js";
import { announce } from "../ui/announce.js";

/** Shades a cell, then marks it as not shaded, then removes the mark; `second` begins with the mark. */
export function cycleShade(game, layout, cell, second) {
  if (!layout.shadable.has(cell)) {
    announce(`${cellWords(layout, cell)} is a clue`);
    return;
  }
  const index = layout.shadeIndex(cell);
  const old = game.states[index];
  const next = second ? (old === 2 ? 0 : 2) : (old + 1) % 3;
  game.set(index, next);
  announce(`${cellWords(layout, cell)}: ${shadeWords(next)}`);
}
