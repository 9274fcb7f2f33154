// The dialog Export: puzzle formats, formulas, pictures, the solution, and addresses to share.

import { app } from "../app.js";
import { latest } from "../engine/index.js";
import { Cancelled } from "../engine/errors.js";
import { announce, plain } from "../ui/announce.js";
import { dialog } from "../ui/dialog.js";
import { byId, debounce, field, fill, grouped, h, setChoices } from "../ui/dom.js";
import { formulaFields } from "../ui/formula.js";
import { isLocal, pageAddress, saveSite, site } from "./address.js";
import { pictureOf, pngOf, save, withPuzzle } from "./picture.js";

const FORMULAS = {
  cnf: "formula as DIMACS CNF",
  lp: "linear program as CPLEX LP",
  mps: "linear program as MPS",
  opb: "pseudo-Boolean formula as OPB",
  map: "map of the variables of the CNF",
  "lp-map": "map of the columns of LP and MPS",
  "opb-map": "map of the variables of the OPB",
};
const PICTURES = { svg: "picture as SVG, with the marks", png: "picture as PNG, with the marks" };
const MOST_SHOWN = 100_000;

/** Makes the dialog, and connects its button. */
export function exportDialog() {
  const jobs = latest();
  const target = h("select", { id: "export-target", autofocus: true, onchange: () => write() });
  const formula = formulaFields("export", () => write());
  const formulaPart = h("div", { className: "fields" }, ...formula.fields);
  const preview = h("div", { id: "export-preview", className: "preview" });
  const note = h("p", { className: "muted small", role: "status" });
  const copy = h("button", { type: "button", id: "export-copy", onclick: copyText }, "Copy");
  const saving = h(
    "button",
    { type: "button", className: "primary", id: "export-save", onclick: saveFile },
    "Save as a file",
  );
  const shares = h("section", { className: "stack", id: "share" });
  let file = null;

  const element = dialog(
    "export-dialog",
    "Export",
    h(
      "section",
      { className: "stack" },
      field("What", target),
      formulaPart,
      preview,
      note,
      h("div", { className: "row end" }, copy, saving),
    ),
    shares,
  );
  element.addEventListener("close", () => jobs.cancel());

  const write = debounce(async () => {
    const chosen = target.value;
    formulaPart.hidden = !(chosen in FORMULAS);
    file = null;
    note.textContent = "Writing ...";
    copy.disabled = true;
    saving.disabled = true;
    try {
      file = await request(chosen);
      show(chosen);
    } catch (error) {
      if (error instanceof Cancelled) return;
      fill(preview);
      note.textContent = plain(error);
    }
  }, 30);

  async function request(chosen) {
    const { puzzle } = app.board;
    const base = { do: "export", puzzle, target: chosen === "png" ? "svg" : chosen };
    if (chosen in FORMULAS) return jobs.ask({ ...base, formula: formula.choice() }, "file");
    if (chosen === "solution") return jobs.ask({ ...base, marks: await solution() }, "file");
    if (!(chosen in PICTURES)) return jobs.ask(base, "file");
    const picture = await jobs.ask({ ...base, marks: app.game.marks() }, "file");
    return { ...picture, text: withPuzzle(picture.text, puzzle) };
  }

  /** Returns the marks of the player if they solve the puzzle, or else a solution of the engine. */
  async function solution() {
    if (app.game.solved) return app.game.marks();
    const { solutions, words } = await jobs.ask({ do: "analyse", puzzle: app.board.puzzle }, "analysis");
    if (solutions.length === 0) throw new Error(`there is nothing to export: ${words}`);
    return solutions[0];
  }

  function show(chosen) {
    const isPicture = chosen in PICTURES;
    const text = h("textarea", {
      id: "export-text",
      readOnly: true,
      rows: 9,
      "aria-label": "The text",
      value: file.text.slice(0, MOST_SHOWN),
    });
    fill(preview, isPicture ? pictureOf(file.text, app.board.title) : text);
    const cut = file.text.length > MOST_SHOWN && !isPicture ? `; the first ${grouped(MOST_SHOWN)} are shown` : "";
    note.textContent = `${file.name}, ${grouped(file.text.length)} characters${cut}`;
    if (chosen === "png") note.textContent = file.name.replace(/svg$/, "png");
    copy.disabled = chosen === "png" && typeof ClipboardItem === "undefined";
    saving.disabled = false;
  }

  async function copyText() {
    try {
      if (target.value === "png")
        await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(file.text) })]);
      else await navigator.clipboard.writeText(file.text);
      tell("Copied.");
    } catch {
      byId("export-text")?.select();
      tell("The browser refuses to copy: press Ctrl+C.");
    }
  }

  async function saveFile() {
    try {
      if (target.value === "png") save(file.name.replace(/svg$/, "png"), await pngOf(file.text));
      else save(file.name, file.text, target.value === "svg" ? "image/svg+xml" : "text/plain");
      tell("Saved.");
    } catch (error) {
      tell(plain(error));
    }
  }

  function tell(words) {
    note.textContent = words;
    announce(words);
  }

  function drawShares() {
    const line = (id, label, address) => {
      const input = h("input", { id, readOnly: true, value: address, onfocus: () => input.select() });
      const button = h(
        "button",
        {
          type: "button",
          onclick: () =>
            navigator.clipboard.writeText(address).then(
              () => tell("Address copied."),
              () => input.select(),
            ),
        },
        "Copy",
      );
      return h("div", { className: "share" }, field(label, input), button);
    };
    const { address, puzzle } = app.board;
    const elsewhere = h("input", {
      id: "share-site",
      type: "url",
      placeholder: "https://...",
      value: site(),
      onchange: () => {
        saveSite(elsewhere.value);
        drawShares();
      },
    });
    fill(
      shares,
      h("h3", {}, "Addresses to share"),
      address ? line("share-puzzlink", "puzz.link", address) : null,
      isLocal && site() ? line("share-elsewhere", "The page without a server", pageAddress(puzzle, site())) : null,
      line("share-page", isLocal ? "This page, on this machine only" : "This page", pageAddress(puzzle)),
      isLocal ? field("Where the page without a server is, for addresses that work elsewhere", elsewhere) : null,
      h("p", { className: "muted small" }, "The part after # is not sent to a server."),
    );
  }

  byId("export").addEventListener("click", () => {
    if (!app.board) return;
    setChoices(target, [
      ...app.board.formats.map((name) => [name, `puzzle as ${name}`]),
      ...Object.entries({ ...PICTURES, ...FORMULAS }),
      ["solution", "solution"],
    ]);
    formula.adapt(app.board);
    drawShares();
    element.showModal();
    write();
  });
}
