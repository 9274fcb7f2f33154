// Checking: a silent check after each change that notices the solution, and broken rules if the player wants; the check of the
// button; and the search for the last correct state.

import { ask, latest } from "../engine/index.js";
import { debounce } from "../ui/dom.js";

/**
 * Makes the checks of a game.
 * @param {() => import("./game.js").Game} game
 * @param {() => boolean} isLive Whether the silent check also looks for broken rules.
 * @param {(checked: import("../types.js").Checked, asked: boolean) => void} take
 * @param {(error: Error) => void} fail
 */
export function makeChecks(game, isLive, take, fail) {
  const silent = latest();
  const loud = latest();
  const request = (choice) => ({ do: "check", puzzle: game().board.puzzle, marks: game().marks(), ...choice });
  const quietly = debounce(async () => {
    const marked = game();
    if (marked.isEmpty) return;
    const at = marked.at;
    try {
      const checked = await silent.ask(request({ rules: isLive() }), "checked");
      if (game() === marked && marked.at === at) take(checked, false);
    } catch {
      // the check of the button shows errors
    }
  }, 250);
  return {
    changed() {
      silent.cancel();
      loud.cancel();
      quietly();
    },
    async run() {
      try {
        take(await loud.ask(request({ mistakes: true }), "checked"), true);
      } catch (error) {
        fail(error);
      }
    },
    cancel() {
      quietly.cancel();
      silent.cancel();
      loud.cancel();
    },
  };
}

/**
 * Returns the number of steps of a game, whose present state has a mistake, after which there was none. If marks were removed
 * in between, it may not be the last such number.
 * @param {import("./game.js").Game} game
 */
export async function lastCorrect(game) {
  let [correct, wrong] = [0, game.at];
  while (wrong - correct > 1) {
    const middle = Math.floor((correct + wrong) / 2);
    const request = { do: "check", puzzle: game.board.puzzle, marks: game.marks(game.statesAt(middle)), mistakes: true };
    const { mistake } = await ask(request, "checked");
    if (mistake) wrong = middle;
    else correct = middle;
  }
  return correct;
}
