// The colours of the board, read from the style sheet.

const NAMES = {
  paper: "--paper",
  text: "--text",
  muted: "--muted",
  accent: "--accent",
  soft: "--accent-soft",
  warn: "--warn",
  warnSoft: "--warn-soft",
  good: "--good",
  grid: "--grid",
  dot: "--dot",
  cross: "--cross",
  inside: "--inside",
  outside: "--outside",
  rule: "--strong-rule",
  cut: "--cut",
};

const FONT = getComputedStyle(document.body).fontFamily;
let current = null;

/** Returns the colours of the present scheme. */
export function theme() {
  if (current) return current;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  current = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, read(name)]));
  current.series = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => read(`--s${index}`));
  current.font = FONT;
  return current;
}

/** Calls a function when the scheme changes. */
export function onSchemeChange(action) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    current = null;
    action();
  });
}
