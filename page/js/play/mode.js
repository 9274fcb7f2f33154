// The mode Play: marks by pointer and keys, undo, check, hint, and the message when the puzzle is solved.

import { app, keepGame, openBoard, refresh } from "../app.js";
import { isArrow, moved } from "../board/cursor.js";
import { pairColours } from "../board/ink.js";
import { isFixedCell } from "../board/symbols.js";
import { atomWords, cursorWords, isShading } from "../board/words.js";
import { latest } from "../engine/index.js";
import { announce, say, sayError } from "../ui/announce.js";
import { byId, check, clock, debounce, fill, h } from "../ui/dom.js";
import { showCursor } from "../ui/keys.js";
import { isOn, keepSetting } from "../ui/setting.js";
import { cellsHandler } from "./cells.js";
import { lastCorrect, makeChecks } from "./check.js";
import { hintCard, hintChanges, hintHeading, sentence, STAGES } from "./hint.js";
import { keypad } from "./keypad.js";
import { linesHandler, toggle } from "./lines.js";
import { nextCard } from "./next.js";
import { Pieces } from "./pieces.js";
import { cycleShade, hasShades } from "./shades.js";
import { eraseCell, markEmpty, mayBeEmpty, toggleNote, Typing, writeValue } from "./values.js";
import { cycleWall, toggleWall } from "./walls.js";

/** What a click makes. */
const TOOLS = ["main", "second", "shade"];

