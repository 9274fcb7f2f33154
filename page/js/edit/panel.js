// The panel Edit: size, clues, the analysis, and the text of the puzzle.

import { app } from "../app.js";
import { sentence } from "../play/hint.js";
import { keyRows } from "../play/keypad.js";
import { selectPlace } from "../open/dialogs.js";
import { plain } from "../ui/announce.js";
import { check, counted, field, fill, h, number, select, whole } from "../ui/dom.js";
import { workSection } from "./work.js";
import { resized } from "./model.js";
import { hasCells } from "./places.js";

const TONES = { unique: "good", "no-solution": "warn", several: "accent" };

/**
 * Makes the panel.
 * @param {HTMLElement} host
 * @param {{ clue: (text: string | null) => void, model: (model: object) => void, text: (text: string) => void,
 *   puzzle: () => string, board: (board: object) => void, show: () => void, rooms: (drawsRooms: boolean) => void }} actions
 */
export function editPanel(host, actions) {
  const shape = h("div", { className: "stack" });
  const clues = h("div", { className: "stack" });
  const verdict = h("section", { className: "card stack", id: "analysis", "aria-live": "polite" });
  const shown = check("Show what all solutions share, and where two differ", {
    id: "edit-show",
    onchange: actions.show,
  });
  const work = workSection(actions.puzzle, actions.board);
  const text = h("textarea", { id: "edit-text", rows: 10, spellcheck: false });
  const textForm = h("p", { className: "muted small" });
  const textError = h("p", { className: "error", role: "alert" });
  const apply = h(
    "button",
    { type: "button", id: "edit-apply", onclick: () => actions.text(text.value) },
    "Apply the text",
  );
  const details = h(
    "details",
    { id: "edit-source" },
    h("summary", {}, "As text"),
    h("div", { className: "stack" }, field("The puzzle", text), textForm, textError, h("div", { className: "row" }, apply)),
  );
  fill(host, shape, clues, verdict, shown.element, work.element, details);

  let model = null;
  /** The puzzle that the field of the text showed last; what was typed into the field since then stays. */
  let written = null;
  /** Whether the fields of the size have numbers in their range; if not, the browser says so. */
  const areValid = (...inputs) => inputs.every((input) => input.reportValidity());
  const size = (rows, cols, box) => {
    if (model && (rows !== model.rows || cols !== model.cols || String(box) !== String(model.box)))
      actions.model(resized(model, rows, cols, box));
  };

  function drawShape() {
    if (!model) {
      fill(shape, h("p", { className: "muted" }, "A puzzle on a graph is edited as text."));
      return;
    }
    const side = app.about.max_side;
    const fields = [];
    if (model.kind === "sudoku") {
      const [down, across] = model.box.map((value) => number(value, 1, 36));
      const resize = () => {
        if (!areValid(down, across)) return;
        const box = [whole(down, 3), whole(across, 3)];
        if (box[0] * box[1] <= 64) size(box[0] * box[1], box[0] * box[1], box);
      };
      for (const input of [down, across]) input.addEventListener("change", resize);
      fields.push(field("Rows of a box", down), field("Columns of a box", across));
    } else if (model.kind === "neighbor-number") {
      const input = number(model.rows, 3, 36, {
        id: "edit-rows",
        onchange: () => areValid(input) && size(whole(input, 6), whole(input, 6), null),
      });
      fields.push(field("Side", input));
    } else {
      const rows = number(model.rows, 1, side, { id: "edit-rows" });
      const cols = number(model.cols, 1, side, { id: "edit-cols" });
      for (const input of [rows, cols])
        input.addEventListener(
          "change",
          () => areValid(rows, cols) && size(whole(rows, model.rows), whole(cols, model.cols), null),
        );
      fields.push(field("Rows", rows), field("Columns", cols));
    }
    fields.push(...parameterFields());
    const kind = app.about.kinds.find(({ name }) => name === model.kind);
    if (kind?.variants.length) {
      const variant = select(kind.variants, {
        id: "edit-variant",
        value: model.variant ?? kind.variants[0],
        onchange: () => actions.model({ ...model, variant: variant.value }),
      });
      fields.push(field("Variant", variant));
    }
    const focused = [...shape.querySelectorAll("input, select")].indexOf(document.activeElement);
    fill(shape, h("div", { className: "fields" }, ...fields));
    if (focused >= 0) shape.querySelectorAll("input, select")[focused]?.focus();
  }

  /** Makes the fields of the numbers that follow the size in the header. */
  function parameterFields() {
    const old = model.more.split(" ");
    const change = () => {
      if (areValid(...inputs)) actions.model({ ...model, more: inputs.map((input, at) => whole(input, old[at])).join(" ") });
    };
    const inputs = model.parameters.map((name, at) =>
      number(old[at], 0, 9999, { "data-parameter": name, onchange: change }),
    );
    return inputs.map((input, at) => field(sentence(model.parameters[at]), input));
  }

  function drawClues() {
    fill(clues);
    if (!model) return;
    const key = (value, label, title) =>
      h(
        "button",
        { type: "button", "data-clue": value ?? "", "aria-label": label, title, onclick: () => actions.clue(value) },
        value ?? "⌫",
      );
    const erase = key(null, "No clue", "Key: Backspace");
    const { cell_clues: offered, clue_words: words, has_more_clues: hasMore } = app.board;
    if (offered.length > 0) {
      const keys = offered.map((value, index) => key(value, `Clue ${value}`, `Key: ${words[index]}`));
      clues.append(keyRows("Clue of the chosen cell", [...keys, erase]));
    }
    const hasNumbersBeside = model.parts?.frame.length > 0 || model.parts?.corners.length > 0;
    if (takesClues(model) && (hasMore || hasNumbersBeside)) {
      const input = h("input", { id: "edit-clue", maxLength: 40, autocomplete: "off", placeholder: "1" });
      const put = h(
        "button",
        { type: "button", onclick: () => input.value.trim() && actions.clue(input.value.trim()) },
        "Write",
      );
      const label = hasMore && hasCells(model) ? "Clue of the chosen cell" : "Number of the chosen place";
      clues.append(h("div", { className: "row" }, field(label, input), put, offered.length === 0 ? erase : null));
    }
    if (model.parts?.rooms.length) clues.append(roomTool());
    else actions.rooms(false);
    clues.append(h("p", { className: "muted small" }, hint(model)));
  }

  /** Makes the buttons that choose what the pointer does. */
  function roomTool() {
    const button = (id, label, drawsRooms) =>
      h("button", { type: "button", id, "aria-pressed": String(!drawsRooms), onclick: () => choose(drawsRooms) }, label);
    const tools = [button("edit-clues", "Clues", false), button("edit-rooms", "Rooms", true)];
    const choose = (drawsRooms) => {
      tools.forEach((tool, index) => tool.setAttribute("aria-pressed", String(drawsRooms === (index === 1))));
      actions.rooms(drawsRooms);
    };
    choose(!takesClues(model));
    return h("div", { className: "segment", role: "group", "aria-label": "The pointer changes" }, ...tools);
  }

  return {
    /** Shows the state of the puzzle. */
    update(state) {
      const isSame =
        model &&
        state.model &&
        model.kind === state.model.kind &&
        model.rows === state.model.rows &&
        model.cols === state.model.cols &&
        model.variant === state.model.variant &&
        model.more === state.model.more &&
        String(model.box) === String(state.model.box) &&
        clues.dataset.kind === state.model.kind + app.board.cell_clues.length;
      model = state.model;
      if (!isSame) {
        drawShape();
        drawClues();
        clues.dataset.kind = model ? model.kind + app.board.cell_clues.length : "";
        textForm.textContent = app.about.kinds.find(({ name }) => name === model?.kind)?.text_form ?? "";
      }
      if (!model) details.open = true;
      if (written !== state.text) text.value = written = state.text;
      const error = state.error;
      textError.textContent = error ? plain(error) : "";
      if (error?.line && document.activeElement === apply) selectPlace(text, error.line, error.column);
      const conditions = error ? [] : app.board.conditions;
      const isWrong = error !== null || conditions.length > 0;
      work.enable(!isWrong);
      const remarks = error
        ? [h("p", { className: "error" }, plain(error))]
        : conditions.map((sentence) => h("p", {}, sentence));
      if (isWrong) fill(verdict, h("h3", {}, "Not a valid puzzle yet"), ...remarks);
      verdict.className = isWrong ? "card stack warn" : "card stack";
      verdict.dataset.verdict = error ? "invalid" : isWrong ? "unfinished" : "";
    },
    analysing(isBusy) {
      verdict.setAttribute("aria-busy", String(isBusy));
      if (isBusy && verdict.dataset.verdict !== "invalid")
        fill(verdict, h("p", { className: "muted" }, "Looking for solutions ..."));
    },
    /** Shows how many solutions the puzzle has. */
    analysis({ verdict: name, words, common, differ }) {
      verdict.className = `card stack ${TONES[name] ?? ""}`;
      verdict.dataset.verdict = name;
      const shared = common.present.length + common.absent.length;
      fill(
        verdict,
        h("h3", {}, sentence(words)),
        name === "several"
          ? h(
              "p",
              { className: "small" },
              `${counted(shared, "fact")} ${shared === 1 ? "holds" : "hold"} in all solutions; the first two differ in ${counted(differ.length, "place")}.`,
            )
          : null,
      );
    },
    failed(error) {
      verdict.className = "card stack warn";
      fill(verdict, h("p", { className: "error" }, plain(error)));
    },
    isShown: () => shown.input.checked,
    cancel: () => work.cancel(),
  };
}

/** Returns whether a puzzle has clues at some places, not rooms alone. */
const takesClues = (model) => hasCells(model) || model.parts.frame.length > 0 || model.parts.corners.length > 0;

function hint(model) {
  const { kind, parts } = model;
  if (parts) {
    const rooms = parts.rooms.length
      ? " With Rooms, a drag makes its cells a new room; with the right button, they join the room where the drag begins."
      : "";
    if (!takesClues(model)) return rooms.trim();
    const where = parts.corners.length ? "corner" : parts.frame.length ? "cell, or a place beside the grid" : "cell";
    return `Click a ${where}, then type a clue${parts.frame.length ? "; a comma joins the numbers of a list" : ""}.${rooms}`;
  }
  const walls =
    kind === "reachability"
      ? " Click a border to change it: none, wall, left to the solution."
      : kind === "hamilton"
        ? " Click a border to set or remove a wall."
        : "";
  return `Click a cell, then type or pick a clue.${walls}`;
}
