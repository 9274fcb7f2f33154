// Input of lines and crosses: taps toggle, drags draw paths from point to point.

import { lineWords } from "../board/words.js";
import { announce } from "../ui/announce.js";
import { cycleShade, shadeTarget } from "./shades.js";
import { Sweep } from "./sweep.js";

/**
 * Makes the pointer handler for boards whose solution consists of lines.
 * @param {() => { game: import("./game.js").Game, layout: import("../board/layout.js").Layout, cross: boolean, shades: boolean }}
 * now Whether the player makes crosses, or shades.
 * @returns {import("../board/gestures.js").Handler}
 */
export function linesHandler(now) {
  let drag = null;
  let sweep = null;
  return {
    drags: true,
    tap({ x, y, reach }, alt) {
      const { game, layout, cross, shades } = now();
      if (shades) {
        const shaded = layout.cellAt(x, y);
        if (shaded >= 0) cycleShade(game, layout, shaded, alt);
        return;
      }
      const cell = middleOf(layout, x, y);
      if (cell >= 0) {
        if (layout.board.shadable) cycleShade(game, layout, cell, alt !== cross);
        else announce("no line: click between two cells");
        return;
      }
      // on a small board, a finger covers most of a cell
      const limit = layout.board.grid ? Math.max(0.32, Math.min(0.5, reach)) : 0.45;
      const line = layout.nearestLine(x, y, limit);
      if (line >= 0) {
        toggle(game, layout, line, alt !== cross);
      } else if (layout.board.grid?.dotted) {
        const shaded = layout.cellAt(x, y);
        if (shaded >= 0) cycleShade(game, layout, shaded, false);
      }
    },
    dragStart({ x, y }, alt) {
      const { game, layout, cross, shades } = now();
      // lines are not shaded, so the right button is free for cells if the solution shades some
      if (shades || (alt && layout.board.shadable)) {
        sweep = new Sweep(game, shades && alt ? 2 : 1, shadeTarget(layout));
        sweep.move({ x, y });
        return;
      }
      const point = layout.nearestPoint(x, y, layout.board.grid ? 0.75 : 1.2);
      if (point < 0) return;
      drag = { point, last: { x, y }, path: [], mark: alt !== cross ? 2 : 1, state: null };
      game.begin();
    },
    dragMove({ x, y }) {
      sweep?.move({ x, y });
      if (!drag) return;
      const { game, layout } = now();
      const { last } = drag;
      // fast moves skip places; the path passes through them all
      const pieces = Math.min(400, Math.ceil(Math.hypot(x - last.x, y - last.y) / 0.2));
      for (let piece = 1; piece <= pieces; piece += 1) {
        const t = piece / pieces;
        follow(game, layout, drag, last.x + (x - last.x) * t, last.y + (y - last.y) * t);
      }
      drag.last = { x, y };
    },
    dragEnd() {
      if (sweep) announce(sweep.end());
      sweep = null;
      if (!drag) return;
      const { game, layout } = now();
      game.commit();
      const { path, state } = drag;
      drag = null;
      if (path.length === 0) return;
      const what = state === 0 ? "removed" : state === 1 ? "drawn" : "crossed out";
      announce(path.length === 1 ? `${lineWords(layout, path[0].line)} ${what}` : `${path.length} lines ${what}`);
    },
    dragCancel() {
      sweep?.cancel();
      sweep = null;
      if (drag) now().game.rollback();
      drag = null;
    },
  };
}

/** How far from its middle a click is at a cell, not at one of its lines. */
const MIDDLE = 0.25;

/** Returns the cell that has its middle at a place, if lines join cells, or -1. */
function middleOf(layout, x, y) {
  const { grid } = layout.board;
  if (!grid || grid.dotted) return -1;
  const cell = layout.cellAt(x, y);
  if (cell < 0) return -1;
  const [cx, cy] = layout.cellCentre(cell);
  return Math.hypot(x - cx, y - cy) < MIDDLE ? cell : -1;
}

function follow(game, layout, drag, x, y) {
  const link = layout.step(drag.point, x, y);
  if (!link) return;
  const previous = drag.path[drag.path.length - 1];
  if (previous?.line === link.line) {
    // back along the last line: it was not meant
    game.set(link.line, previous.before);
    drag.path.pop();
  } else {
    const before = game.states[link.line];
    drag.state ??= before === drag.mark ? 0 : drag.mark;
    if (drag.state !== 0 || before === drag.mark) game.set(link.line, drag.state);
    drag.path.push({ line: link.line, before });
  }
  drag.point = link.to;
}

/** Toggles a line, or a cross. */
export function toggle(game, layout, line, cross) {
  if (!layout.mayMark(line)) {
    announce("a wall: no line may pass");
    return;
  }
  const mark = cross ? 2 : 1;
  const state = game.states[line] === mark ? 0 : mark;
  game.set(line, state);
  announce(`${lineWords(layout, line)} ${state === 0 ? "removed" : state === 1 ? "drawn" : "crossed out"}`);
}
