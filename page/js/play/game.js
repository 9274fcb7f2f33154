// The marks of a player, with unlimited undo and redo. The marks are always the result of all steps up to `at`.

/**
 * A step is a list of triples: index, state before, state after. An index below the number of atoms is an atom (1
 * present, 2 absent); the others are the cells, row by row (1 inside, 2 outside), which are notes of the player.
 */
export class Game {
  /** @param {import("../types.js").Board} board */
  constructor(board) {
    this.board = board;
    const cells = board.grid ? board.grid.rows * board.grid.cols : 0;
    this.states = new Uint8Array(board.atoms.length + cells);
    /** @type {number[][]} */
    this.steps = [];
    this.at = 0;
    this.seconds = 0;
    this.solved = false;
    this.open = null;
    this.onChange = (_indices) => {};
  }

  /** Begins a step of several changes, such as a drag. */
  begin() {
    this.open = [];
  }

  /** Changes the state of an atom or cell, as a step or as a part of the begun one. */
  set(index, state) {
    this.change([[index, state]]);
  }

  /** Makes several changes at once. */
  change(changes) {
    const step = this.open ?? [];
    const changed = [];
    for (const [index, state] of changes) {
      if (this.states[index] === state) continue;
      step.push(index, this.states[index], state);
      this.states[index] = state;
      changed.push(index);
    }
    if (changed.length === 0) return;
    if (!this.open) this.push(step);
    this.onChange(changed);
  }

  /** Ends the begun step. */
  commit() {
    const step = this.open;
    this.open = null;
    if (step?.length) this.push(step);
    this.onChange([]);
  }

  /** Takes the begun step back. */
  rollback() {
    const step = this.open;
    this.open = null;
    if (step?.length) this.onChange(this.replay(step, -1));
  }

  push(step) {
    this.steps.length = this.at;
    this.steps.push(step);
    this.at += 1;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.steps.length;
  }

  /** Takes the last step back, and returns the indices that changed. */
  undo() {
    if (!this.canUndo || this.open) return [];
    this.at -= 1;
    const changed = this.replay(this.steps[this.at], -1);
    this.onChange(changed);
    return changed;
  }

  /** Repeats the next step. */
  redo() {
    if (!this.canRedo || this.open) return [];
    this.at += 1;
    const changed = this.replay(this.steps[this.at - 1], 1);
    this.onChange(changed);
    return changed;
  }

  replay(step, direction) {
    const changed = [];
    for (let k = 0; k < step.length / 3; k += 1) {
      const at = direction > 0 ? 3 * k : step.length - 3 * (k + 1);
      this.states[step[at]] = step[at + (direction > 0 ? 2 : 1)];
      changed.push(step[at]);
    }
    return changed;
  }

  /** Removes all marks; the step can be undone. */
  clear() {
    this.change([...this.states.keys()].filter((index) => this.states[index] !== 0).map((index) => [index, 0]));
  }

  /**
   * Makes a drawing the only marks, in one step; an empty drawing changes nothing.
   * @param {import("../types.js").Marks} drawing
   */
  draw({ present, absent }) {
    const states = new Uint8Array(this.states.length);
    // walls are a drawing; what they leave open needs no mark
    const drawn = this.board.form === "walls" ? [] : present;
    for (const atom of drawn) states[atom] = 1;
    for (const atom of absent) states[atom] = 2;
    for (const atom of this.board.given) states[atom] = 0;
    if (states.every((state) => state === 0)) return;
    this.change([...states].map((state, index) => [index, state]));
    this.solved = false;
  }

  /** Returns whether nothing is marked. */
  get isEmpty() {
    return this.states.every((state) => state === 0);
  }

  /** Returns the states after some of the steps. */
  statesAt(at) {
    const states = this.states.slice();
    for (let step = this.at - 1; step >= at; step -= 1) {
      const changes = this.steps[step];
      for (let k = changes.length - 3; k >= 0; k -= 3) states[changes[k]] = changes[k + 1];
    }
    return states;
  }

  /** Returns the marks as the engine reads them, with the values that are clues. */
  marks(states = this.states) {
    const marks = { present: [], absent: [] };
    const count = this.board.atoms.length;
    for (let atom = 0; atom < count; atom += 1) {
      if (states[atom] === 1) marks.present.push(atom);
      else if (states[atom] === 2) marks.absent.push(atom);
    }
    marks.present.push(...this.board.given);
    if (this.board.form === "lines" && this.board.shadable) {
      const shades = [...states.subarray(count).keys()];
      marks.shaded = shades.filter((cell) => states[count + cell] === 1);
      marks.unshaded = shades.filter((cell) => states[count + cell] === 2);
    }
    return marks;
  }

  /** Restores saved steps. Returns whether they fit the board. */
  restore({ steps, at, seconds, solved }) {
    const fits =
      Array.isArray(steps) &&
      Number.isInteger(at) &&
      at >= 0 &&
      at <= steps.length &&
      steps.every(
        (step) =>
          Array.isArray(step) &&
          step.length % 3 === 0 &&
          step.every(
            (value, k) => Number.isInteger(value) && value >= 0 && value < (k % 3 === 0 ? this.states.length : 3),
          ),
      );
    if (!fits) return false;
    this.steps = steps;
    this.at = 0;
    while (this.at < at) {
      this.replay(steps[this.at], 1);
      this.at += 1;
    }
    this.seconds = Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
    this.solved = solved === true;
    return true;
  }
}
