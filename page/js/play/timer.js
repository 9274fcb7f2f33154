// The timer of a game: it runs while the game is played and the page is visible.

import { byId, clock } from "../ui/dom.js";

export class Timer {
  constructor() {
    this.game = null;
    this.since = null;
    /** Whether the player has stopped the clock, which hides the board. */
    this.isPaused = false;
    setInterval(() => this.tick(), 500);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.pause();
      else this.run();
    });
  }

  /** Measures the time of another game. */
  watch(game) {
    this.pause();
    this.game = game;
    this.resume();
  }

  /** Stops the clock and hides the board, or goes on. */
  toggle() {
    if (this.isPaused) {
      this.resume();
      return;
    }
    this.pause();
    this.isPaused = true;
    document.body.dataset.paused = "true";
  }

  /** Goes on after a pause of the player. */
  resume() {
    this.isPaused = false;
    delete document.body.dataset.paused;
    this.run();
  }

  /** Starts, unless the game is solved or not yet begun. */
  run() {
    if (this.since === null && !this.isPaused && this.game && !this.game.solved && this.game.at > 0 && !document.hidden) {
      this.since = performance.now();
    }
    this.show();
  }

  /** Stops, and adds the time to the game. */
  pause() {
    if (this.since !== null && this.game) this.game.seconds += (performance.now() - this.since) / 1000;
    this.since = null;
    this.show();
  }

  tick() {
    if (this.since === null || !this.game) return;
    const now = performance.now();
    // a machine that slept does not count
    this.game.seconds += Math.min(2, (now - this.since) / 1000);
    this.since = now;
    this.show();
  }

  show() {
    const element = byId("timer");
    if (element) element.textContent = clock(this.game?.seconds ?? 0);
  }
}
