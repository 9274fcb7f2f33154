// The sizes of encodings: a sortable table with the rule families under each row, and a chart.

import { app } from "../app.js";
import { start } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { announce, plain } from "../ui/announce.js";
import { dialog } from "../ui/dialog.js";
import { check, counted, fill, grouped, h, setBusy } from "../ui/dom.js";
import { pictureOf, save } from "../share/picture.js";

const COLUMNS = [
  ["variables", "Variables"],
  ["clauses", "Clauses"],
  ["literals", "Literals"],
  ["longest", "Longest"],
  ["bytes", "Bytes"],
  ["lp_columns", "LP columns"],
  ["lp_rows", "LP rows"],
  ["lp_nonzeros", "LP nonzeros"],
];

/** Makes the section. */
export function sizeSection() {
  const encodings = h("div", { className: "checks" });
  const methods = app.about.cnf.map((name) => check(name, { value: name, checked: name === "direct" }));
  const go = h("button", { type: "button", className: "primary", id: "sizes-go", onclick: measure }, "Measure");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => job?.cancel() }, "Cancel");
  const table = h("div", { className: "scroll", id: "sizes-table" });
  const chart = h("figure", { id: "sizes-chart" });
  const message = h("p", { className: "error", role: "alert" });
  const progress = h("p", { className: "muted small" });
  const results = h("div", { className: "stack" }, table, chart);
  const place = h("div", {}, results);
  const wide = dialog("sizes-dialog", "Sizes", h("div", {}));
  const enlarge = h("button", { type: "button", id: "sizes-enlarge", hidden: true, onclick: open }, "Enlarge");
  const asCsv = h("button", { type: "button", id: "sizes-csv", hidden: true, onclick: saveCsv }, "Save as CSV");
  let boxes = [];
  let sizes = [];
  let order = { key: "clauses", down: false };
  let job = null;

  /** Shows table and chart over the whole page. */
  function open() {
    wide.lastElementChild.firstElementChild.append(results);
    wide.showModal();
  }
  wide.classList.add("wide");
  wide.addEventListener("close", () => place.append(results));

  async function measure() {
    sizes = [];
    fill(chart);
    message.textContent = "";
    setBusy(go, cancel, true);
    const chosen = (all) => all.filter(({ input }) => input.checked).map(({ input }) => input.value);
    job = start({ do: "sizes", puzzle: app.board.puzzle, encodings: chosen(boxes), cnf: chosen(methods) }, (event) => {
      if (event.event === "size") {
        sizes.push(event.size);
        progress.textContent = `${sizes.length} measured ...`;
      }
      else if (event.event === "chart")
        fill(chart, pictureOf(event.svg, "Chart of the numbers of variables and clauses by encoding"));
      if (event.event === "size") draw();
    });
    try {
      await job.done;
    } catch (error) {
      if (!(error instanceof Cancelled)) message.textContent = plain(error);
    } finally {
      job = null;
      setBusy(go, cancel, false);
      progress.textContent = "";
      announce(`${counted(sizes.length, "size")} measured`);
      enlarge.hidden = sizes.length === 0;
      asCsv.hidden = enlarge.hidden;
    }
  }

  /** Saves the totals, and the rule families of each encoding. */
  function saveCsv() {
    const keys = COLUMNS.map(([key]) => key);
    const line = (size, family, numbers) =>
      [size.encoding, size.cnf, family, ...keys.map((key) => numbers[key] ?? "")].join(",");
    const lines = sizes.flatMap((size) => [
      line(size, "", size.total),
      ...Object.entries(size.families).map(([family, numbers]) => line(size, family, numbers)),
    ]);
    save("sizes.csv", `${["encoding", "cnf", "family", ...keys].join(",")}\n${lines.join("\n")}\n`, "text/csv");
  }

  function draw() {
    const value = (size) =>
      order.key === "encoding" ? size.encoding : order.key === "cnf" ? size.cnf : size.total[order.key];
    const sorted = [...sizes].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      return (x < y ? -1 : x > y ? 1 : 0) * (order.down ? -1 : 1);
    });
    const heading = ([key, text]) => {
      const isChosen = order.key === key;
      return h(
        "th",
        {
          scope: "col",
          className: key === "encoding" || key === "cnf" ? "" : "number",
          "aria-sort": isChosen ? (order.down ? "descending" : "ascending") : null,
        },
        h(
          "button",
          { type: "button", onclick: () => sort(key) },
          `${text}${isChosen ? (order.down ? " ↓" : " ↑") : ""}`,
        ),
      );
    };
    const numbers = (fields) => COLUMNS.map(([key]) => h("td", { className: "number" }, grouped(fields[key])));
    const rows = sorted.flatMap((size) => [
      h("tr", {}, h("th", { scope: "row" }, size.encoding), h("td", {}, size.cnf), ...numbers(size.total)),
      ...Object.entries(size.families).map(([name, fields]) =>
        h("tr", { className: "family" }, h("td", { colSpan: 2 }, name), ...numbers(fields)),
      ),
    ]);
    fill(
      table,
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...[["encoding", "Encoding"], ["cnf", "CNF"], ...COLUMNS].map(heading))),
        h("tbody", {}, ...rows),
      ),
    );
  }

  function sort(key) {
    order = { key, down: order.key === key ? !order.down : false };
    draw();
  }

  return {
    element: h(
      "section",
      { className: "stack" },
      h("details", {}, h("summary", {}, "Encodings: the basic ones, or a choice"), encodings),
      h(
        "div",
        { className: "checks", role: "group", "aria-label": "CNF methods" },
        ...methods.map(({ element }) => element),
      ),
      h("div", { className: "row" }, go, cancel, enlarge, asCsv, progress),
      message,
      place,
    ),
    adapt() {
      const names = boxes.map(({ input }) => input.value).join();
      if (names === app.board.encodings.join()) return;
      boxes = app.board.encodings.map((name) => check(name, { value: name }));
      fill(
        encodings,
        boxes.map(({ element }) => element),
      );
    },
    clear() {
      job?.cancel();
      fill(table);
      fill(chart);
      enlarge.hidden = true;
      asCsv.hidden = true;
    },
    cancel: () => job?.cancel(),
  };
}
