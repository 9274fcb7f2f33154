// The choices of a run: solver, formula, cuts, seed, presolver.

import { app } from "../app.js";
import { check, field, h, number, select, setChoices, whole } from "../ui/dom.js";
import { formulaFields } from "../ui/formula.js";

/**
 * Makes the fields of a run.
 * @param {string} name `a` or `b`.
 */
export function runChoices(name) {
  const solver = select([["", "default"]], { id: `run-${name}-solver` });
  const formula = formulaFields(`run-${name}`, adaptCuts);
  const cuts = select([["", "default"]], { id: `run-${name}-cuts` });
  const cutsField = field("Cuts", cuts);
  const seed = number("", 0, Number.MAX_SAFE_INTEGER, { id: `run-${name}-seed`, placeholder: "none" });
  const presolve = check("Presolve first", { id: `run-${name}-presolve` });

  /** @type {import("../types.js").SolverView[]} */
  let entries = [];

  function adaptCuts() {
    const { encodings, cuts: kinds } = app.board;
    const index = formula.encoding.value === "" ? 0 : encodings.indexOf(formula.encoding.value);
    const offered = kinds[index] ?? [];
    setChoices(cuts, [["", "default"], ...offered]);
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
      const usable = entries.filter(({ installed }) => installed);
      setChoices(solver, [["", "default"], ...usable.map((one) => [one.name, label(one)])]);
    },
    adapt() {
      formula.adapt(app.board);
      adaptCuts();
      presolve.element.hidden = app.board.kind !== "slitherlink" || app.board.grid === null;
    },
    /** @returns {import("../types.js").RunChoice} */
    choice() {
      const choice = { formula: formula.choice(), presolve: presolve.input.checked && !presolve.element.hidden };
      if (solver.value) choice.solver = solver.value;
      if (cuts.value) choice.cuts = cuts.value;
      if (seed.value.trim() !== "") choice.seed = whole(seed, 0);
      return choice;
    },
  };
}

function label({ name, kind, version }) {
  return `${name}${version ? ` ${version}` : ""} (${kind === "sat" ? "SAT" : "MIP"})`;
}
