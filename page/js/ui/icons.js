// Icons: strokes on a grid of 24 by 24.

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  check: "m5 12.5 4.5 4.5L19 7.5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3",
  clear: "M5 7h14M10 11v6M14 11v6M7 7l1 13h8l1-13M9 7V4h6v3",
  shade: "M5 5h14v14H5zM5 12l7-7M5 19 19 5M12 19l7-7",
  line: "M5 19 19 5",
  cross: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  note: "M4 20h4L19 9l-4-4L4 16z",
  candidates: "M6 6h.01M12 6h.01M18 6h.01M6 12h.01M12 12h.01M18 12h.01M6 18h.01M12 18h.01",
  play: "M7 4v16l13-8z",
  first: "M6 5v14M18 5l-9 7 9 7z",
  previous: "M17 5 8 12l9 7z",
  next: "m7 5 9 7-9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  close: "M6 6l12 12M18 6 6 18",
};

/** Makes an icon. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": "2" };
  const rest = { "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" };
  for (const [key, value] of Object.entries({ ...attributes, ...rest })) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