/** @returns {import("../app.js").Mode & Record<string, any>} */
export function playMode() {
  const panel = byId("panel-play");
  const result = h("div", { id: "play-result" });
  const hints = latest();
  const typing = new Typing();
  /** The selected cells count as long as the last one has the cursor. */
  const state = { hint: null, stage: STAGES.place, spots: [], finished: [], finishedNotes: [], selected: [] };
  const layout = () => app.view.layout;
  const lines = linesHandler(() => ({ game: app.game, layout: layout(), cross: mode.second, shades: mode.tool === "shade" }));
  const keep = debounce(keepGame, 400);

  const cells = cellsHandler(
    () => ({ game: app.game, layout: layout(), second: mode.second }),
    (selected) => {
      state.selected = selected;
      showCursor({ cell: selected[selected.length - 1], line: -1 });
    },
  );

  /** Returns the cells that a value is for: the selected ones, or that of the cursor. */
  function chosenCells() {
    const { cell } = app.cursor;
    return state.selected[state.selected.length - 1] === cell ? state.selected : [cell];
  }

  /** Changes all chosen cells in one step. */
  function changeChosen(change) {
    const chosen = chosenCells();
    if (chosen.length === 1) {
      change(chosen[0]);
      return;
    }
    app.game.begin();
    for (const cell of chosen) change(cell);
    app.game.commit();
  }

  const erase = () => changeChosen((cell) => eraseCell(app.game, layout(), cell));
  const empty = () => changeChosen((cell) => markEmpty(app.game, layout(), cell));

  const live = check("Show broken rules, finished clues and pieces of lines at once", {
    id: "live",
    checked: isOn("live"),
    onchange: () => {
      keepSetting("live", live.input.checked);
      // what was shown is no longer wanted
      if (!live.input.checked) forget();
      checks.changed();
      refresh();
    },
  });
  const pieces = new Pieces();

  /** Returns the colours of lines: of pairs, or of the pieces of a drawing. */
  function lineColours(states) {
    const pairs = pairColours(layout(), states);
    if (pairs || !live.input.checked || app.board.form !== "lines") return pairs;
    return pieces.colours(layout(), states);
  }

  const checks = makeChecks(
    () => app.game,
    () => live.input.checked,
    (checked, asked) => {
      if (checked.solved) solved();
      // Check does not look for them
      if (!asked) {
        state.finished = checked.finished;
        state.finishedNotes = checked.finished_notes;
      }
      if (!asked && !checked.mistake) {
        refresh();
        return;
      }
      const spots = checked.spot && !checked.solved ? [checked.spot, ...checked.further] : [];
      state.spots = spots.map((spot) => ({ ...spot, tone: "warn" }));
      if (!checked.solved) say(sentence(checked.words), checked.mistake ? "mistake" : "fine");
      if (asked && checked.mistake && app.game.canUndo) fill(result, goBack());
      refresh();
    },
    sayError,
  );

  /** Makes the button that undoes the marks since the last correct state. */
  function goBack() {
    const { game } = app;
    const button = h("button", { type: "button", id: "go-back", onclick: () => run() }, "Undo to the last correct state");
    const run = async () => {
      button.disabled = true;
      const before = game.at;
      try {
        const at = await lastCorrect(game);
        // the player may go on meanwhile
        if (app.game !== game || game.at !== before) return;
        while (game.at > at) game.undo();
        announce(`${before - at} steps undone`);
      } catch (error) {
        sayError(error);
      } finally {
        button.disabled = false;
      }
    };
    return button;
  }

  function solved() {
    if (!app.game.solved) {
      app.timer.pause();
      app.game.solved = true;
      keepGame();
    }
    document.body.dataset.solved = "true";
    say(`Solved in ${clock(app.game.seconds)}.`, "solved");
    fill(result, nextCard(app.board, app.about, openBoard));
  }

  /** Forgets hints and results; `keepsFinished` until the next check, so that clues do not flicker. */
  function forget(keepsFinished = false) {
    hints.cancel();
    state.hint = null;
    state.spots = [];
    if (!keepsFinished) state.finished = state.finishedNotes = [];
    const hadFocus = result.contains(document.activeElement);
    fill(result);
    if (hadFocus) byId("hint").focus();
  }

  function put(value) {
    const count = app.board.values.length;
    const has = (cell) => app.game.states[cell * count + value] === 1;
    const inAll = chosenCells().every(has);
    changeChosen((cell) => {
      if (mode.second) toggleNote(app.game, layout(), cell, value);
      else if (inAll || !has(cell)) writeValue(app.game, layout(), cell, value);
    });
  }

  function drawPanel() {
    const chosen = (action) => () => {
      if (!app.isCursorShown) showCursor(app.cursor, true);
      action();
    };
    const pad =
      app.board.form === "values" && !isShading(app.board)
        ? keypad(
            app.board.offered.map((value) => [app.board.values[value], value]),
            (value) => chosen(() => put(value))(),
            chosen(erase),
            mayBeEmpty(app.board) ? chosen(empty) : null,
          )
        : null;
    fill(
      panel,
      parameters(app.board),
      pad,
      result,
      live.element,
      h(
        "section",
        { className: "stack" },
        h("h2", {}, "Rules"),
        h("p", {}, app.board.rules),
        app.board.variant ? h("p", { className: "muted" }, `Variant: ${app.board.variant}`) : null,
      ),
      h("section", { className: "stack muted small" }, h("p", {}, advice(app.board))),
    );
  }

  const mode = {
    name: "play",
    /** What a click makes: the main mark, the second one, or a shade beside lines. */
    tool: "main",
    get second() {
      return mode.tool === "second";
    },
    get handler() {
      return app.board?.form === "lines" ? lines : cells;
    },
    enter() {
      drawPanel();
      if (app.game.solved) solved();
      else checks.changed();
      app.timer.run();
    },
    leave() {
      app.timer.pause();
      checks.cancel();
      hints.cancel();
    },
    opened() {
      mode.tool = "main";
      state.selected = [];
      delete document.body.dataset.solved;
      forget();
      drawPanel();
      if (app.mode === mode) mode.enter();
    },
    changed() {
      if (state.hint || state.spots.length > 0 || byId("status").dataset.verdict || result.childElementCount > 0) {
        forget(live.input.checked);
        say("");
      }
      delete document.body.dataset.solved;
      if (app.game.isEmpty) state.finished = state.finishedNotes = [];
      app.game.solved = false;
      app.timer.resume();
      keep();
      checks.changed();
      refresh();
    },
    scene() {
      const { states } = app.game;
      const spots = [...state.spots];
      if (app.board.form === "values" && chosenCells().length > 1) spots.push({ cells: chosenCells(), tone: "select" });
      if (state.hint?.spot) {
        const { present, absent } = state.hint.facts;
        spots.push({ ...state.hint.spot, tone: present.length + absent.length > 0 ? "hint" : "warn" });
      }
      const ghost = state.stage === STAGES.fact ? (state.hint?.facts ?? null) : null;
      const { finished, finishedNotes } = state;
      return { states, colours: lineColours(states), spots, ghost, finished, finishedNotes };
    },
    choose(tool) {
      mode.tool = tool;
      const values = isShading(app.board) ? ["Shades", "Dots"] : ["Values", "Candidates"];
      const names = app.board.form === "values" ? values : ["Lines", "Crosses", "Shades"];
      announce(names[TOOLS.indexOf(tool)]);
      refresh();
    },
    /** Chooses the next tool of the board. */
    chooseNext() {
      const tools = hasShades(app.board) ? TOOLS : TOOLS.slice(0, 2);
      mode.choose(tools[(tools.indexOf(mode.tool) + 1) % tools.length]);
    },
    get canUndo() {
      return app.game?.canUndo ?? false;
    },
    get canRedo() {
      return app.game?.canRedo ?? false;
    },
    undo: () => told("undone", app.game.undo()),
    redo: () => told("redone", app.game.redo()),
    clear() {
      app.game.clear();
      announce("all marks removed");
    },
    check() {
      say("Checking ...");
      checks.run();
    },
    async hint() {
      if (state.hint) {
        if (state.stage === STAGES.fact) apply();
        else showHint(state.stage + 1);
        return;
      }
      say("Looking for a hint ...");
      try {
        const found = await hints.ask({ do: "hint", puzzle: app.board.puzzle, marks: app.game.marks() }, "hint");
        state.hint = found;
        const hasFacts = found.facts.present.length + found.facts.absent.length > 0;
        showHint(hasFacts ? STAGES.place : STAGES.fact);
      } catch (error) {
        sayError(error);
      }
    },
    key(event) {
      const { key } = event;
      if (key === "z") mode.undo();
      else if (key === "y") mode.redo();
      else if (app.board.form === "values") return valueKey(key);
      else if (key === "c") mode.check();
      else if (key === "h") mode.hint();
      else if (key === "n" && app.board.form === "lines") mode.chooseNext();
      else return lineKey(event);
      return true;
    },
  };

  /** Shows a hint up to a stage. */
  function showHint(stage) {
    const { hint } = state;
    state.stage = stage;
    // the card has the words of all stages
    const words = stage === STAGES.place ? `look at ${hint.place}` : hintHeading(hint);
    say(`Hint: ${words}.`);
    announce(stage === STAGES.fact ? hint.words : words);
    const dismiss = () => {
      forget();
      say("");
      refresh();
    };
    const hadFocus = result.contains(document.activeElement);
    fill(result, hintCard(hint, stage, { more: () => showHint(stage + 1), apply, dismiss }));
    if (hadFocus) result.querySelector("button")?.focus();
    refresh();
  }

  function apply() {
    const changes = hintChanges(state.hint, app.game.states);
    const board = app.board;
    forget();
    say("");
    if (changes.length === 0) {
      refresh();
      return;
    }
    if (board.form === "values") {
      const clue = (atom) => !isShading(board) && isFixedCell(board, Math.floor(atom / board.values.length));
      app.game.change(changes.filter(([atom]) => !clue(atom)));
    } else {
      app.game.change(changes);
    }
    announce("hint applied");
  }

  function told(what, changed) {
    if (changed.length === 0) return;
    const [index] = changed;
    const words =
      changed.length === 1 && index < app.board.atoms.length
        ? atomWords(layout(), index, app.game.states[index])
        : `${changed.length} marks`;
    announce(`${what}: ${words}`);
  }

  function valueKey(key) {
    const { cell } = app.cursor;
    if (isShading(app.board) && [" ", "Enter", "x", "X"].includes(key)) {
      cycleShade(app.game, layout(), cell, mode.second || key.toLowerCase() === "x");
      return true;
    }
    // signs have numbers on a keyboard
    const { values, signs, offered } = app.board;
    const typed = (text, index) => (signs.length > 0 ? `${index + 1}` : text);
    const texts = values.map((text, index) => (offered.includes(index) ? typed(text, index) : ""));
    const found = key.length === 1 ? typing.take(key, texts, cell) : -1;
    if (found >= 0 && app.isCursorShown) put(found);
    else if (found < 0 && key.length === 1 && typing.isBegun(texts)) return true;
    else if (key === "Backspace" || key === "Delete" || key === " ") erase();
    else if ((key === "x" || key === "X") && mayBeEmpty(app.board)) empty();
    else if (key === "n") mode.chooseNext();
    else if (key === "c") mode.check();
    else if (key === "h") mode.hint();
    else return false;
    return true;
  }

  function lineKey(event) {
    const { key } = event;
    const isWalls = app.board.form === "walls";
    const { line } = app.cursor;
    if (event.shiftKey && isArrow(key)) {
      const next = moved(layout(), app.cursor, key);
      if (next.line < 0) return true;
      if (isWalls) {
        cycleWall(app.game, layout(), next.line, false);
        showCursor({ ...app.cursor, line: next.line }, true);
      } else if (layout().mayMark(next.line)) {
        toggle(app.game, layout(), next.line, mode.second);
        showCursor(next, true);
      } else {
        announce("a wall: no line may pass");
      }
    } else if (key === " " || key === "Enter") {
      if (line < 0) announce(cursorWords(layout(), app.cursor, app.game.states));
      else if (isWalls) cycleWall(app.game, layout(), line, false);
      else toggle(app.game, layout(), line, mode.second);
    } else if (key === "x" || key === "X") {
      if (line < 0) announce("move along a line first");
      else if (isWalls) toggleWall(app.game, layout(), line);
      else toggle(app.game, layout(), line, true);
    } else if (key === "i" && app.board.shadable) {
      cycleShade(app.game, layout(), app.cursor.point, mode.second);
    } else if (key === "i" && app.board.grid?.dotted) {
      const [x, y] = app.board.points[app.cursor.point];
      const cell = layout().cellAt(x + 0.5, y + 0.5);
      if (cell >= 0) cycleShade(app.game, layout(), cell, false);
    } else {
      return false;
    }
    return true;
  }

  return mode;
}

