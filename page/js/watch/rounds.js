// The rounds of a run: a store, and a list that draws only the visible rows.

import { duration, fill, grouped, h } from "../ui/dom.js";

const ROW = 28;

/** The rounds of a run, with its result. */
export class Rounds {
  /** @param {boolean} hasRows Whether the formula is a linear program. */
  constructor(hasRows = false) {
    this.noun = hasRows ? "row" : "clause";
    /** @type {import("../types.js").RoundView[]} */
    this.all = [];
    /** @type {any} */
    this.result = null;
    this.cuts = 0;
  }

  /** The number of steps: a step a round, and one for the result. */
  get count() {
    return this.all.length + (this.result ? 1 : 0);
  }

  add(round) {
    this.all.push(round);
    this.cuts += round.cut_count;
  }

  /**
   * Returns what a step shows: the result, or a round with the newest model up to it.
   * @param {number} step From 0.
   */
  at(step) {
    if (this.count === 0) return null;
    const index = Math.min(step, this.count - 1);
    if (index >= this.all.length) return { result: this.result };
    const round = this.all[index];
    let shown = index;
    while (shown >= 0 && !this.all[shown].model) shown -= 1;
    return { round, drawn: shown >= 0 ? this.all[shown] : null };
  }
}

/**
 * Makes the list of the rounds of a run.
 * @param {(step: number) => void} choose
 */
export function roundList(choose) {
  const body = h("div", { className: "round-rows" });
  const area = h(
    "div",
    {
      className: "rounds",
      tabIndex: 0,
      role: "listbox",
      "aria-label": "Rounds",
      id: "rounds",
    },
    body,
  );
  let rounds = new Rounds();
  let chosen = -1;

  function draw() {
    const first = Math.max(0, Math.floor(area.scrollTop / ROW) - 4);
    const last = Math.min(rounds.count, first + Math.ceil(area.clientHeight / ROW) + 8);
    body.style.height = `${rounds.count * ROW}px`;
    const rows = [];
    for (let step = first; step < last; step += 1) rows.push(row(step));
    fill(body, rows);
  }

  function row(step) {
    const round = rounds.all[step];
    const cells = round
      ? [
          `${round.round}`,
          grouped(round.clauses),
          round.cut_count ? `+${grouped(round.cut_count)}` : round.has_model ? "0" : "UNSAT",
          duration(round.solver_seconds),
        ]
      : ["Result", "", rounds.result.result.verdict, ""];
    const element = h(
      "div",
      {
        className: "round",
        role: "option",
        id: `round-${step}`,
        "aria-selected": String(step === chosen),
        onclick: () => choose(step),
      },
      ...cells.map((text) => h("span", {}, text)),
    );
    element.style.top = `${step * ROW}px`;
    return element;
  }

  area.addEventListener("scroll", draw);
  area.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(rounds.count - 1, chosen + by)));
  });

  const size = h("span", {}, "Clauses");
  const head = [h("span", {}, "Round"), size, h("span", {}, "Cuts"), h("span", {}, "Solver")];
  return {
    element: h("div", {}, h("div", { className: "round head", "aria-hidden": "true" }, ...head), area),
    update(next, step) {
      rounds = next;
      chosen = step;
      size.textContent = next.noun === "row" ? "Rows" : "Clauses";
      const top = step * ROW;
      if (top < area.scrollTop) area.scrollTop = top;
      else if (top + ROW > area.scrollTop + area.clientHeight) area.scrollTop = top + ROW - area.clientHeight;
      draw();
      area.setAttribute("aria-activedescendant", step >= 0 ? `round-${step}` : "");
    },
  };
}
