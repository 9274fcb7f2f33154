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
    lineOf(atom) {
      return app.view.client(...app.view.layout.lineMiddle(atom));
    },
    marks() {
      return app.game.marks();
    },
  };
}
