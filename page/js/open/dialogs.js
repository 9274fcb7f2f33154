// The dialog Open: text, address, file, example, recent games. Files dropped on the page open too. It reads what Export writes.

import { app, openBoard, setMode } from "../app.js";
import { ask, start } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { recentGames } from "../play/save.js";
import { plain, say, sayError } from "../ui/announce.js";
import { dialog } from "../ui/dialog.js";
import { byId, clock, field, fill, h, select } from "../ui/dom.js";
import { textForEngine, textOfFile } from "./files.js";
import { newDialog } from "./new.js";

/** Makes the dialogs, and connects their buttons. */
export function openDialogs() {
  const text = h("textarea", {
    id: "open-text",
    rows: 8,
    spellcheck: false,
    "aria-describedby": "open-error",
    placeholder: "slitherlink 2 2\n3.\n..\n\nor https://puzz.link/p?slither/...",
  });
  const kind = select([["", "from the text"], ...app.about.kinds.map(({ name }) => name)], { id: "open-kind" });
  const error = h("p", { id: "open-error", className: "error", role: "alert" });
  const file = h("input", { type: "file", id: "open-file" });
  const recent = h("section", { className: "stack", id: "open-recent" });
  const notes = new Map();
  const examples = h(
    "ul",
    { className: "chips" },
    ...app.about.examples.map(({ name, kind: of, size }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", className: "chip", "data-example": name, onclick: () => open({ do: "example", name }) },
          name,
          exampleNote(notes, name, [of === name ? "" : of, size].filter(Boolean).join(" ")),
        ),
      ),
    ),
  );
  const element = dialog(
    "open-dialog",
    "Open a puzzle",
    h(
      "section",
      { className: "stack" },
      field("Text or address, in any format that Encycle reads, or what Export wrote", text),
      error,
      h(
        "div",
        { className: "fields" },
        field("Kind", kind),
        field("File", file),
        h("button", { type: "button", className: "primary", id: "open-go", onclick: () => openText() }, "Open"),
      ),
    ),
    recent,
    h("section", { className: "stack" }, h("h3", {}, "Examples"), examples),
  );

  async function open(request) {
    fail(null);
    try {
      const board = await ask(request, "board");
      openBoard(board);
      setMode("play");
      element.close();
    } catch (reason) {
      fail(reason);
    }
  }

  async function openText() {
    try {
      const request = { do: "open", text: textForEngine(text.value) };
      await open(kind.value ? { ...request, kind: kind.value } : request);
    } catch (reason) {
      fail(reason);
    }
  }

  function fail(reason) {
    if (reason instanceof Cancelled) return;
    text.setAttribute("aria-invalid", String(reason !== null));
    error.textContent = reason ? plain(reason) : "";
    if (reason?.line) selectPlace(text, reason.line, reason.column ?? 1);
  }

  async function openFile(chosen) {
    try {
      text.value = await textOfFile(chosen);
    } catch (reason) {
      show();
      fail(reason);
      return;
    }
    await openText();
    // a list of edges fits several kinds, so Export names its files after the kind; browsers add a number in brackets
    const [named] = chosen.name.split(/[. (]/);
    const isKind = app.about.kinds.some(({ name }) => name === named);
    if (error.textContent && isKind && !kind.value) await open({ do: "open", text: text.value, kind: named });
    if (error.textContent && !element.open) show();
  }

  function show() {
    fill(recent, ...recentList(open));
    recent.hidden = recent.childElementCount === 0;
    if (!element.open) element.showModal();
    gradeExamples(notes, element);
    text.focus();
  }

  byId("open").addEventListener("click", () => {
    fail(null);
    show();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) openText();
  });
  file.addEventListener("change", () => {
    if (file.files[0]) openFile(file.files[0]);
    file.value = "";
  });
  dropTarget(openFile);
  newDialog();
}

/** Makes the note of an example, to which its difficulty is added. */
function exampleNote(notes, name, words) {
  const note = h("span", { className: "muted small" }, words);
  notes.set(name, note);
  return note;
}

/** Adds the difficulty of each example as soon as the engine has found it out, while the dialog is open. */
function gradeExamples(notes, element) {
  if (notes.size === 0) return;
  const job = start({ do: "levels" }, (event) => {
    const note = event.event === "level" ? notes.get(event.name) : null;
    if (!note) return;
    notes.delete(event.name);
    note.append(` ${event.level ?? "needs guessing"}`);
  });
  element.addEventListener("close", () => job.cancel(), { once: true });
  job.done.catch(() => {});
}

function recentList(open) {
  const games = recentGames(8).filter(({ puzzle }) => puzzle !== app.board?.puzzle);
  if (games.length === 0) return [];
  const chip = ({ puzzle, title, seconds, solved }) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          className: "chip",
          onclick: () => open({ do: "open", text: puzzle }),
        },
        title,
        h("span", { className: "muted small" }, solved ? "solved" : clock(seconds)),
      ),
    );
  return [h("h3", {}, "Continue"), h("ul", { className: "chips" }, ...games.map(chip))];
}

/** Selects the character at a line and column. */
export function selectPlace(area, line, column) {
  const lines = area.value.split("\n");
  const start =
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) +
    Math.min(column - 1, lines[line - 1]?.length ?? 0);
  area.focus();
  area.setSelectionRange(start, Math.min(start + 1, area.value.length));
  area.scrollTop = Math.max(0, (line - 4) * 20);
}

/** Opens a file that is dropped anywhere, unless a field of a panel takes it. */
function dropTarget(openFile) {
  const cover = byId("drop");
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (!hasFile(event)) return;
    depth += 1;
    cover.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!hasFile(event)) return;
    depth = Math.max(0, depth - 1);
    cover.hidden = depth === 0;
  });
  addEventListener("dragover", (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    depth = 0;
    cover.hidden = true;
    if (!hasFile(event)) return;
    event.preventDefault();
    if (event.target.closest?.("[data-drop]")) return;
    const [chosen] = event.dataTransfer.files;
    if (chosen) openFile(chosen).catch(sayError);
    else say("the dropped item is no file", "error");
  });
}
