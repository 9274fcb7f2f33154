// The engine of the page in a worker: receives {id, request}, posts {id, event} for each event.

import init, { respond } from "./engine.js";

let current = 0;
// the module calls this function with each event, as JSON
globalThis.encycleEvent = (event) => postMessage({ id: current, event });

const ready = init({ module_or_path: new URL("engine_bg.wasm", import.meta.url) });

onmessage = async ({ data: { id, request } }) => {
  await ready;
  current = id;
  respond(JSON.stringify(request));
};

// a failed start becomes an error of the worker, which the page reports
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
