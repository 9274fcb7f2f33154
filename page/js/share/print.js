// Printing: the puzzle on one page and its solution on the next, as the engine draws them for paper.

import { app } from "../app.js";
import { Cancelled } from "../engine/errors.js";
import { latest } from "../engine/index.js";
import { say, sayError } from "../ui/announce.js";
import { byId, fill } from "../ui/dom.js";

/** Connects the button Print. */
export function printButton() {
  const jobs = latest();
  const paper = byId("paper");
  byId("print").addEventListener("click", async () => {
    if (!app.board) return;
    say("Preparing the pages ...");
    try {
      const { text } = await jobs.ask({ do: "export", puzzle: app.board.puzzle, target: "sheet" }, "file");
      // the style sheet of the page has the rules for print, too, and the server allows no other one
      const plain = text.replace(/<style>[^]*?<\/style>/, "");
      const sheet = new DOMParser().parseFromString(plain, "text/html");
      fill(paper, ...sheet.querySelectorAll("svg.page"));
      document.body.dataset.paper = "true";
      say("");
      window.print();
    } catch (error) {
      if (!(error instanceof Cancelled)) sayError(error);
    }
  });
  addEventListener("afterprint", () => {
    delete document.body.dataset.paper;
    fill(paper);
  });
}
