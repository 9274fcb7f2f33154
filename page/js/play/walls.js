// Input of walls: a tap on a free border cycles wall, open, undecided.

import { lineWords } from "../board/words.js";
import { announce } from "../ui/announce.js";

const NEXT = [2, 0, 1];
const NAMES = ["undecided", "open", "wall"];

/** Changes a border: undecided, wall, open, and again. The other way round if `back`. */
export function cycleWall(game, layout, line, back) {
  if (line < 0 || !layout.mayMark(line)) {
    announce("this border is fixed");
    return;
  }
  const state = back ? NEXT.indexOf(game.states[line]) : NEXT[game.states[line]];
  game.set(line, state);
  announce(`${lineWords(layout, line)}: ${NAMES[state]}`);
}

/** Sets a border to wall, or back to undecided. */
export function toggleWall(game, layout, line) {
  if (line < 0 || !layout.mayMark(line)) return;
  const state = game.states[line] === 2 ? 0 : 2;
  game.set(line, state);
  announce(`${lineWords(layout, line)}: ${NAMES[state]}`);
}
