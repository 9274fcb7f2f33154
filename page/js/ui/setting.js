// Settings that the browser keeps. Private windows may refuse it; then a setting lasts as long as the page.

const PREFIX = "encycle:setting:";

/** Returns whether a setting is on. */
export function isOn(name) {
  try {
    return localStorage.getItem(PREFIX + name) === "on";
  } catch {
    return false;
  }
}

/** Keeps a setting. */
export function keepSetting(name, on) {
  try {
    localStorage.setItem(PREFIX + name, on ? "on" : "off");
  } catch {
    // it lasts as long as the page
  }
}