/** Makes the line with the numbers of the header, such as the ships of a fleet. */
function parameters(board) {
  if (board.parameters.length === 0) return null;
  const words = board.parameters.map(([name, number]) => `${name} ${number}`);
  return h("p", { id: "parameters" }, words.join(", "));
}

function advice(board) {
  if (isShading(board)) return "Click a cell: shaded, not shaded, open. Drag to shade several cells. The right button or a long press makes a dot: not shaded.";
  if (board.region_cells.length > 0) {
    return "Each clue has a small number. Choose a cell, or drag over several, then type the number of the clue in whose region they are, or press a key of the keypad. Cells of different regions get a border.";
  }
  if (board.form === "values") {
    return "Choose a cell, or drag over several, then type a value or press a key of the keypad. The small values are the candidates left.";
  }
  if (board.form === "walls") return "Click a dashed border: wall, open, undecided. Drag along borders for a long wall.";
  const shades = board.shadable
    ? " Click in the middle of a cell to shade it, again for a dot: the loop visits it. Drag with the right button, or with Shade, to shade several."
    : board.grid?.dotted
      ? " Click inside a cell to note that it is inside or outside."
      : "";
  const lines = "Click between two points for a line, drag to draw a path.";
  return `${lines} A right click or a long press makes a cross.${shades}`;
}
