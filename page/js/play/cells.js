// Input of cells and of borders between them: taps, and drags that shade cells, change borders or select cells.

import { isShading } from "../board/words.js";
import { announce } from "../ui/announce.js";
import { cycleShade } from "./shades.js";
import { cycleWall } from "./walls.js";

/**
 * Makes the pointer handler for boards whose solution consists of values, shades or walls.
 * @param {() => { game: import("./game.js").Game, layout: import("../board/layout.js").Layout, second: boolean }} now
 * @param {(cells: number[]) => void} select Selects cells, the last of which has the cursor.
 * @returns {import("../board/gestures.js").Handler}
 */
export function cellsHandler(now, select) {
  let drag = null;

  /** Returns the index of what a drag changes at a place, or -1. */
  function target({ x, y }) {
    const { layout } = now();
    return layout.form === "walls" ? layout.nearestLine(x, y, 0.3) : layout.cellAt(x, y);
  }

  function visit(place) {
    const { game } = now();
    const index = target(place);
    if (index < 0 || drag.seen.has(index)) return;
    if (isShading(now().layout.board) && !now().layout.shadable.has(index)) return;
    drag.seen.add(index);
    if (drag.selects) {
      select([...drag.seen]);
      return;
    }
    // the first place decides for all
    const before = game.states[index];
    drag.state ??= before === drag.mark ? 0 : drag.mark;
    if (drag.state !== 0 || before === drag.mark) game.set(index, drag.state);
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
      const isWalls = layout.form === "walls";
      const marks = isWalls ? [2, 1] : [1, 2];
      const selects = !isWalls && !isShading(layout.board);
      drag = { last: place, mark: marks[alt !== second ? 1 : 0], state: null, seen: new Set(), selects };
      if (!selects) game.begin();
      visit(place);
    },
    dragMove(place) {
      if (!drag) return;
      const { last } = drag;
      // fast moves skip places
      const pieces = Math.min(400, Math.ceil(Math.hypot(place.x - last.x, place.y - last.y) / 0.25));
      for (let piece = 1; piece <= pieces; piece += 1) {
        const t = piece / pieces;
        visit({ x: last.x + (place.x - last.x) * t, y: last.y + (place.y - last.y) * t });
      }
      drag.last = place;
    },
    dragEnd() {
      if (!drag) return;
      const { seen, selects, state } = drag;
      drag = null;
      if (selects) {
        announce(`${seen.size} cells selected`);
        return;
      }
      now().game.commit();
      announce(`${seen.size} marks ${state === 0 ? "removed" : "made"}`);
    },
    dragCancel() {
      if (drag && !drag.selects) now().game.rollback();
      drag = null;
    },
  };
}
