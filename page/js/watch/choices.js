// The choices of a run: solver, formula, cuts, seed, presolver.

import { app } from "../app.js";
import { check, field, h, number, select, setChoices, whole } from "../ui/dom.js";
import { formulaFields } from "../ui/formula.js";

/** What each kind of solver takes. */
export const KINDS = { sat: "SAT", mip: "MIP", pb: "pseudo-Boolean", "max-sat": "MaxSAT" };

/**
 * Makes the fields of a run.
 * @param {string} name `a` or `b`.
 */
export function runChoices(name) {
  const solver = select([], { id: `run-${name}-solver`, onchange: () => suit() });
  const formula = formulaFields(`run-${name}`, adaptCuts);
  const cuts = select([], { id: `run-${name}-cuts` });
  const cutsField = field("Cuts", cuts);
  const seed = number("", 0, Number.MAX_SAFE_INTEGER, { id: `run-${name}-seed`, placeholder: "none" });
  const presolve = check("Presolve first", { id: `run-${name}-presolve` });

  /** @type {import("../types.js").SolverView[]} */
  let entries = [];

  /** Chooses the encoding that suits the solver. */
  function suit() {
    const { encodings, default_encoding: plain, mip_encoding: linear } = app.board;
    const chosen = entries.find((one) => one.name === solver.value);
    if (!chosen) return;
    const suited = chosen.kind === "mip" ? linear : chosen.built_in ? encodings[0] : plain;
    formula.encoding.value = encodings.includes(suited) ? suited : encodings[0];
    adaptCuts();
  }

  /** Chooses the solver that suits the puzzle. */
  function chooseUsual() {
    const usual = app.board?.default_solver;
    if (entries.some((one) => one.name === usual && one.installed)) solver.value = usual;
    if (app.board) suit();
  }

  function adaptCuts() {
    const { encodings, cuts: kinds } = app.board;
    const offered = kinds[encodings.indexOf(formula.encoding.value)] ?? [];
    setChoices(cuts, [["", offered.length > 0 ? "as suits the solver" : "none"], ...offered]);
    cuts.disabled = offered.length === 0;
  }

  return {
    element: h(
      "fieldset",
      { className: "stack run", "data-run": name },
      h("legend", {}, `Run ${name.toUpperCase()}`),
      h("div", { className: "fields" }, field("Solver", solver), formula.fields[0]),
      h(
        "details",
        {},
        h("summary", {}, "CNF method, cuts, seed"),
        h("div", { className: "fields" }, ...formula.fields.slice(1), cutsField, field("Seed", seed), presolve.element),
      ),
    ),
    /** Whether the solver takes a linear program, so that a formula has rows. */
    get hasRows() {
      const kind = entries.find(({ name: one }) => one === solver.value)?.kind;
      return kind === "mip" || kind === "pb";
    },
    /** Offers the solvers. */
    setSolvers(list) {
      entries = list;
      // MaxSAT solvers optimize, and solve no puzzles
      const usable = entries.filter(({ installed, kind }) => installed && kind !== "max-sat");
      setChoices(
        solver,
        usable.map((one) => [one.name, label(one)]),
      );
      chooseUsual();
    },
    adapt() {
      if (formula.adapt(app.board)) chooseUsual();
      adaptCuts();
      presolve.element.hidden = app.board.kind !== "slitherlink" || app.board.grid === null;
    },
    /** @returns {import("../types.js").RunChoice} */
    choice() {
      const choice = { formula: formula.choice(), presolve: presolve.input.checked && !presolve.element.hidden };
      // the solvers may not be listed yet
      choice.solver = solver.value || app.board.default_solver;
      if (cuts.value) choice.cuts = cuts.value;
      if (seed.value.trim() !== "") choice.seed = whole(seed, 0);
      return choice;
    },
  };
}

function label({ name, kind, version }) {
  return `${name}${version ? ` ${version}` : ""} (${KINDS[kind] ?? kind})`;
}
