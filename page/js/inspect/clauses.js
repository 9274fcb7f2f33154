// The clauses about a part of the board, and the explanation of a clause or of a row of the linear program.

import { app } from "../app.js";
import { latest } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { sentence } from "../play/hint.js";
import { announce, plain } from "../ui/announce.js";
import { counted, field, fill, grouped, h, number, select, whole } from "../ui/dom.js";
import { formulaFields } from "../ui/formula.js";

/** How the literals of a clause are drawn. */
const LITERALS = {
  lines: "On the board: positive literals are dashed lines, negative ones are crosses.",
  values: "On the board: positive literals are green values, negative ones are struck out.",
  walls: "On the board: positive literals are open borders, negative ones are dashed walls.",
};

/**
 * Makes the section.
 * @param {(scene: import("../board/view.js").Scene) => void} show Draws on the board.
 */
export function clauseSection(show) {
  const jobs = latest();
  const formula = formulaFields("inspect", () => part && list(part));
  const which = select(
    [
      ["clause", "clause"],
      ["row", "row of the LP"],
    ],
    { id: "explain-kind" },
  );
  const input = number(1, 1, Number.MAX_SAFE_INTEGER, { id: "explain-number" });
  const go = h(
    "button",
    { type: "button", id: "explain-go", onclick: () => explain(whole(input, 1), which.value === "row") },
    "Explain",
  );
  const listed = h("div", { id: "clauses" });
  const explained = h("div", { id: "explanation" });
  const advice = h("p", { className: "muted" });
  let part = null;

  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go.click();
  });

  async function list(wanted) {
    part = wanted;
    fill(explained);
    show({ spots: [spotOf(wanted)] });
    await attempt(listed, async () => {
      const found = await jobs.ask(
        { do: "clauses", puzzle: app.board.puzzle, formula: formula.choice(), part: wanted },
        "clauses",
      );
      fill(listed, view(found));
      announce(`${found.words}: ${counted(found.count, "clause")}`);
    });
  }

  async function explain(wanted, row = false) {
    await attempt(explained, async () => {
      const request = { do: "explain", puzzle: app.board.puzzle, formula: formula.choice(), row, number: wanted };
      const found = await jobs.ask(request, "explanation");
      input.value = String(found.number);
      which.value = row ? "row" : "clause";
      fill(explained, explanationView(found, row));
      show(explanationScene(found));
      announce(`${row ? "row" : "clause"} ${found.number}: ${found.text}. ${found.meaning}`);
      explained.scrollIntoView({ block: "nearest" });
    });
  }

  async function attempt(place, action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Cancelled)) fill(place, h("p", { className: "error" }, plain(error)));
    }
  }

  function view({ words, clauses, count, of }) {
    const shown = clauses.length < count ? `, the first ${clauses.length}` : "";
    const item = (clause) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", className: "cut quiet", onclick: () => explain(clause.number) },
          h("span", { className: "muted" }, `${grouped(clause.number)} ${clause.rule} `),
          h("code", {}, clause.text),
        ),
      );
    return h(
      "section",
      { className: "stack" },
      h("h3", {}, sentence(words)),
      h(
        "p",
        { className: "small muted" },
        `${counted(count, "clause")} of ${grouped(of)}${shown}. `,
        count > 0 ? "Choose one to see where it comes from." : "",
      ),
      h("ul", { className: "plain tall" }, ...clauses.map(item)),
    );
  }

  return {
    list,
    element: h(
      "section",
      { className: "stack" },
      advice,
      h("div", { className: "fields" }, ...formula.fields),
      h("div", { className: "fields" }, field("Explain", which), field("Number", input), go),
      explained,
      listed,
    ),
    adapt() {
      formula.adapt(app.board);
      advice.textContent =
        app.board.form === "values"
          ? "Click a cell to list the clauses about it."
          : "Click a vertex, a line or a cell to list the clauses about it.";
    },
    clear() {
      part = null;
      fill(listed);
      fill(explained);
    },
    cancel: () => jobs.cancel(),
  };
}

function spotOf({ cell, vertex, atom }) {
  const some = (value) => (value === undefined ? [] : [value]);
  return { cells: some(cell), vertices: some(vertex), atoms: some(atom), tone: "pick" };
}

function explanationScene({ spot, literals }) {
  return { spots: spot ? [{ ...spot, tone: "pick" }] : [], ghost: literals };
}

function explanationView(found, isRow) {
  const rows = [
    ["Rule", `${found.rule}: ${found.meaning}`],
    ["Place", found.place],
    ["Constraint", found.constraint],
    ["Step", found.step],
    ["Formula", Object.values(found.formula).filter(Boolean).join(", ")],
    ["Source", found.source],
  ].filter(([, text]) => text);
  return h(
    "section",
    { className: "card accent stack" },
    h("h3", {}, `${isRow ? "Row" : "Clause"} ${grouped(found.number)} of ${grouped(found.of)}`),
    h("pre", {}, found.text),
    h(
      "table",
      {},
      h("tbody", {}, ...rows.map(([name, text]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, text)))),
    ),
    found.auxiliary.length > 0
      ? h(
          "details",
          {},
          h("summary", {}, counted(found.auxiliary.length, "auxiliary variable")),
          h(
            "table",
            {},
            h(
              "tbody",
              {},
              ...found.auxiliary.map(([name, means]) =>
                h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, h("code", {}, means))),
              ),
            ),
          ),
        )
      : null,
    h("p", { className: "small muted" }, LITERALS[app.board.form]),
  );
}
