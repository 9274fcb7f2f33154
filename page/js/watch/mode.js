import { app } from "../app.js";
export function watchMode() { return { name: "watch", handler: { drags: false }, scene: () => ({}) }; }
