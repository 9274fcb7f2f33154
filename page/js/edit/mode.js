import { app } from "../app.js";
export function editMode() { return { name: "edit", handler: { drags: false }, scene: () => ({}) }; }
