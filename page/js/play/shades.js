// Input of shaded cells. A cell that is certainly not shaded has a dot.

import { atomWords } from "../board/words.js";
import { announce } from "../ui/announce.js";

/** Shades a cell of a board with shaded cells, then marks it as not shaded, then removes the mark; `second` begins with the mark. */
export function cycleShade(game, layout, cell, second) {
  const old = game.states[cell];
  const next = second ? (old === 2 ? 0 : 2) : (old + 1) % 3;
  game.change([[cell, next]]);
  announce(atomWords(layout, cell, next));
}
