// The colours of the pieces of a drawing: a piece keeps its colour while it grows, and two that join get that of the longer one.

/** The colours in the order in which pieces get them: -1 is that of lines, the others are numbers of the series. */
const ORDER = [-1, 1, 2, 3, 5, 6, 4, 7];

export class Pieces {
  constructor() {
    this.layout = null;
    /** For each line the place of its colour in `ORDER`, or -1. */
    this.places = new Int16Array(0);
  }

  /**
   * Returns for each line the number of its colour.
   * @param {import("../board/layout.js").Layout} layout
   * @param {Uint8Array} states
   */
  colours(layout, states) {
    const count = layout.board.lines.length;
    if (this.layout !== layout) {
      this.layout = layout;
      this.places = new Int16Array(count).fill(-1);
    }
    const before = this.places;
    const pieces = piecesOf(layout, states, count);
    // the longest one chooses first
    pieces.sort((a, b) => b.length - a.length);
    const used = new Map();
    const places = new Int16Array(count).fill(-1);
    const give = (piece, place) => {
      used.set(place, (used.get(place) ?? 0) + 1);
      for (const line of piece) places[line] = place;
    };
    const waiting = [];
    const taken = new Set();
    for (const piece of pieces) {
      const place = usual(piece, before);
      if (place < 0 || taken.has(place)) {
        waiting.push(piece);
      } else {
        taken.add(place);
        give(piece, place);
      }
    }
    for (const piece of waiting) {
      let [best, least] = [0, Infinity];
      for (let place = 0; place < ORDER.length; place += 1) {
        const times = used.get(place) ?? 0;
        if (times < least) [best, least] = [place, times];
      }
      // a piece that has a colour in common with a longer one keeps it if all colours are taken
      const own = usual(piece, before);
      give(piece, own >= 0 && least > 0 ? own : best);
    }
    this.places = places;
    return places.map((place) => (place < 0 ? -1 : ORDER[place]));
  }
}

/** Returns the lines of each piece. */
function piecesOf(layout, states, count) {
  const seen = new Uint8Array(count);
  const pieces = [];
  for (let start = 0; start < count; start += 1) {
    if (states[start] !== 1 || seen[start]) continue;
    seen[start] = 1;
    const piece = [start];
    for (const line of piece) {
      for (const end of layout.board.lines[line]) {
        for (const next of layout.at(end)) {
          if (states[next.line] !== 1 || seen[next.line]) continue;
          seen[next.line] = 1;
          piece.push(next.line);
        }
      }
    }
    pieces.push(piece);
  }
  return pieces;
}

/** Returns what most lines of a piece have, or -1 if none has anything. */
function usual(piece, values) {
  const times = new Map();
  for (const line of piece) if (values[line] >= 0) times.set(values[line], (times.get(values[line]) ?? 0) + 1);
  let [best, most] = [-1, 0];
  for (const [value, count] of times) if (count > most) [best, most] = [value, count];
  return best;
}
