// Pointer input on a board: taps, drags, long presses, and zooming and panning by wheel, fingers or the middle button.

const HOLD = 450;
/** The most pixels that a click may slip, with a mouse and with a finger. */
const SLIP = { mouse: 7, touch: 10 };
/** The pixels by which a click may miss a thin part. */
const REACH = { mouse: 4, touch: 9 };

/**
 * What a mode does with pointer input. Places are in cells; `alt` is true for the right button and a long press.
 * @typedef {object} Handler
 * @property {boolean} [drags] Whether a drag is input; otherwise it moves the board.
 * @property {(place: { x: number, y: number, reach: number }, alt: boolean) => void} [tap] `reach` is how far the place may
 * be off.
 * @property {(place: { x: number, y: number }, alt: boolean) => void} [dragStart]
 * @property {(place: { x: number, y: number }) => void} [dragMove]
 * @property {() => void} [dragEnd]
 * @property {() => void} [dragCancel]
 */

/**
 * Attaches the listeners.
 * @param {import("./view.js").View} view
 * @param {() => Handler} handler Returns the handler of the present mode.
 */
export function attachGestures(view, handler) {
  const { host } = view;
  const pointers = new Map();
  const gesture = { state: "idle", alt: false, x: 0, y: 0, timer: 0, space: false, spread: 0, type: "mouse" };

  const idle = () => {
    clearTimeout(gesture.timer);
    gesture.state = "idle";
    delete host.dataset.panning;
  };
  // where the button was pressed, not where a slip ended
  const tap = (alt) => {
    const reach = REACH[gesture.type] / view.scale;
    handler().tap?.({ ...view.place(gesture.x, gesture.y), reach }, alt);
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return { size: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  host.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    host.focus({ preventScroll: true });
    if (!host.hasPointerCapture(event.pointerId)) host.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) {
      if (gesture.state === "drag") handler().dragCancel?.();
      idle();
      gesture.state = "pinch";
      Object.assign(gesture, { pinch: spread() });
      return;
    }
    if (pointers.size > 2) return;
    const type = event.pointerType === "touch" ? "touch" : "mouse";
    Object.assign(gesture, { x: event.clientX, y: event.clientY, alt: event.button === 2, type });
    if (event.button === 1 || gesture.space) {
      event.preventDefault();
      gesture.state = "pan";
      return;
    }
    gesture.state = "press";
    if (type === "touch") {
      gesture.timer = setTimeout(() => {
        if (gesture.state !== "press") return;
        gesture.state = "held";
        navigator.vibrate?.(12);
        tap(true);
      }, HOLD);
    }
  });

  host.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (gesture.state === "pinch" && pointers.size === 2) {
      const now = spread();
      view.pan(now.x - gesture.pinch.x, now.y - gesture.pinch.y);
      if (gesture.pinch.size > 0) view.zoom(now.size / gesture.pinch.size, now.x, now.y);
      gesture.pinch = now;
    } else if (gesture.state === "pan") {
      gesture.panned = true;
      view.pan(dx, dy);
    } else if (gesture.state === "press") {
      if (Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < SLIP[gesture.type]) return;
      clearTimeout(gesture.timer);
      if (handler().drags) {
        gesture.state = "drag";
        handler().dragStart?.(view.place(gesture.x, gesture.y), gesture.alt);
        handler().dragMove?.(view.place(event.clientX, event.clientY));
      } else {
        gesture.state = "pan";
        view.pan(event.clientX - gesture.x, event.clientY - gesture.y);
      }
    } else if (gesture.state === "drag") {
      const steps = event.getCoalescedEvents?.() ?? [];
      for (const step of steps.length > 0 ? steps : [event]) {
        handler().dragMove?.(view.place(step.clientX, step.clientY));
      }
    }
  });

  host.addEventListener("pointerup", (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (gesture.state === "press") tap(gesture.alt);
    else if (gesture.state === "drag") handler().dragEnd?.();
    // the second finger of a pinch draws nothing
    if (pointers.size > 0) gesture.state = "done";
    else idle();
  });

  host.addEventListener("pointercancel", (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (gesture.state === "drag") handler().dragCancel?.();
    if (pointers.size === 0) idle();
  });

  host.addEventListener("contextmenu", (event) => event.preventDefault());

  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 18 : 1;
      view.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), event.clientX, event.clientY);
    },
    { passive: false },
  );

  /** Makes a drag with the left button move the board, as long as the space bar is held. */
  return {
    holdSpace(held) {
      gesture.space = held;
      if (held) gesture.panned = false;
      return gesture.panned === true;
    },
  };
}
