// Small helpers that make elements.

/**
 * Makes an element. Properties beginning with `on` are listeners; `class`, `data-` and `aria-` are attributes.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-") && name !== "list" && name !== "role") element[name] = value;
    else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/**
 * Makes a labelled field.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return h("label", { className: "field" }, h("span", {}, label), control);
}

/** Makes a labelled checkbox. */
export function check(label, properties = {}) {
  const input = h("input", { type: "checkbox", ...properties });
  return { input, element: h("label", { className: "check" }, input, label) };
}

/**
 * Makes a list of choices.
 * @param {(string | [string, string])[]} choices Values, or pairs of value and text.
 * @param {Record<string, any>} [properties]
 */
export function select(choices, properties = {}) {
  const element = h("select", properties);
  setChoices(element, choices);
  if (properties.value !== undefined) element.value = properties.value;
  return element;
}

/** Replaces the choices, and keeps the chosen value if it still exists. */
export function setChoices(element, choices) {
  const old = element.value;
  const options = choices.map((choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return h("option", { value }, text);
  });
  fill(element, options);
  if (options.some((option) => option.value === old)) element.value = old;
}

/** Makes a field for a whole number. */
export function number(value, min, max, properties = {}) {
  return h("input", { type: "number", inputMode: "numeric", min, max, value, ...properties });
}

/** Reads a whole number from a field, and keeps it within its limits. */
export function whole(input, fallback) {
  const value = Math.round(Number(input.value));
  if (input.value.trim() === "" || !Number.isFinite(value)) return fallback;
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  return Math.min(high, Math.max(low, value));
}

/** Reads a whole number from a field, which may be wrong. */
export function wholeOrError(input, name) {
  const value = Number(input.value);
  const isWhole = input.value.trim() !== "" && Number.isInteger(value);
  if (isWhole && value >= Number(input.min) && value <= Number(input.max)) return value;
  throw new Error(`${name}: ${input.value.trim() || "no number"}; use a whole number from ${input.min} to ${input.max}`);
}

/** Shows whether a job runs: the focus moves between the button that starts it and the one that cancels it. */
export function setBusy(go, cancel, isBusy) {
  const [next, old] = isBusy ? [cancel, go] : [go, cancel];
  next.hidden = false;
  next.disabled = false;
  if (document.activeElement === old) next.focus();
  go.disabled = isBusy;
  cancel.hidden = !isBusy;
}

/** Calls a function after a pause without further calls. */
export function debounce(action, milliseconds) {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Writes a duration: `0.4 ms`, `35 ms`, `12 s`, `3:05`. */
export function duration(seconds) {
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 100 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : clock(seconds);
}

/** Writes a time as minutes and seconds. */
export function clock(seconds) {
  const all = Math.floor(seconds);
  const pad = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(all % 60)}` : `${minutes}:${pad(all % 60)}`;
}

/** Writes a number with separators. */
export const grouped = (value) => Number(value).toLocaleString("en");

/** Writes a number and a noun. */
export const counted = (value, noun, plural = `${noun}s`) => `${grouped(value)} ${value === 1 ? noun : plural}`;

/** Returns a random seed that people can type. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
}
