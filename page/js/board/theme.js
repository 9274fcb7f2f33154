// The colours of the board, read from the style sheet.

const NAMES = {
  paper: "--paper",
  text: "--text",
  black: "--black",
  white: "--white",
  muted: "--muted",
  mutedShaded: "--muted-shaded",
  shade: "--shade",
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

const SETTING = "encycle:colours";
/** The media query of the dark style sheet for each setting. */
const MEDIA = { system: "(prefers-color-scheme: dark)", light: "not all", dark: "all" };
const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
const changed = new Set();

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
  changed.add(action);
}

function tellChange() {
  current = null;
  for (const action of changed) action();
}

/** Returns the setting: `system`, `light` or `dark`. */
export function chosenColours() {
  try {
    const setting = localStorage.getItem(SETTING);
    return setting && setting in MEDIA ? setting : "system";
  } catch {
    return "system";
  }
}

/** Changes the setting. */
export function chooseColours(setting) {
  try {
    localStorage.setItem(SETTING, setting);
  } catch {
    // the setting lasts as long as the page
  }
  apply(setting);
}

function apply(setting) {
  dark.media = MEDIA[setting];
  document.documentElement.style.colorScheme = setting === "system" ? "" : setting;
  tellChange();
}

matchMedia(MEDIA.system).addEventListener("change", tellChange);
dark.addEventListener("load", tellChange);
if (chosenColours() !== "system") apply(chosenColours());
