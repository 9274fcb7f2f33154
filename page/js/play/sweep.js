// A drag that marks places one after another: the first of them decides for all.

/** A sweep over cells or borders. It changes a game in one step. */
export class Sweep {
  /**
   * @param {import("./game.js").Game} game
   * @param {number} mark The state that the sweep gives, or takes away if the first place has it.
   * @param {(place: { x: number, y: number }) => number} target Returns the index of what is marked at a place, or -1.
   */
  constructor(game, mark, target) {
    Object.assign(this, { game, mark, target });
    this.state = null;
    this.seen = new Set();
    this.last = null;
    game.begin();
  }

  /** Goes on to a place. */
  move(place) {
    each(this.last ?? place, place, (step) => this.visit(step));
    this.last = place;
  }

  visit(place) {
    const index = this.target(place);
    if (index < 0 || this.seen.has(index)) return;
    this.seen.add(index);
    const before = this.game.states[index];
    this.state ??= before === this.mark ? 0 : this.mark;
    if (this.state !== 0 || before === this.mark) this.game.set(index, this.state);
  }

  /** Ends the sweep, and returns what it did in words. */
  end() {
    this.game.commit();
    return `${this.seen.size} marks ${this.state === 0 ? "removed" : "made"}`;
  }

  cancel() {
    this.game.rollback();
  }
}

/** The distance of the places that a fast move passes, in cells. */
const STEP = 0.25;

/** Calls a function for the places on the way, because fast moves skip places. */
export function each(from, to, visit) {
  const pieces = Math.max(1, Math.min(400, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP)));
  for (let piece = 1; piece <= pieces; piece += 1) {
    const t = piece / pieces;
    visit({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
  }
}
