// The engine in the browser: each job runs in a worker with the engine in WebAssembly. A worker receives
// {id, request} and posts {id, event}; ending a worker cancels its job.

import { JobError } from "./errors.js";

// relative to the page, because all modules may be served as one
const SCRIPT = new URL("engine/worker.js", document.baseURI);
const idle = [];
let nextId = 1;

/**
 * Sends a request and passes each event on.
 * @param {object} request
 * @param {(event: object) => void} take
 * @param {AbortSignal} signal Ends the worker.
 */
export function exchange(request, take, signal) {
  const worker = idle.pop() ?? new Worker(SCRIPT, { type: "module" });
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const end = (settle, reusable) => {
      signal.removeEventListener("abort", abort);
      worker.onmessage = null;
      worker.onerror = null;
      if (reusable && idle.length < 2) idle.push(worker);
      else worker.terminate();
      settle();
    };
    const abort = () => end(() => reject(new JobError("cancelled")), false);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }) => {
      if (data.id !== id) return;
      const event = typeof data.event === "string" ? JSON.parse(data.event) : data.event;
      take(event);
      if (event.event === "done" || event.event === "failed") end(resolve, true);
    };
    worker.onerror = (error) => {
      error.preventDefault();
      const words = error.message ? `the engine stopped: ${error.message}` : "the engine cannot be loaded";
      end(() => reject(new JobError(`${words}\nhelp: try again, or a smaller puzzle`)), false);
    };
    worker.postMessage({ id, request });
  });
}
