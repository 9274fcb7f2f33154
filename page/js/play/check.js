// Checking: a silent check after each change that notices the solution, and the check of the button.

import { latest } from "../engine/index.js";
import { debounce } from "../ui/dom.js";

/**
 * Makes the checks of a game.
 * @param {() => import("./game.js").Game} game
 * @param {(checked: import("../types.js").Checked, asked: boolean) => void} take
 * @param {(error: Error) => void} fail
 */
export function makeChecks(game, take, fail) {
  const silent = latest();
  const loud = latest();
  const request = (mistakes) => ({ do: "check", puzzle: game().board.puzzle, marks: game().marks(), mistakes });
  const quietly = debounce(async () => {
    const marked = game();
    if (marked.isEmpty) return;
    const at = marked.at;
    try {
      const checked = await silent.ask(request(false), "checked");
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
        take(await loud.ask(request(true), "checked"), true);
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
