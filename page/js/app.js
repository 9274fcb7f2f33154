// The state that all parts of the page share: the open puzzle, its view, the game and the mode.

import { firstCursor } from "./board/cursor.js";
import { say } from "./ui/announce.js";
import { byId } from "./ui/dom.js";
import { Game } from "./play/game.js";
import { isGameOf, savedGame, saveGame, saveLast, saveMode } from "./play/save.js";

/**
 * A mode: what the board shows, what input does, and a panel.
 * @typedef {object} Mode
 * @property {string} name
 * @property {() => void} [enter]
 * @property {() => void} [leave]
 * @property {() => void} [opened] Another puzzle is open.
 * @property {import("./board/gestures.js").Handler} handler
 * @property {(event: KeyboardEvent) => boolean} [key] Returns whether it used the key.
 * @property {() => import("./board/view.js").Scene} scene
 * @property {() => void} [undo]
 * @property {() => void} [redo]
 * @property {boolean} [canUndo]
 * @property {boolean} [canRedo]
 * @property {boolean} [pans] Whether a drag moves the board, which a hand for the pointer shows.
 */

export const app = {
  /** @type {import("./types.js").About | null} */
  about: null,
  /** @type {import("./types.js").Board | null} */
  board: null,
  /** @type {Game | null} */
  game: null,
  /** @type {import("./board/view.js").View} */
  view: /** @type {any} */ (null),
  /** @type {import("./play/timer.js").Timer} */
  timer: /** @type {any} */ (null),
  /** @type {Record<string, Mode>} */
  modes: {},
  /** @type {Mode | null} */
  mode: null,
  /** The cursor of the keyboard, and whether it is shown. */
  cursor: { point: 0, line: -1 },
  isCursorShown: false,
  /** Whether the browser refused to save the game. */
  isUnsaved: false,
  /** Called after every change of mode, board or marks. */
  onRefresh: () => {},
};

/** Shows a puzzle; its saved game continues. */
export function openBoard(board) {
  app.board = board;
  loadGame(board.solution);
  app.view.show(board);
  app.cursor = firstCursor(app.view.layout);
  app.isCursorShown = false;
  byId("title").textContent = board.title;
  document.title = `${board.title} - Encycle`;
  document.body.dataset.kind = board.kind;
  byId("board").setAttribute("aria-label", describe(board));
  saveLast(board.puzzle);
  say("");
  noteSize();
  for (const mode of Object.values(app.modes)) mode.opened?.();
  refresh();
}

/** Replaces the board after an edit, and keeps mode and zoom. */
export function editBoard(board) {
  app.board = board;
  loadGame();
  app.view.show(board, true);
  byId("title").textContent = board.title;
  byId("board").setAttribute("aria-label", describe(board));
  saveLast(board.puzzle);
  for (const mode of Object.values(app.modes)) if (mode !== app.mode) mode.opened?.();
  refresh();
}

const UNSAVED = "The browser does not save this game: its storage is full or forbidden.";
const TOO_SMALL = "The clues are too small at this size: zoom in with the wheel, two fingers or +.";

/** Explains that a large board shows its clues after zooming in. */
export function noteSize() {
  const shown = byId("status").textContent;
  if (app.view.hidesClues && shown === "") say(TOO_SMALL);
  else if (!app.view.hidesClues && shown === TOO_SMALL) say("");
}

/** Begins the game of the open puzzle, or continues the saved one; a drawing in the text of the puzzle replaces its marks. */
function loadGame(drawing = null) {
  const game = new Game(app.board);
  const saved = savedGame(app.board.puzzle);
  if (saved) game.restore(saved);
  if (drawing) game.draw(drawing);
  app.game = game;
  game.onChange = () => app.modes.play.changed?.();
  app.timer.watch(game);
}

/** Continues the game of another tab, if it has the same puzzle open and has saved it. */
export function followOtherTab({ key }) {
  if (!app.board || app.game.open || !isGameOf(key, app.board.puzzle)) return;
  loadGame();
  refresh();
}

function describe(board) {
  const clues = board.grid ? board.grid.texts.filter((text) => text !== null).length : board.notes.length;
  const more = clues > 0 ? `, ${clues} clues` : "";
  return `${board.title}${more}`;
}

/** Changes the mode. */
export function setMode(name) {
  if (app.mode?.name === name) return;
  app.mode?.leave?.();
  app.mode = app.modes[name];
  document.body.dataset.mode = name;
  saveMode(name);
  for (const tab of document.querySelectorAll("[role=tab][data-mode]")) {
    const chosen = tab.dataset.mode === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(`panel-${tab.dataset.mode}`).hidden = !chosen;
  }
  say("");
  if (app.board) {
    app.cursor = firstCursor(app.view.layout);
    app.mode.enter?.();
  }
  refresh();
}

/** Draws the scene of the mode, and updates the tools. */
export function refresh() {
  if (!app.board || !app.mode) return;
  const scene = app.mode.scene();
  scene.cursor = app.isCursorShown ? app.cursor : null;
  app.view.setScene(scene);
  app.view.host.dataset.hand = String(app.mode.pans === true);
  app.onRefresh();
}

/** Saves the present game, if it has marks. */
export function keepGame() {
  if (app.game && (app.game.steps.length > 0 || app.game.solved)) {
    app.timer.tick();
    const isSaved = saveGame(app.game);
    if (!isSaved && !app.isUnsaved) say(UNSAVED, "error");
    app.isUnsaved = !isSaved;
  }
}
