// The mode Watch: one run, or two side by side, with every round: its model, its walks, and its cuts.

import { app, refresh } from "../app.js";
import { attachGestures } from "../board/gestures.js";
import { View } from "../board/view.js";
import { start } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { sentence } from "../play/hint.js";
import { plain, say } from "../ui/announce.js";
import { byId, check, counted, field, fill, h, number, setBusy, whole } from "../ui/dom.js";
import { runChoices } from "./choices.js";
import { commandOf } from "./command.js";
import { player } from "./player.js";
import { Rounds } from "./rounds.js";
import { stepScene } from "./scene.js";
import { solverSection } from "./solvers.js";

/** @returns {import("../app.js").Mode & Record<string, any>} */
export function watchMode() {
  const runs = [runChoices("a"), runChoices("b")];
  const second = check("Run a second one side by side", { id: "watch-second", onchange: () => adapt() });
  const unique = check("Look for a second solution", { id: "watch-unique" });
  const limit = number(60, 1, 590, { id: "watch-limit" });
  const go = h("button", { type: "button", className: "primary", id: "watch-start", onclick: begin }, "Start");
  const cancel = h(
    "button",
    { type: "button", id: "watch-cancel", hidden: true, onclick: () => state.job?.cancel() },
    "Cancel",
  );
  const results = h("div", { className: "stack", id: "watch-results" });
  const face = h("p", { id: "watch-clock", className: "muted", role: "timer" });
  const solvers = solverSection((entries) => runs.forEach((run) => run.setSolvers(entries)));
  const state = { rounds: [], commands: [], job: null, frame: 0, failure: null, clock: 0 };
  const steps = player(() => draw());
  let otherView = null;

  fill(
    byId("panel-watch"),
    solvers.notice,
    runs[0].element,
    second.element,
    runs[1].element,
    h("div", { className: "fields" }, field("Time limit in seconds", limit), unique.element),
    h("div", { className: "row" }, go, cancel),
    results,
    steps.element,
    solvers.element,
  );

  function adapt() {
    runs[1].element.hidden = !second.input.checked;
  }

  /** Shows one board, or two. */
  function setBoards(count) {
    const frames = byId("boards");
    frames.dataset.count = String(count);
    const frame = byId("frame-b");
    if (count === 1) {
      if (frame) frame.hidden = true;
      byId("run-a").hidden = true;
      return;
    }
    if (!otherView) {
      const host = h("div", {
        id: "board-b",
        className: "board",
        role: "img",
        "aria-label": "Board of run B",
        "data-hand": "true",
      });
      const label = h("p", { id: "run-b", className: "run-label" }, "Run B");
      frames.append(h("div", { id: "frame-b", className: "frame" }, label, host));
      otherView = new View(host);
      attachGestures(otherView, () => ({ drags: false }));
      link(app.view, otherView);
    }
    byId("frame-b").hidden = false;
    byId("run-a").hidden = false;
    byId("run-a").textContent = "Run A";
    otherView.show(app.board);
  }

  async function begin() {
    state.job?.cancel();
    const chosen = second.input.checked ? runs : [runs[0]];
    const choices = chosen.map((run) => run.choice());
    state.rounds = chosen.map((run) => new Rounds(run.hasRows));
    state.commands = choices.map((choice) => commandOf(choice, unique.input.checked, whole(limit, 60)));
    state.failure = null;
    setBoards(choices.length);
    steps.begin(state.rounds);
    steps.element.scrollIntoView({ block: "nearest" });
    runClock();
    say("Running ...");
    const job = start(
      {
        do: "solve",
        puzzle: app.board.puzzle,
        runs: choices,
        unique: unique.input.checked,
        timeout: whole(limit, 60),
      },
      take,
    );
    state.job = job;
    buttons();
    try {
      await job.done;
      end("");
    } catch (error) {
      if (state.job === job)
        end(error instanceof Cancelled ? "Cancelled." : plain(error), !(error instanceof Cancelled));
    }
  }

  /** Shows the seconds since the start, as long as the job runs. */
  function runClock() {
    const began = performance.now();
    const show = () => (face.textContent = `Running for ${Math.round((performance.now() - began) / 1000)} s`);
    show();
    fill(results, face);
    clearInterval(state.clock);
    state.clock = setInterval(() => (state.job ? show() : clearInterval(state.clock)), 250);
  }

  function take(event) {
    if (event.event === "round") state.rounds[event.run]?.add(event);
    else if (event.event === "run" && state.rounds[event.run]) state.rounds[event.run].result = event;
    if (!state.frame) state.frame = requestAnimationFrame(draw);
  }

  function end(words, isError = false) {
    state.job = null;
    state.failure = words ? { words, isError } : null;
    buttons();
    draw();
    const name = (index) => (state.rounds.length > 1 ? `Run ${"AB"[index]}: ` : "");
    const short = state.rounds.map(
      ({ result }, index) => result && `${sentence(name(index) + result.words.split(";")[0])}.`,
    );
    // the run goes on in other modes, whose messages it leaves alone
    if (app.mode === mode) say(words || short.filter(Boolean).join(" "), isError ? "error" : "");
  }

  function buttons() {
    setBusy(go, cancel, state.job !== null);
  }

  function draw() {
    cancelAnimationFrame(state.frame);
    state.frame = 0;
    steps.update(state.rounds);
    drawResults();
    if (app.mode === mode) refresh();
    if (otherView && state.rounds[1]) otherView.setScene(sceneOf(1));
  }

  function drawResults() {
    const cards = state.rounds.map((rounds, index) => {
      const name = state.rounds.length > 1 ? `Run ${"AB"[index]}: ` : "";
      if (rounds.result) {
        const { verdict } = rounds.result.result;
        const tone = verdict === "failed" ? "warn" : verdict === "unknown" ? "" : "good";
        return h(
          "section",
          { className: `card ${tone}`, "data-run": "ab"[index], "data-verdict": verdict },
          h("h3", {}, name ? name + rounds.result.words : sentence(rounds.result.words)),
          h("p", { className: "small muted" }, "The same run as a command: ", h("code", {}, state.commands[index])),
        );
      }
      const busy = state.job ? "running, " : "";
      return h(
        "section",
        { className: "card", "data-run": "ab"[index] },
        h("p", {}, sentence(`${name}${busy}${counted(rounds.all.length, "round")}, ${counted(rounds.cuts, "cut")}`)),
      );
    });
    const { failure } = state;
    fill(results, ...cards, state.job ? face : null, failure ? h("p", { className: failure.isError ? "error" : "muted" }, failure.words) : null);
  }

  const sceneOf = (index) =>
    stepScene(app.view.layout, state.rounds[index]?.at(steps.step) ?? null, index === steps.listed ? steps.cut : -1);

  function reset() {
    state.job?.cancel();
    Object.assign(state, { rounds: [], job: null, failure: null });
    fill(results);
    steps.begin([]);
    buttons();
  }

  const mode = {
    name: "watch",
    pans: true,
    handler: { drags: false },
    enter() {
      for (const run of runs) run.adapt();
      adapt();
      solvers.load();
      setBoards(Math.max(1, state.rounds.length));
      draw();
    },
    leave() {
      setBoards(1);
    },
    opened() {
      reset();
      if (app.mode === mode) mode.enter();
    },
    scene: () => sceneOf(0),
    key(event) {
      if (event.key === ",") steps.move(-1);
      else if (event.key === ".") steps.move(1);
      else return false;
      return true;
    },
  };
  return mode;
}

/** Keeps zoom and place of two views equal. */
function link(one, other) {
  let isCopying = false;
  const copy = (from, to) => () => {
    if (isCopying || to.host.clientWidth === 0) return;
    isCopying = true;
    to.copyPlace(from);
    isCopying = false;
  };
  one.onMove = copy(one, other);
  other.onMove = copy(other, one);
}
