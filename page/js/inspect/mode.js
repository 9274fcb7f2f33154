import { app } from "../app.js";
export function inspectMode() { return { name: "inspect", handler: { drags: false }, scene: () => ({}) }; }
