// A board on the screen: three layers of canvas, and the mapping from cells to pixels.

import { Layout } from "./layout.js";
import { paintBase } from "./base.js";
import { clueState, LEAST_CLUE } from "./clues.js";
import { paintOver, paintUnder } from "./ink.js";
import { onSchemeChange } from "./theme.js";

const LAYERS = ["under", "base", "over"];
const PAINT = { under: paintUnder, base: paintBase, over: paintOver };

/**
 * What a view draws beside the clues; all parts may be missing.
 * @typedef {object} Scene
 * @property {Uint8Array} [states] For each atom: 0 open, 1 present, 2 absent; then for each cell: its shade.
 * @property {Int16Array | null} [colours] For each atom the index of its colour, or -1.
 * @property {import("../types.js").Marks | null} [common] What all solutions share.
 * @property {number[]} [differ] Atoms in which two solutions differ.
 * @property {number[]} [finished] The cells whose clues are muted.
 * @property {number[]} [finishedNotes] The notes of the board that are muted.
 * @property {(import("../types.js").Spot & { tone: string })[]} [spots] Highlighted parts.
 * @property {import("../types.js").Marks | null} [ghost] Facts that a hint proposes.
 * @property {{ point?: number, cell?: number, line?: number, at?: [number, number] } | null} [cursor] The cursor, if it is shown.
 */

