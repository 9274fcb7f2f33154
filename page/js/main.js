// The start of the page. The map of the modules:
//
// engine/   one interface to the engine: index.js (jobs), server.js (server-sent events), worker.js (WebAssembly)
// board/    the board on the screen: layout.js (geometry), view.js (canvas, zoom), base.js, clues.js, ink.js, values.js,
//           highlights.js (drawing), theme.js (colours), gestures.js (pointer), cursor.js (keyboard), words.js (names of places)
// play/     mode.js (the Play panel), game.js (marks, undo), save.js, timer.js, check.js, hint.js, next.js, keypad.js, pieces.js,
//           and the input of lines.js, cells.js, values.js, shades.js, walls.js; sweep.js (drags)
// edit/     mode.js, panel.js, work.js (the Edit panel), model.js (clues and walls), places.js (clues beside the grid and at
//           corners), rooms.js, plain.js (writes plain text)
// watch/    mode.js (the Watch panel), choices.js (runs), command.js, rounds.js (list and steps), scene.js (models and cuts)
// inspect/  mode.js (the Inspect panel), sizes.js, clauses.js, files.js
// open/     the dialogs Open and New, files.js (files that are opened or dropped on the page)
// share/    the dialog Export, the button Print, pictures (png.js: the puzzle in a PNG), addresses
// ui/       elements, icons, dialogs, messages, keys, tools, help, settings
// app.js    the shared state; types.js: the types of the interface; config.js: which engine

import { app, followOtherTab, keepGame, noteSize, openBoard, refresh, setMode } from "./app.js";
import { attachGestures } from "./board/gestures.js";
import { View } from "./board/view.js";
import { editMode } from "./edit/mode.js";
import { ask } from "./engine/index.js";
import { inspectMode } from "./inspect/mode.js";
import { openDialogs } from "./open/dialogs.js";
import { playMode } from "./play/mode.js";
import { lastMode, lastPuzzle } from "./play/save.js";
import { Timer } from "./play/timer.js";
import { fromFragment } from "./share/address.js";
import { exportDialog } from "./share/export.js";
import { printButton } from "./share/print.js";
import { say, sayError } from "./ui/announce.js";
import { byId } from "./ui/dom.js";
import { helpDialog } from "./ui/help.js";
import { boardKeys } from "./ui/keys.js";
import { exposeForTests } from "./ui/probe.js";
import { tabKeys } from "./ui/tabs.js";
import { makeTools } from "./ui/tools.js";
import { watchMode } from "./watch/mode.js";

async function start() {
  // the first mode replaces it
  const mode = lastMode();
  const host = byId("board");
  app.view = new View(host);
  app.view.onZoom = noteSize;
  app.timer = new Timer();
  const tools = makeTools();
  app.onRefresh = tools.update;
  const gestures = attachGestures(app.view, () => app.mode?.handler ?? { drags: false });
  boardKeys(host, gestures);
  exposeForTests();
  try {
    app.about = await ask({ do: "about" }, "about");
  } catch (error) {
    sayError(error);
    return;
  }
  for (const mode of [playMode(), editMode(), watchMode(), inspectMode()]) app.modes[mode.name] = mode;
  tabKeys(byId("tab-play").parentElement, (tab) => setMode(tab.dataset.mode));
  openDialogs();
  exportDialog();
  printButton();
  helpDialog();
  setMode("play");
  addEventListener("hashchange", () => openFragment());
  addEventListener("pagehide", keepGame);
  addEventListener("storage", followOtherTab);
  document.addEventListener("visibilitychange", keepGame);
  if (!(await openFragment())) await openLast(mode);
  document.body.dataset.ready = "true";
  refresh();
}

/** Opens the puzzle in the address of the page. The part after # never reaches a server. */
async function openFragment() {
  if (!location.hash.startsWith("#p=")) return false;
  try {
    const text = await fromFragment(location.hash);
    openBoard(await ask({ do: "open", text, unfinished: true }, "board"));
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  } catch (error) {
    history.replaceState(null, "", location.pathname + location.search);
    sayError(error);
    return false;
  }
}

/** Opens what this tab had open, in its mode; or else an example. */
async function openLast(mode) {
  const text = lastPuzzle();
  const message = byId("status").textContent;
  if (text) {
    try {
      openBoard(await ask({ do: "open", text, unfinished: true }, "board"));
      if (mode in app.modes) setMode(mode);
      if (message) say(message, "error");
      return;
    } catch {
      // the text was written by another version: open an example
    }
  }
  const first = app.about.examples.find(({ name }) => name === "wren") ?? app.about.examples[0];
  try {
    openBoard(await ask({ do: "example", name: first.name }, "board"));
    if (message) say(message, "error");
  } catch (error) {
    sayError(error);
  }
}

start();
