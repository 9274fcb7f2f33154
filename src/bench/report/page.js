// Sorts a table by the column whose heading is clicked. Cells without content are last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const rank = (key) => typeof key === "number" ? 0 : key === "" ? 2 : 1;
  heads.forEach((head, column) => {
    const keyOf = (row) => {
      const cell = row.cells[column];
      return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
    };
    const compare = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
    const sort = () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((one) => one.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const keyed = rows.map((row) => [keyOf(row), row]);
      keyed.sort(([a], [b]) => rank(a) - rank(b) || (up ? compare(a, b) : compare(b, a)));
      body.append(...keyed.map(([, row]) => row));
    };
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", sort);
    head.append(button);
    head.setAttribute("aria-sort", "none");
  });
}
