// What automated tests read: the board, its marks, and where its parts are on the screen.

import { app } from "../app.js";

export function exposeForTests() {
  window.encycle = {
    get board() {
      return app.board;
    },
    get mode() {
      return app.mode?.name;
    },
    pointOf(vertex) {
      return app.view.client(...app.board.points[vertex]);
    },
    cellOf(cell) {
      return app.view.client(...app.view.layout.cellCentre(cell));
    },
    /** Returns where a note of the board is. */
    noteOf(note) {
      const { x, y } = app.board.notes[note];
      return app.view.client(x, y);
    },
    lineOf(atom) {
      const { layout } = app.view;
      const [x1, y1, x2, y2] = layout.segments.subarray(4 * atom, 4 * atom + 4);
      // another line of a graph may cross this one in its middle
      const places = [0.5, 0.4, 0.6, 0.3, 0.7].map((t) => [x1 + t * (x2 - x1), y1 + t * (y2 - y1)]);
      const isOwn = (x, y) => layout.nearestLine(x, y, 0.2, true) === atom;
      // the pixel of a place is a little beside it
      const around = [[-0.03, 0], [0.03, 0], [0, -0.03], [0, 0.03]];
      const own = places.find(([x, y]) => around.every(([dx, dy]) => isOwn(x + dx, y + dy)));
      return app.view.client(...(own ?? places[0]));
    },
    marks() {
      return app.game.marks();
    },
  };
}
