// The list of solvers, and what a probe finds out about them.

import { app } from "../app.js";
import { ask } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { plain } from "../ui/announce.js";
import { fill, h } from "../ui/dom.js";
import { KINDS } from "./choices.js";

/**
 * Makes the section.
 * @param {(solvers: import("../types.js").SolverView[]) => void} take Receives the list.
 */
export function solverSection(take) {
  let controller = null;
  let isLoaded = false;
  const list = h("div", { id: "solver-list", className: "scroll" });
  const message = h("p", { className: "muted small", role: "status" });
  const probe = h("button", { type: "button", id: "probe", onclick: () => load(true) }, "Probe the solvers");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => controller?.abort() }, "Cancel");
  const external = app.about.external
    ? h(
        "p",
        { className: "muted small" },
        "A probe runs small formulas on every installed solver. The first one takes up to a minute.",
      )
    : h(
        "p",
        { className: "card small", id: "no-external" },
        "External solvers are absent, because the engine runs in the browser. The built-in solvers work; " +
          "`encycle serve` offers all installed solvers.",
      );

  async function load(isProbe) {
    controller?.abort();
    controller = new AbortController();
    message.textContent = isProbe ? "Probing ..." : "";
    probe.disabled = isProbe;
    cancel.hidden = !isProbe;
    try {
      const { solvers } = await ask({ do: "solvers", probe: isProbe }, "solvers", controller.signal);
      isLoaded = true;
      take(solvers);
      fill(list, table(solvers));
      message.textContent = "";
    } catch (error) {
      message.textContent = error instanceof Cancelled ? "" : plain(error);
    } finally {
      probe.disabled = false;
      cancel.hidden = true;
    }
  }

  return {
    element: h(
      "details",
      { id: "solvers" },
      h("summary", {}, "Solvers"),
      h(
        "div",
        { className: "stack" },
        external,
        app.about.external ? h("div", { className: "row" }, probe, cancel) : null,
        message,
        list,
      ),
    ),
    notice: app.about.external
      ? null
      : h(
          "p",
          { className: "card small" },
          "External solvers are absent: the engine runs in the browser. The built-in solvers work.",
        ),
    load() {
      if (!isLoaded) load(false);
    },
  };
}

function table(solvers) {
  const sorted = [...solvers].sort((a, b) => Number(b.installed) - Number(a.installed));
  const row = (one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, one.name, h("br"), h("span", { className: "small muted" }, one.version ?? "")),
      h("td", {}, KINDS[one.kind] ?? one.kind),
      h("td", {}, state(one)),
    );
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...["Solver", "Kind", "State"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...sorted.map(row)),
  );
}

function state({ installed, probe }) {
  if (!installed) return h("span", { className: "muted" }, "not installed");
  if (!probe) return "ready";
  return h(
    "div",
    {},
    probe.works ? h("span", { className: "good-text" }, "works") : h("span", { className: "warn-text" }, "fails"),
    ...probe.facts.map(([name, value]) => h("div", { className: "small muted" }, `${name}: ${value}`)),
  );
}
