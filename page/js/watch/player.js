// The player of rounds: a slider and buttons that step through them, the list of rounds, and the cuts of a round.

import { app } from "../app.js";
import { byId, check, counted, duration, fill, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { roundList } from "./rounds.js";

/**
 * Makes the player.
 * @param {() => void} draw Called when another step, or a single cut, is to be drawn.
 */
export function player(draw) {
  let runs = [];
  let step = 0;
  let listed = 0;
  let alone = -1;
  let listedRound = null;
  const button = (id, label, name, action) =>
    h(
      "button",
      {
        id,
        type: "button",
        className: "icon-button",
        title: label,
        "aria-label": label,
        onclick: action,
      },
      icon(name),
    );
  const slider = h("input", {
    type: "range",
    id: "watch-step",
    min: 0,
    max: 0,
    "aria-label": "Step",
    oninput: () => go(Number(slider.value)),
  });
  const follow = check("Follow the newest round", {
    id: "watch-follow",
    checked: true,
    onchange: () => follow.input.checked && go(last(), true),
  });
  const label = h("p", { id: "watch-label", className: "muted small" });
  const cuts = h("div", { className: "stack", id: "watch-cuts" });
  const list = roundList((chosen) => go(chosen));
  const choice = h("div", { className: "segment", role: "group", "aria-label": "Rounds of" });
  const clause = h("p", { className: "muted small", id: "watch-clause" });
  const controls = h(
    "div",
    { className: "row player" },
    button("step-first", "First round", "first", () => go(0)),
    button("step-back", "Previous round", "previous", () => move(-1)),
    slider,
    button("step-next", "Next round", "next", () => move(1)),
    button("step-last", "Last step", "last", () => go(last())),
  );
  const element = h(
    "section",
    { className: "stack", "aria-label": "Rounds", hidden: true },
    controls,
    follow.element,
    choice,
    label,
    list.element,
    cuts,
  );

  const last = () => Math.max(0, ...runs.map((run) => run.count - 1));

  function go(next, keepFollowing = false) {
    step = Math.min(last(), Math.max(0, next));
    if (!keepFollowing) follow.input.checked = false;
    show();
    draw();
  }

  function move(by) {
    go(step + by);
  }

  /** Draws one cut alone, or all of them again. */
  function single(index) {
    alone = alone === index ? -1 : index;
    markCut();
    draw();
  }

  function markCut() {
    cuts
      .querySelectorAll("button.cut")
      .forEach((one, index) => one.setAttribute("aria-pressed", String(index === alone)));
    clause.textContent = clauseWords(listedRound?.cuts[alone]);
  }

  function show() {
    const run = runs[listed];
    if (!run) return;
    slider.max = String(last());
    slider.value = String(step);
    const own = Math.min(step, run.count - 1);
    list.update(run, own);
    const seen = run.at(step);
    label.textContent = describe(seen, run.noun);
    for (const [index, one] of runs.entries()) {
      const frame = byId(index === 0 ? "run-a" : "run-b");
      if (frame) frame.textContent = `Run ${"AB"[index]}: ${describe(one.at(step), one.noun)}`;
    }
    drawCuts(seen?.round);
  }

  function drawCuts(round) {
    // what is drawn already keeps its focus
    if (round && round === listedRound) {
      markCut();
      return;
    }
    listedRound = round;
    alone = -1;
    if (!round || round.cut_count === 0 || round.cuts.length === 0) {
      fill(cuts);
      return;
    }
    const item = (cut, index) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            className: "cut quiet",
            "aria-pressed": String(index === alone),
            title: "Show this cut alone, or all cuts again",
            onclick: () => single(index),
          },
          h("strong", {}, cut.kind),
          ` ${counted(cut.length, "literal")}: ${cut.reason}`,
        ),
      );
    const more = round.cut_count > round.cuts.length ? ` (${round.cuts.length} listed)` : "";
    fill(
      cuts,
      h("h3", {}, `${counted(round.cut_count, "cut")}${more}`),
      h("p", { className: "muted small" }, legend(round)),
      h("ul", { className: "plain" }, ...round.cuts.map(item)),
      clause,
    );
    markCut();
  }

  return {
    element,
    get step() {
      return step;
    },
    /** The run whose rounds are listed. */
    get listed() {
      return listed;
    },
    /** The cut that is drawn alone, or -1. */
    get cut() {
      return alone;
    },
    move,
    /** Begins with no rounds. */
    begin(next) {
      runs = next;
      step = 0;
      listed = 0;
      follow.input.checked = true;
      element.hidden = next.length === 0;
      choice.hidden = next.length < 2;
      const buttons = next.map((_, index) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(index === 0),
            onclick: () => {
              listed = index;
              buttons.forEach((one, other) => one.setAttribute("aria-pressed", String(other === index)));
              show();
              draw();
            },
          },
          `Run ${"AB"[index]}`,
        ),
      );
      fill(choice, buttons);
      alone = -1;
      listedRound = null;
      fill(cuts);
      label.textContent = "";
    },
    update(next) {
      runs = next;
      if (follow.input.checked) step = last();
      show();
    },
  };
}

function describe(seen, noun) {
  if (!seen) return "no round yet";
  if (seen.result) return seen.result.result.verdict;
  const { round, drawn } = seen;
  const parts = [`round ${round.round}`, counted(round.clauses, noun), `after ${duration(round.seconds)}`];
  if (!round.has_model) parts.push("no model");
  else if (drawn && drawn !== round) parts.push(`drawn: round ${drawn.round}`);
  if (drawn === round && hasLines(round)) parts.push(counted(round.walks.length, lineNoun(round)));
  return parts.join(", ");
}

/** Returns whether a model consists of lines: the passages of Reachability are none. */
const hasLines = ({ walks }) => walks.length > 0 && app.board.form === "lines";

/** Names the lines of a model: all of them are loops, or some have ends. */
function lineNoun({ walks }) {
  return walks.every((walk) => walk[0] === walk[walk.length - 1]) ? "loop" : "separate line";
}

/** Writes the clause of a cut, with the signs of its literals. */
function clauseWords(cut) {
  if (!cut) return "";
  const more = cut.length > cut.literals.length ? ` or ${cut.length - cut.literals.length} more` : "";
  return `The cut: ${cut.literals.map((literal) => literal.replace(/^-/, "not ")).join(" or ")}${more}`;
}

/** Explains the colours of a round, and what its cuts do. */
function legend(round) {
  const parts = round.cuts.some(({ cells }) => cells.length > 0) ? "cells and lines" : "lines";
  const colours = hasLines(round) ? `Each ${lineNoun(round)} has a colour of its own. ` : "";
  const cuts = `The ${parts} of the cuts are yellow: the cuts exclude this model from all later rounds.`;
  return `${colours}${cuts} Choose a cut to see it alone.`;
}
