// One interface to the engine, on a server or in a worker: a job is a request, a stream of events, and an end.

import { ENGINE } from "../config.js";
import { Cancelled, JobError } from "./errors.js";
import { exchange as askServer } from "./server.js";
import { exchange as askWorker } from "./worker.js";

export { Cancelled, JobError };

const exchange = ENGINE === "worker" ? askWorker : askServer;

/**
 * Starts a job.
 * @param {import("../types.js").Request} request
 * @param {(event: import("../types.js").Event) => void} onEvent Receives all events but `done` and `failed`.
 * @returns {{ done: Promise<number>, cancel: () => void }} `done` resolves to the seconds of the job; it rejects with
 * a JobError, or with Cancelled.
 */
export function start(request, onEvent) {
  const controller = new AbortController();
  const done = run(request, onEvent, controller.signal);
  done.catch(() => {});
  return { done, cancel: () => controller.abort() };
}

async function run(request, onEvent, signal) {
  let seconds = null;
  let failure = null;
  const take = (event) => {
    if (signal.aborted) return;
    if (event.event === "done") seconds = event.seconds;
    else if (event.event === "failed") failure = new JobError(event.error, event.line, event.column);
    else onEvent(event);
  };
  try {
    await exchange(request, take, signal);
  } catch (error) {
    if (signal.aborted) throw new Cancelled("cancelled");
    throw error instanceof JobError ? error : new JobError(String(error.message ?? error));
  }
  if (signal.aborted) throw new Cancelled("cancelled");
  if (failure) throw failure;
  if (seconds === null) throw new JobError("the job ended without a result\nhelp: try again, or a smaller puzzle");
  return seconds;
}

/**
 * Runs a job that answers with one event.
 * @template {string} K
 * @param {import("../types.js").Request} request
 * @param {K} name The name of the event.
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} The last event of this name.
 */
export async function ask(request, name, signal) {
  let found = null;
  const job = start(request, (event) => {
    if (event.event === name) found = event;
  });
  if (signal?.aborted) job.cancel();
  signal?.addEventListener("abort", job.cancel, { once: true });
  await job.done;
  if (!found) throw new JobError(`the engine sent no ${name}`);
  return found;
}

/**
 * Makes a function that runs one job at a time: a new call cancels the previous one.
 * @returns {{ ask: typeof ask, cancel: () => void }}
 */
export function latest() {
  let controller = new AbortController();
  const cancel = () => {
    controller.abort();
    controller = new AbortController();
  };
  return {
    ask(request, name) {
      cancel();
      return ask(request, name, controller.signal);
    },
    cancel,
  };
}
