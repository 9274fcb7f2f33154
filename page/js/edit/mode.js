// The mode Edit: clues, walls, size and variant by click and key. Every change is read by the engine and analysed.

import { app, editBoard, refresh } from "../app.js";
import { isArrow } from "../board/cursor.js";
import { cellWords } from "../board/words.js";
import { latest } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { Typing } from "../play/values.js";
import { announce, say } from "../ui/announce.js";
import { byId, debounce } from "../ui/dom.js";
import { showCursor } from "../ui/keys.js";
import { borderAt, copyOf, hasWalls, isEditable, modelOf, nextWall, sketchOf, wallKey } from "./model.js";
import { editPanel } from "./panel.js";
import { cursorAt, firstPlace, hasCells, nextPlace, placeAt, writeClue } from "./places.js";
import { plainText } from "./plain.js";
import { drawRoom } from "./rooms.js";

/** @returns {import("../app.js").Mode & Record<string, any>} */
export function editMode() {
  const opening = latest();
  const analysing = latest();
  const typing = new Typing();
  /** The puzzle as edited, with its history; `model` is null for a puzzle that is edited as text. */
  const state = {
    base: null,
    model: null,
    text: "",
    past: [],
    future: [],
    error: null,
    analysis: null,
    typed: "",
    /** Whether the pointer draws rooms, and the cells of the room that it draws. */
    drawsRooms: false,
    room: null,
  };

  const panel = editPanel(byId("panel-edit"), {
    clue: (text) => setClue(text),
    model: (model) => change(model),
    text: (text) => changeText(text),
    puzzle: () => state.text,
    board: (board) => replace(board),
    show: () => refresh(),
    rooms: (drawsRooms) => {
      state.drawsRooms = drawsRooms;
    },
  });

  function reset() {
    Object.assign(state, {
      base: app.board,
      model: isEditable(app.board) ? modelOf(app.board) : null,
      text: app.board.puzzle,
      past: [],
      future: [],
      error: null,
      analysis: null,
    });
  }

  const present = () => ({ model: state.model && copyOf(state.model), text: state.text });

  /** Makes a model the puzzle, and remembers the previous one. */
  function change(model, isNew = true) {
    if (isNew) remember();
    // the results are those of the previous puzzle
    panel.cancel();
    state.model = model;
    state.text = plainText(model);
    state.analysis = null;
    app.view.show(sketchOf(model, app.board), true);
    panel.update(state);
    refresh();
    analysing.cancel();
    submit();
  }

  function changeText(text) {
    remember();
    panel.cancel();
    state.text = text;
    submit.now();
  }

  /** Shows the result of `thin`, `repair` and of a text. */
  function replace(board) {
    if (board.puzzle !== state.text) remember();
    // an edit that is still being read would replace the result
    submit.cancel();
    opening.cancel();
    accept(board);
  }

  function remember() {
    state.past.push(present());
    state.future = [];
  }

  function accept(board) {
    Object.assign(state, { base: board, text: board.puzzle, error: null, analysis: null });
    state.model = isEditable(board) ? modelOf(board) : null;
    editBoard(board);
    if (state.model) app.cursor = cursorAt(state.model, fitting(place()));
    say("");
    panel.update(state);
    analyse();
  }

  const submit = later(async () => {
    try {
      accept(await opening.ask({ do: "open", text: state.text, unfinished: true }, "board"));
    } catch (error) {
      if (error instanceof Cancelled) return;
      state.error = error;
      state.analysis = null;
      // the panel shows what is wrong
      say("This is no valid puzzle yet.", "error");
      panel.update(state);
      refresh();
    }
  }, 90);

  const analyse = debounce(async () => {
    const { puzzle, conditions } = app.board;
    // the panel shows what is missing
    if (conditions.length > 0) return;
    panel.analysing(true);
    try {
      const analysis = await analysing.ask({ do: "analyse", puzzle }, "analysis");
      if (app.board.puzzle !== puzzle || state.error) return;
      state.analysis = analysis;
      panel.analysis(analysis);
      refresh();
    } catch (error) {
      if (!(error instanceof Cancelled)) panel.failed(error);
    } finally {
      panel.analysing(false);
    }
  }, 250);

  function step(from, to) {
    const entry = state[from].pop();
    if (!entry) return;
    state[to].push(present());
    state.text = entry.text;
    if (entry.model) {
      change(entry.model, false);
    } else {
      panel.cancel();
      submit.now();
    }
    announce(from === "past" ? "edit undone" : "edit redone");
  }

  /** Returns the place of the cursor. */
  function place() {
    const { cols } = state.model;
    const { cell = 0, place: outside } = app.cursor;
    return outside ?? { part: /** @type {const} */ ("cell"), row: Math.floor(cell / cols), col: cell % cols };
  }

  /** Returns a place, or the first one if the puzzle became too small for it. */
  function fitting(old) {
    const { rows, cols } = state.model;
    return old.row <= rows && old.col <= cols && (old.part !== "cell" || (old.row < rows && old.col < cols))
      ? old
      : firstPlace(state.model);
  }

  function setClue(text) {
    const { model } = state;
    if (!model) return;
    const at = place();
    if (at.part === "cell" && !hasCells(model)) {
      announce("there are no clues in cells");
      return;
    }
    const next = copyOf(model);
    writeClue(next, at, text);
    const { cell } = app.cursor;
    // an end of a path stands in one cell only
    if (model.kind === "hamilton" && text !== null) {
      next.cells = next.cells.map((old, index) => (old === text && index !== cell ? null : old));
      next.variant = "path";
    }
    change(next);
    const words = app.cursor.words ?? cellWords(app.view.layout, cell);
    announce(`${words}: ${text ?? "no clue"}`);
  }

  function setWall(key) {
    if (!key) return;
    const next = copyOf(state.model);
    const wall = nextWall(state.model, key);
    if (wall) next.walls.set(key, wall);
    else next.walls.delete(key);
    change(next);
    announce(wall === "free" ? "border left to the solution" : (wall ?? "no wall"));
  }

  /** Returns whether the pointer draws rooms. */
  const isDrawing = () => state.drawsRooms && state.model?.parts?.rooms.length > 0;

  function visit({ x, y }) {
    const cell = app.view.layout.cellAt(x, y);
    if (cell >= 0) state.room.cells.add(cell);
  }

  function endRoom() {
    const { cells, extend } = state.room;
    state.room = null;
    if (cells.size === 0) return;
    const next = copyOf(state.model);
    drawRoom(next, [...cells], extend);
    change(next);
    announce(`${cells.size} cells ${extend ? "join the room" : "are a room"}`);
  }

  const handler = {
    get drags() {
      return isDrawing();
    },
    dragStart(at, alt) {
      state.room = { cells: new Set(), extend: alt, last: at };
      visit(at);
    },
    dragMove(at) {
      if (!state.room) return;
      const { last } = state.room;
      // fast moves skip cells
      const pieces = Math.min(400, Math.ceil(Math.hypot(at.x - last.x, at.y - last.y) / 0.25));
      for (let piece = 1; piece <= pieces; piece += 1) {
        const t = piece / pieces;
        visit({ x: last.x + (at.x - last.x) * t, y: last.y + (at.y - last.y) * t });
      }
      state.room.last = at;
      refresh();
    },
    dragEnd() {
      if (state.room) endRoom();
    },
    dragCancel() {
      state.room = null;
    },
    tap({ x, y }, alt) {
      if (isDrawing()) {
        state.room = { cells: new Set(), extend: alt, last: { x, y } };
        visit({ x, y });
        endRoom();
        return;
      }
      if (!state.model) {
        say("Puzzles on graphs are edited as text, in the panel.");
        return;
      }
      const key = hasWalls(state.model) ? borderAt(state.model, x, y) : null;
      if (key) {
        setWall(key);
        return;
      }
      const at = placeAt(state.model, x, y);
      if (!at) return;
      state.typed = "";
      typing.reset();
      showCursor(cursorAt(state.model, at));
      if (alt) setClue(null);
    },
  };

  const mode = {
    name: "edit",
    handler,
    enter() {
      if (state.base !== app.board) reset();
      if (state.model) app.cursor = cursorAt(state.model, firstPlace(state.model));
      if (state.error && state.model) app.view.show(sketchOf(state.model, app.board), true);
      panel.update(state);
      if (state.analysis) panel.analysis(state.analysis);
      else if (!state.error) analyse();
    },
    leave() {
      opening.cancel();
      analysing.cancel();
      analyse.cancel();
      submit.cancel();
      panel.cancel();
      if (app.view.layout.board !== app.board) app.view.show(app.board, true);
    },
    opened() {
      panel.cancel();
      if (app.mode === mode) {
        reset();
        mode.enter();
      }
    },
    scene() {
      const { analysis, error, room } = state;
      const spots = room ? [{ cells: [...room.cells], vertices: [], atoms: [], tone: "select" }] : [];
      if (!analysis || error || !panel.isShown()) return { spots };
      return { common: analysis.common, differ: analysis.differ, spots };
    },
    get canUndo() {
      return state.past.length > 0;
    },
    get canRedo() {
      return state.future.length > 0;
    },
    undo: () => step("past", "future"),
    redo: () => step("future", "past"),
    key(event) {
      const { key } = event;
      const { model } = state;
      if (!model) return false;
      // a number at a corner or beside the grid is typed
      const isCell = place().part === "cell";
      const { cell_clues: offered, clue_words: words, has_more_clues: hasMore } = app.board;
      const typed = isCell ? /^[0-9a-zA-Z?,\\]$/ : /^[0-9?,]$/;
      if (isArrow(key) && model.parts && !event.shiftKey) {
        showCursor(cursorAt(model, nextPlace(model, place(), key)));
      } else if (event.shiftKey && isArrow(key) && hasWalls(model)) {
        setWall(wallToward(model, app.cursor.cell, key));
      } else if (key === "Backspace" || key === "Delete" || key === ".") {
        state.typed = "";
        setClue(null);
      } else if (isCell && !hasMore) {
        const found = key.length === 1 ? typing.take(key, words, app.cursor.cell) : -1;
        if (found >= 0) setClue(offered[found]);
        // the first of several letters is no other key
        else return (key.length === 1 && typing.isBegun(words)) || undoKey(key);
      } else if (typed.test(key)) {
        const where = JSON.stringify(place());
        const goesOn = Date.now() - (state.typedAt ?? 0) < 900 && where === state.typedWhere;
        state.typed = goesOn ? state.typed + key : key;
        Object.assign(state, { typedAt: Date.now(), typedWhere: where });
        setClue(state.typed);
      } else {
        return undoKey(key);
      }
      return true;
    },
  };

  /** Undoes or repeats an edit by a key, and returns whether it did. */
  function undoKey(key) {
    if (key === "z") mode.undo();
    else if (key === "y") mode.redo();
    else return false;
    return true;
  }

  return mode;
}

/** Returns the border of a cell in the direction of an arrow key. */
function wallToward(model, cell, key) {
  const [x, y] = [cell % model.cols, Math.floor(cell / model.cols)];
  if (key === "ArrowLeft") return x > 0 ? wallKey(x, y, x, y + 1) : null;
  if (key === "ArrowRight") return x + 1 < model.cols ? wallKey(x + 1, y, x + 1, y + 1) : null;
  if (key === "ArrowUp") return y > 0 ? wallKey(x, y, x + 1, y) : null;
  return y + 1 < model.rows ? wallKey(x, y + 1, x + 1, y + 1) : null;
}

/** A debounced function that can also run at once. */
function later(action, milliseconds) {
  const run = debounce(action, milliseconds);
  run.now = () => {
    run.cancel();
    action();
  };
  return run;
}
