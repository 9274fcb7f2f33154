// The mode Inspect: clauses about a part of the board, explanations, sizes of encodings, lint, and decoding.

import { app, refresh } from "../app.js";
import { byId, fill, h } from "../ui/dom.js";
import { clauseSection } from "./clauses.js";
import { decodeSection, lintSection } from "./files.js";
import { sizeSection } from "./sizes.js";

/** @returns {import("../app.js").Mode & Record<string, any>} */
export function inspectMode() {
  /** What the sections draw on the board. */
  const drawn = { scene: {} };
  const show = (scene) => {
    drawn.scene = scene;
    refresh();
  };
  const sections = {
    clauses: clauseSection(show),
    sizes: sizeSection(),
    lint: lintSection(),
    decode: decodeSection(show),
  };
  const names = { clauses: "Clauses", sizes: "Sizes", lint: "Lint", decode: "Decode" };
  const buttons = Object.keys(sections).map((name) =>
    h(
      "button",
      {
        type: "button",
        id: `inspect-${name}`,
        onclick: () => choose(name),
      },
      names[name],
    ),
  );
  fill(
    byId("panel-inspect"),
    h("div", { className: "segment", role: "group", "aria-label": "What to inspect" }, ...buttons),
    ...Object.values(sections).map(({ element }) => element),
  );
  let chosen = "";

  function choose(name) {
    chosen = name;
    Object.entries(sections).forEach(([one, { element }], index) => {
      element.hidden = one !== name;
      buttons[index].setAttribute("aria-pressed", String(one === name));
    });
    show({});
  }
  choose("clauses");

  function pick(part) {
    if (!part) return;
    choose("clauses");
    sections.clauses.list(part);
  }

  const mode = {
    name: "inspect",
    handler: {
      drags: false,
      tap: ({ x, y }) => pick(partAt(app.view.layout, x, y)),
    },
    enter() {
      for (const section of Object.values(sections)) section.adapt?.();
    },
    leave() {
      for (const section of Object.values(sections)) section.cancel?.();
    },
    opened() {
      drawn.scene = {};
      for (const section of Object.values(sections)) section.clear?.();
      if (app.mode === mode) mode.enter();
    },
    scene: () => ({ ...drawn.scene }),
    key({ key }) {
      const { cursor } = app;
      if (key === " " && cursor.line >= 0) pick({ atom: cursor.line });
      else if (key === "Enter" || key === " ")
        pick(cursor.cell !== undefined ? { cell: cursor.cell } : { vertex: cursor.point });
      else if (key === "i" && cursor.point !== undefined && app.board.grid?.dotted)
        pick(cellBelow(app.view.layout, cursor.point));
      else return false;
      return true;
    },
  };
  return mode;
}

/** Returns the part of the board at a place: a vertex, a line or a cell. */
function partAt(layout, x, y) {
  const cell = layout.cellAt(x, y);
  if (layout.form === "values") return cell >= 0 ? { cell } : null;
  if (layout.form === "lines") {
    const vertex = layout.nearestPoint(x, y, 0.22);
    if (vertex >= 0) return { vertex };
  }
  const atom = layout.nearestLine(x, y, layout.rows > 0 ? 0.24 : 0.4, true);
  if (atom >= 0) return { atom };
  return cell >= 0 ? { cell } : null;
}

function cellBelow(layout, point) {
  const [x, y] = layout.board.points[point];
  const cell = layout.cellAt(x + 0.5, y + 0.5);
  return cell >= 0 ? { cell } : null;
}
