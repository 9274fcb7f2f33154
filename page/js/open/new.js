// The dialog New: generate a puzzle, or begin with an empty one.

import { app, openBoard, setMode } from "../app.js";
import { ask, start } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { plain, say } from "../ui/announce.js";
import { dialog } from "../ui/dialog.js";
import { byId, field, fill, h, number, randomSeed, select, setBusy, setChoices, whole, wholeOrError } from "../ui/dom.js";

const SIZES = { slitherlink: [10, 10], slitherlynx: [8, 8], hamilton: [8, 8], numberlink: [7, 7], chaos: [8, 8] };

/** Makes the dialog, and connects its button. */
export function newDialog() {
  const { kinds, max_side: side } = app.about;
  const kind = select(
    kinds.map(({ name }) => name),
    { id: "new-kind", autofocus: true, onchange: () => adapt() },
  );
  const rows = number(10, 1, side, { id: "new-rows" });
  const cols = number(10, 1, side, { id: "new-cols" });
  const labels = [h("span", {}, "Rows"), h("span", {}, "Columns")];
  const sizes = [rows, cols].map((input, index) => h("label", { className: "field" }, labels[index], input));
  const variant = select([], { id: "new-variant" });
  const variantField = field("Variant", variant);
  const difficulty = select(app.about.difficulties, { id: "new-difficulty" });
  const technique = select([], { id: "new-technique" });
  const symmetry = select(app.about.symmetries, { id: "new-symmetry" });
  const seed = number(randomSeed(), 0, Number.MAX_SAFE_INTEGER, { id: "new-seed" });
  const dice = h("button", { type: "button", onclick: () => (seed.value = String(randomSeed())) }, "Other seed");
  const message = h("p", { id: "new-error", className: "error", role: "alert" });
  const progress = h("p", { className: "muted", role: "status" });
  const go = h("button", { type: "button", className: "primary", id: "generate-go", onclick: generate }, "Generate");
  const cancel = h(
    "button",
    { type: "button", id: "generate-cancel", hidden: true, onclick: () => job?.cancel() },
    "Cancel",
  );
  const empty = h("button", { type: "button", id: "empty-go", onclick: makeEmpty }, "Begin empty");
  const rules = h("p", { className: "muted" });
  const options = h(
    "div",
    { className: "fields" },
    field("Difficulty", difficulty),
    field("Technique needed", technique),
    field("Symmetry", symmetry),
    field("Seed", seed),
    dice,
  );
  let job = null;

  const element = dialog(
    "new-dialog",
    "New puzzle",
    h("div", { className: "fields" }, field("Kind", kind), ...sizes, variantField),
    rules,
    h(
      "section",
      { className: "stack", id: "generate-part" },
      h("h3", {}, "Generate a puzzle with one solution"),
      options,
      h("div", { className: "row" }, go, cancel, progress),
    ),
    h(
      "section",
      { className: "stack" },
      h("h3", {}, "Or begin with an empty one, and edit it"),
      h("div", { className: "row" }, empty),
    ),
    message,
  );
  element.addEventListener("close", () => job?.cancel());

  /** Adapts the fields to the kind. */
  function adapt() {
    const chosen = kinds.find(({ name }) => name === kind.value);
    rules.textContent = chosen.rules;
    setChoices(technique, [["", "any"], ...chosen.techniques]);
    setChoices(variant, chosen.variants);
    variantField.hidden = chosen.variants.length === 0;
    const isBox = chosen.name === "sudoku";
    const isSquare = chosen.name === "neighbor-number";
    labels[0].textContent = isBox ? "Rows of a box" : isSquare ? "Side" : "Rows";
    labels[1].textContent = isBox ? "Columns of a box" : "Columns";
    sizes[1].hidden = isSquare;
    [rows.min, rows.max] = isSquare ? ["3", "36"] : isBox ? ["1", "36"] : ["1", String(side)];
    [cols.min, cols.max] = isBox ? ["1", "36"] : ["1", String(side)];
    const [down, across] = isBox ? [3, 3] : isSquare ? [6, 6] : (SIZES[chosen.name] ?? [6, 6]);
    rows.value = String(down);
    cols.value = String(across);
    element.querySelector("#generate-part").hidden = !chosen.generates;
    fill(message);
  }

  /** Returns the two numbers of the size. */
  function sides() {
    const down = wholeOrError(rows, labels[0].textContent);
    return [down, sizes[1].hidden ? down : wholeOrError(cols, labels[1].textContent)];
  }

  /** Returns the rows and columns of cells. */
  function size() {
    const [down, across] = sides();
    if (kind.value === "sudoku") return { rows: down * across, cols: down * across };
    if (kind.value === "neighbor-number") return { rows: down, cols: down };
    return { rows: down, cols: across };
  }

  async function generate() {
    try {
      await make(size());
    } catch (error) {
      message.textContent = plain(error);
    }
  }

  async function make({ rows: down, cols: across }) {
    const request = {
      do: "generate",
      kind: kind.value,
      rows: down,
      cols: across,
      difficulty: difficulty.value,
      symmetry: symmetry.value,
      technique: technique.value || null,
      variant: variant.value || null,
      seed: whole(seed, 0),
    };
    let board = null;
    fill(message);
    progress.textContent = "Generating ...";
    setBusy(go, cancel, true);
    try {
      job = start(request, (event) => {
        if (event.event === "board") board = event;
        else if (event.event === "progress") progress.textContent = event.words;
      });
      await job.done;
      finish(board, "play");
      say(technique.value ? `Generated: it needs ${technique.value}.` : `Generated with seed ${request.seed}.`);
      seed.value = String(randomSeed());
    } catch (error) {
      if (!(error instanceof Cancelled)) message.textContent = plain(error);
    } finally {
      job = null;
      progress.textContent = "";
      setBusy(go, cancel, false);
    }
  }

  async function makeEmpty() {
    fill(message);
    try {
      // as in the header of the plain text: for a Sudoku, the size of a box
      const [down, across] = sides();
      const request = { do: "empty", kind: kind.value, rows: down, cols: across, variant: variant.value || null };
      finish(await ask(request, "board"), "edit");
    } catch (error) {
      message.textContent = plain(error);
    }
  }

  function finish(board, mode) {
    openBoard(board);
    setMode(mode);
    element.close();
  }

  adapt();
  byId("new").addEventListener("click", () => element.showModal());
}
