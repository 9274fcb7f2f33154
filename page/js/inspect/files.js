// Lint of a formula or a linear program, and decoding of a saved solver output.

import { app } from "../app.js";
import { latest } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { sentence } from "../play/hint.js";
import { selectPlace } from "../open/dialogs.js";
import { announce, plain } from "../ui/announce.js";
import { counted, field, fill, h } from "../ui/dom.js";

/** Makes a text area that also takes a dropped or chosen file. */
function textOrFile(id, label, rows) {
  const area = h("textarea", { id, rows, spellcheck: false, "data-drop": true });
  const file = h("input", { type: "file", "aria-label": `${label}: file` });
  const take = async (chosen) => {
    if (chosen) area.value = await chosen.text();
  };
  file.addEventListener("change", () => take(file.files[0]));
  area.addEventListener("drop", (event) => take(event.dataTransfer?.files[0]));
  return { area, element: h("div", { className: "stack" }, field(label, area), file) };
}

/** Runs an action, and shows its error at a place. */
async function attempt(place, action) {
  fill(place, h("p", { className: "muted" }, "Working ..."));
  try {
    await action();
  } catch (error) {
    fill(place, error instanceof Cancelled ? null : h("p", { className: "error" }, plain(error)));
  }
}

/** What the variables and the constraints of each format are called. */
const NOUNS = {
  cnf: ["variable", "clause"],
  lp: ["column", "row"],
  mps: ["column", "row"],
  opb: ["variable", "constraint"],
};

/** Describes the size of a file. */
function sizeWords({ format, variables, clauses }) {
  const [columns, rows] = NOUNS[format];
  return `${format.toUpperCase()}: ${counted(variables, columns)}, ${counted(clauses, rows)}`;
}

/** Makes the section that checks a file. */
export function lintSection() {
  const jobs = latest();
  const text = textOrFile("lint-text", "DIMACS CNF, CPLEX LP, MPS or OPB", 10);
  const result = h("div", { id: "lint-result" });
  const run = () =>
    attempt(result, async () => {
      const { lint } = await jobs.ask({ do: "lint", text: text.area.value }, "lint");
      fill(result, view(lint));
      announce(`${lint.verdict}: ${counted(lint.errors, "error")}, ${counted(lint.warnings, "warning")}`);
    });
  const finding = (one) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          className: "cut quiet",
          onclick: () => selectPlace(text.area, one.line, one.column ?? 1),
        },
        h(
          "strong",
          { className: one.severity === "error" ? "warn-text" : "" },
          `${one.line}${one.column ? `:${one.column}` : ""} ${one.severity} `,
        ),
        one.message,
        h("span", { className: "muted" }, ` ${one.rule}`),
      ),
    );
  const view = (lint) =>
    h(
      "section",
      { className: "stack" },
      h(
        "div",
        {
          className: `card ${lint.verdict === "clean" ? "good" : lint.verdict === "errors" ? "warn" : ""}`,
          "data-verdict": lint.verdict,
        },
        h(
          "h3",
          {},
          lint.verdict === "clean" ? "Clean" : `${counted(lint.errors, "error")}, ${counted(lint.warnings, "warning")}`,
        ),
        h(
          "p",
          { className: "small" },
          sizeWords(lint),
        ),
      ),
      h("ul", { className: "plain tall" }, ...lint.findings.map(finding)),
    );
  return {
    element: h(
      "section",
      { className: "stack" },
      text.element,
      h(
        "div",
        { className: "row" },
        h("button", { type: "button", className: "primary", id: "lint-go", onclick: run }, "Check the file"),
      ),
      result,
    ),
    cancel: () => jobs.cancel(),
  };
}

/**
 * Makes the section that decodes a solver output.
 * @param {(scene: import("../board/view.js").Scene) => void} show Draws on the board.
 */
export function decodeSection(show) {
  const jobs = latest();
  const map = textOrFile("decode-map", "Map of the variables", 5);
  const output = textOrFile("decode-output", "Output of the solver", 5);
  const result = h("div", { id: "decode-result" });
  const run = () =>
    attempt(result, async () => {
      const request = { do: "decode", puzzle: app.board.puzzle, map: map.area.value, output: output.area.value };
      const decoded = await jobs.ask(request, "decoded");
      const tone = decoded.verdict === "solution" ? "good" : decoded.verdict === "unknown" ? "" : "warn";
      fill(
        result,
        h(
          "div",
          { className: `card ${tone}`, "data-verdict": decoded.verdict },
          h("h3", {}, sentence(decoded.verdict.replaceAll("-", " "))),
          decoded.words ? h("p", {}, sentence(decoded.words)) : null,
        ),
      );
      announce(`${decoded.verdict}: ${decoded.words}`);
      const states = new Uint8Array(app.board.atoms.length);
      for (const atom of decoded.marks.present) states[atom] = 1;
      for (const atom of decoded.marks.absent) states[atom] = 2;
      show({ states });
    });
  return {
    element: h(
      "section",
      { className: "stack" },
      h("p", { className: "muted" }, "Export a formula with its map, run a solver on it, and paste both here."),
      map.element,
      output.element,
      h(
        "div",
        { className: "row" },
        h("button", { type: "button", className: "primary", id: "decode-go", onclick: run }, "Decode"),
      ),
      result,
    ),
    clear: () => fill(result),
    cancel: () => jobs.cancel(),
  };
}
