// The timer of a game: it runs while the game is played and the page is visible.

import { byId, clock } from "../ui/dom.js";

export class Timer {
  constructor() {
    this.game = null;
    this.since = null;
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
    this.show();
  }

  /** Starts, unless the game is solved or not yet begun. */
  run() {
    if (this.since === null && this.game && !this.game.solved && this.game.at > 0 && !document.hidden) {
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