export class View {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.contexts = {};
    for (const name of LAYERS) {
      const canvas = document.createElement("canvas");
      host.append(canvas);
      this.contexts[name] = canvas.getContext("2d");
    }
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Scene} */
    this.scene = {};
    /** What the colours of the drawn clues depend on. */
    this.clues = "";
    this.scale = 30;
    this.left = 0;
    this.top = 0;
    this.width = 0;
    this.height = 0;
    this.fitted = true;
    this.stale = new Set();
    this.frame = 0;
    this.onMove = () => {};
    this.onZoom = () => {};
    new ResizeObserver(() => this.resize()).observe(host);
    onSchemeChange(() => this.redraw(...LAYERS));
  }

  /** Shows a board, and draws it at once. */
  show(board, keepPlace = false) {
    performance.mark("draw-start");
    // the scene of another board would not fit
    this.scene = {};
    this.layout = new Layout(board);
    this.clues = clueState(this);
    const { width, height } = this.layout.bounds;
    this.host.style.setProperty("--shape", String(height / width));
    if (!keepPlace || this.fitted) this.fit();
    this.redraw(...LAYERS);
    this.measure();
    this.paint();
    performance.measure("draw", "draw-start");
  }

  /** Replaces the scene. */
  setScene(scene) {
    this.scene = scene;
    this.redraw("under", "over");
    const clues = clueState(this);
    if (clues !== this.clues) this.redraw("base");
    this.clues = clues;
  }

  /** Draws layers in the next frame. */
  redraw(...layers) {
    for (const layer of layers) this.stale.add(layer);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.layout || this.width === 0) return;
    for (const layer of this.stale) {
      const context = this.contexts[layer];
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      PAINT[layer](context, this);
    }
    this.stale.clear();
  }

  /** Reads the size of the host. */
  measure() {
    const ratio = Math.min(3, devicePixelRatio || 1);
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, { width, height, ratio });
    for (const { canvas } of Object.values(this.contexts)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    if (this.fitted) this.fit();
    else this.clamp();
    this.redraw(...LAYERS);
  }

  resize() {
    this.measure();
    this.paint();
  }

  /** Shows the whole board. */
  fit() {
    if (!this.layout) return;
    const { x, y, width, height } = this.layout.bounds;
    this.scale = this.fitScale();
    this.left = (this.width - width * this.scale) / 2 - x * this.scale;
    this.top = (this.height - height * this.scale) / 2 - y * this.scale;
    this.fitted = true;
    this.redraw(...LAYERS);
    this.onMove();
    this.onZoom();
  }

  /** Returns the number of pixels a cell that shows the whole board. */
  fitScale() {
    const { width, height } = this.layout.bounds;
    const margin = Math.min(48, Math.max(12, this.width * 0.045));
    const scale = Math.min((this.width - 2 * margin) / width, (this.height - 2 * margin) / height);
    const ratio = this.ratio || 1;
    // whole device pixels a cell keep all thin lines equally sharp
    const sharp = Math.floor(scale * ratio) / ratio;
    const most = Math.max(this.layout.rows > 0 ? 88 : 140, Math.min(this.width, this.height) / 7);
    return Math.min(most, Math.max(1, scale > 6 ? sharp : scale));
  }

  /** Whether the cells of a grid are too small for their clues. */
  get hidesClues() {
    return this.layout?.rows > 0 && this.scale * this.ratio < LEAST_CLUE;
  }

  /** Zooms by a factor; the place at client coordinates keeps its position. */
  zoom(factor, clientX, clientY) {
    if (!this.layout) return;
    const box = this.host.getBoundingClientRect();
    const [px, py] = [
      (clientX ?? box.left + box.width / 2) - box.left,
      (clientY ?? box.top + box.height / 2) - box.top,
    ];
    const scale = Math.min(160, Math.max(this.fitScale() * 0.6, this.scale * factor));
    this.left = px - ((px - this.left) * scale) / this.scale;
    this.top = py - ((py - this.top) * scale) / this.scale;
    this.scale = scale;
    this.moved();
    this.onZoom();
  }

  /** Moves the board by pixels. */
  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.moved();
  }

  moved() {
    this.fitted = false;
    this.clamp();
    this.redraw(...LAYERS);
    this.onMove();
  }

  /** Shows the same part of the board as another view of it. */
  copyPlace(from) {
    if (!this.layout) return;
    if (from.fitted) {
      this.fit();
      return;
    }
    this.left = from.left - from.width / 2 + this.width / 2;
    this.top = from.top - from.height / 2 + this.height / 2;
    this.scale = from.scale;
    this.moved();
  }

  /** Keeps a part of the board visible. */
  clamp() {
    if (!this.layout) return;
    const { x, y, width, height } = this.layout.bounds;
    const keep = Math.min(this.width, this.height) / 3;
    const limit = (value, low, high) => Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));
    const s = this.scale;
    this.left = limit(this.left, keep - (x + width) * s, this.width - keep - x * s);
    this.top = limit(this.top, keep - (y + height) * s, this.height - keep - y * s);
  }

  /** Moves the board so that a place is visible. */
  reveal(x, y) {
    const [px, py, edge] = [x * this.scale + this.left, y * this.scale + this.top, Math.min(40, this.width / 6)];
    const dx = px < edge ? edge - px : px > this.width - edge ? this.width - edge - px : 0;
    const dy = py < edge ? edge - py : py > this.height - edge ? this.height - edge - py : 0;
    if ((dx || dy) && !this.fitted) this.pan(dx, dy);
  }

  /** Returns the place at client coordinates, in cells. */
  place(clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    return { x: (clientX - box.left - this.left) / this.scale, y: (clientY - box.top - this.top) / this.scale };
  }

  /** Returns the client coordinates of a place. */
  client(x, y) {
    const box = this.host.getBoundingClientRect();
    return { x: box.left + this.left + x * this.scale, y: box.top + this.top + y * this.scale };
  }

  /** Returns a function from cells to device pixels, and the visible part of the board. */
  pen() {
    const k = this.scale * this.ratio;
    const [ox, oy] = [this.left * this.ratio, this.top * this.ratio];
    const [w, h] = [this.width * this.ratio, this.height * this.ratio];
    return {
      k,
      ratio: this.ratio,
      x: (x) => x * k + ox,
      y: (y) => y * k + oy,
      seen: (x, y) => x * k + ox > -2 * k && y * k + oy > -2 * k && x * k + ox < w + 2 * k && y * k + oy < h + 2 * k,
      left: Math.floor(-ox / k) - 1,
      top: Math.floor(-oy / k) - 1,
      right: Math.ceil((w - ox) / k) + 1,
      bottom: Math.ceil((h - oy) / k) + 1,
    };
  }
}
