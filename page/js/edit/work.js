// The buttons Thin, Repair, Grade, Count and Clues for the drawn loop, with their results in words.

import { app } from "../app.js";
import { start } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { sentence } from "../play/hint.js";
import { plain } from "../ui/announce.js";
import { counted, duration, fill, grouped, h, randomSeed } from "../ui/dom.js";

const LOOP_CLUES = "loop-clues";

const WORK = [
  ["thin", "Thin", "Remove clues as long as the solution stays unique"],
  ["repair", "Repair", "Add the fewest clues that leave one solution, or name clues that contradict each other"],
  ["grade", "Grade", "Find the techniques that solve the puzzle without guessing"],
  ["count", "Count", "Count the solutions"],
  [LOOP_CLUES, "Clues for the drawn loop", "Choose clues whose only solution is the loop that is drawn in Play"],
];

/**
 * Makes the buttons.
 * @param {() => string} puzzle Returns the text of the puzzle as it is edited, which may be newer than the board.
 * @param {(board: import("../types.js").Board) => void} replace Receives a new board.
 */
export function workSection(puzzle, replace) {
  let job = null;
  let isValid = true;
  let last = "";
  const result = h("div", { id: "work-result", role: "status" });
  const cancel = h("button", { type: "button", hidden: true, onclick: () => job?.cancel() }, "Cancel");
  const buttons = WORK.map(([name, label, title]) =>
    h("button", { type: "button", id: name, title, onclick: () => run(name) }, label),
  );
  const kind = () => app.about.kinds.find(({ name }) => name === app.board?.kind);
  const needsClues = () => kind()?.has_clues !== false;

  function enable() {
    const focused = document.activeElement;
    if (job) cancel.hidden = false;
    if (job && buttons.includes(focused)) cancel.focus();
    for (const button of buttons) {
      const isPossible = needsClues() || button.id === "grade" || button.id === "count";
      button.disabled = job !== null || !isValid || !isPossible;
      if (button.id === LOOP_CLUES) button.hidden = !kind()?.has_loop_clues || !app.board.grid;
    }
    if (!job && focused === cancel) buttons.find(({ id, disabled }) => id === last && !disabled)?.focus();
    cancel.hidden = job === null;
  }

  /** Returns the request of a button: the loop is that of the open puzzle. */
  function request(name) {
    if (name !== LOOP_CLUES) return { do: name, puzzle: puzzle() };
    return { do: name, puzzle: app.board.puzzle, marks: app.game.marks(), seed: randomSeed() };
  }

  async function run(name) {
    last = name;
    let board = null;
    let shown = null;
    fill(result, h("p", { className: "muted" }, "Working ..."));
    job = start(request(name), (event) => {
      if (event.event === "board") board = event;
      else if (event.event === "progress") fill(result, h("p", { className: "muted" }, event.words));
      else shown = event;
    });
    enable();
    try {
      await job.done;
      if (board) replace(board);
      fill(result, view(shown));
    } catch (error) {
      fill(result, error instanceof Cancelled ? null : h("p", { className: "error" }, plain(error)));
    } finally {
      job = null;
      enable();
    }
  }

  return {
    element: h("section", { className: "stack" }, h("div", { className: "row" }, ...buttons, cancel), result),
    enable(valid) {
      isValid = valid;
      enable();
    },
    cancel() {
      job?.cancel();
      fill(result);
    },
  };
}

function view(event) {
  if (event?.event === "report") return h("div", { className: "card" }, h("h3", {}, sentence(event.words)));
  if (event?.event === "grade") return gradeView(event.grade);
  if (event?.event === "count") return countView(event.count);
  return h("div", { className: "card" }, h("h3", {}, "No result"));
}

function gradeView(grade) {
  const heading = grade.level
    ? `Difficulty: ${grade.level}`
    : grade.verdict === "no-solution"
      ? "No solution"
      : "Not solved without guessing";
  const total = grade.techniques.reduce((sum, { times }) => sum + times, 0);
  return h(
    "div",
    { className: "card stack" },
    h("h3", {}, heading),
    h("p", { className: "small muted" }, `${counted(total, "step")} in ${duration(grade.seconds)}`),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        ...grade.techniques.map(({ name, times }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name.replaceAll("-", " ")),
            h("td", { className: "number" }, grouped(times)),
          ),
        ),
      ),
    ),
    grade.steps?.length
      ? h(
          "details",
          {},
          h("summary", {}, "Steps"),
          h("ol", { className: "small steps" }, ...grade.steps.slice(0, 500).map(({ words }) => h("li", {}, words))),
        )
      : null,
  );
}

function countView(count) {
  const exact = count.count && count.count.replace(/\B(?=(\d{3})+$)/g, ",");
  const heading =
    count.verdict === "failed"
      ? `The count failed: ${count.error}`
      : count.verdict === "unknown"
        ? `Not counted: ${count.reason}`
        : count.count === "0"
          ? "No solution"
          : count.count === "1"
            ? "Exactly one solution"
            : `${exact} solutions`;
  const method = count.methods?.length ? `by ${count.methods.join(" and ")}, ` : "";
  return h(
    "div",
    { className: "card stack" },
    h("h3", {}, heading),
    h("p", { className: "small muted" }, `Counted ${method}${duration(count.seconds)}`),
  );
}
