// Highlights of cells, vertices and lines, and the cursor of the keyboard.

const TONES = {
  hint: (colours) => [colours.good, 0.2],
  warn: (colours) => [colours.warn, 0.22],
  pick: (colours) => [colours.accent, 0.2],
  cut: (colours) => [colours.cut, 0.42],
  select: (colours) => [colours.accent, 0.16],
};

/** Paints the highlighted parts of a board. */
export function paintSpots(context, view, pen, colours) {
  const { layout, scene } = view;
  for (const { cells = [], vertices = [], atoms = [], tone } of scene.spots ?? []) {
    const [colour, alpha] = TONES[tone](colours);
    context.save();
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    for (const cell of cells) fillCell(context, layout, pen, cell);
    if (layout.form === "values") {
      const count = layout.board.values.length;
      for (const cell of new Set(atoms.map((atom) => Math.floor(atom / count)))) fillCell(context, layout, pen, cell);
    } else {
      context.globalAlpha = alpha * 1.6;
      context.strokeStyle = colour;
      context.lineWidth = pen.k * 0.3;
      context.lineCap = "round";
      context.beginPath();
      for (const atom of atoms) {
        if (atom >= layout.board.lines.length) continue;
        const [x1, y1, x2, y2] = layout.segments.subarray(4 * atom, 4 * atom + 4);
        context.moveTo(pen.x(x1), pen.y(y1));
        context.lineTo(pen.x(x2), pen.y(y2));
      }
      context.stroke();
    }
    context.globalAlpha = Math.min(1, alpha * 2.4);
    for (const vertex of vertices) {
      const point = layout.board.points[vertex];
      if (!point) continue;
      context.beginPath();
      context.arc(pen.x(point[0]), pen.y(point[1]), pen.k * 0.24, 0, 2 * Math.PI);
      context.fill();
    }
    context.restore();
  }
}

function fillCell(context, layout, pen, cell) {
  if (layout.rows === 0) return;
  const [x, y] = [cell % layout.cols, Math.floor(cell / layout.cols)];
  const [x1, y1] = [Math.round(pen.x(x)), Math.round(pen.y(y))];
  context.fillRect(x1, y1, Math.round(pen.x(x + 1)) - x1, Math.round(pen.y(y + 1)) - y1);
}

/** Paints the cursor: a ring around a point or a frame around a cell, and the line that it has passed. */
export function paintCursor(context, view, pen, colours) {
  const { layout, scene } = view;
  const { point = -1, cell = -1, line = -1 } = scene.cursor;
  context.strokeStyle = colours.accent;
  context.lineWidth = Math.max(2 * pen.ratio, pen.k * 0.05);
  if (line >= 0 && line < layout.board.lines.length) {
    const [x1, y1, x2, y2] = layout.segments.subarray(4 * line, 4 * line + 4);
    context.save();
    context.globalAlpha = 0.3;
    context.lineWidth = pen.k * 0.26;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(pen.x(x1), pen.y(y1));
    context.lineTo(pen.x(x2), pen.y(y2));
    context.stroke();
    context.restore();
  }
  context.beginPath();
  if (scene.cursor.at) {
    const [x, y] = scene.cursor.at;
    context.arc(pen.x(x), pen.y(y), pen.k * 0.34, 0, 2 * Math.PI);
  } else if (cell >= 0) {
    const inset = context.lineWidth / 2;
    const [x, y] = [cell % layout.cols, Math.floor(cell / layout.cols)];
    context.roundRect(pen.x(x) + inset, pen.y(y) + inset, pen.k - 2 * inset, pen.k - 2 * inset, pen.k * 0.06);
  } else if (point >= 0) {
    const [x, y] = layout.board.points[point];
    context.arc(pen.x(x), pen.y(y), Math.max(5 * pen.ratio, pen.k * 0.24), 0, 2 * Math.PI);
  }
  context.stroke();
}
