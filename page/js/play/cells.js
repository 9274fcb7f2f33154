// Input of cells and of borders between them: taps, and drags that shade cells, change borders or select cells.

import { isShading } from "../board/words.js";
import { announce } from "../ui/announce.js";
import { cycleShade, shadeTarget } from "./shades.js";
import { each, Sweep } from "./sweep.js";
import { cycleWall } from "./walls.js";

/**
 * Makes the pointer handler for boards whose solution consists of values, shades or walls.
 * @param {() => { game: import("./game.js").Game, layout: import("../board/layout.js").Layout, second: boolean }} now
 * @param {(cells: number[]) => void} select Selects cells, the last of which has the cursor.
 * @returns {import("../board/gestures.js").Handler}
 */
export function cellsHandler(now, select) {
  /** The sweep of a drag, or the cells that it selects. */
  let sweep = null;
  let selection = null;

  function add(place) {
    const cell = now().layout.cellAt(place.x, place.y);
    if (cell < 0 || selection.cells.has(cell)) return;
    selection.cells.add(cell);
    select([...selection.cells]);
  }

  return {
    drags: true,
    tap({ x, y }, alt) {
      const { game, layout, second } = now();
      if (layout.form === "walls") {
        cycleWall(game, layout, layout.nearestLine(x, y, 0.45), alt);
        return;
      }
      const cell = layout.cellAt(x, y);
      if (cell < 0) return;
      if (isShading(layout.board)) cycleShade(game, layout, cell, alt || second);
      select([cell]);
    },
    dragStart(place, alt) {
      const { game, layout, second } = now();
      const other = alt !== second;
      if (layout.form === "walls") {
        sweep = new Sweep(game, other ? 1 : 2, ({ x, y }) => layout.nearestLine(x, y, 0.3));
        sweep.move(place);
      } else if (isShading(layout.board)) {
        sweep = new Sweep(game, other ? 2 : 1, shadeTarget(layout));
        sweep.move(place);
      } else {
        selection = { cells: new Set(), last: place };
        add(place);
      }
    },
    dragMove(place) {
      sweep?.move(place);
      if (!selection) return;
      each(selection.last, place, add);
      selection.last = place;
    },
    dragEnd() {
      if (sweep) announce(sweep.end());
      if (selection) announce(`${selection.cells.size} cells selected`);
      sweep = selection = null;
    },
    dragCancel() {
      sweep?.cancel();
      sweep = selection = null;
    },
  };
}
