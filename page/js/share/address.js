// Addresses that contain a puzzle: the text as base64url after `#p=`. Browsers send no fragment to a server.

import { ENGINE } from "../config.js";

/** Whether the page comes from `encycle serve`, which other machines do not reach. */
export const isLocal = ENGINE === "server";

const SITE = "encycle:site";

/** Returns the address of the page without a server, as the user has entered it, or an empty text. */
export function site() {
  try {
    return localStorage.getItem(SITE) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the address of the page without a server. */
export function saveSite(address) {
  try {
    localStorage.setItem(SITE, /^https?:\/\//.test(address) ? address.replace(/#.*$/, "") : "");
  } catch {
    // it is entered again next time
  }
}

/** Returns the address of a page with a puzzle. */
export function pageAddress(text, page = `${location.origin}${location.pathname}`) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${page}#p=${code}`;
}

/** Reads the puzzle of a fragment. */
export async function fromFragment(hash) {
  const code = hash.slice(3).replaceAll("-", "+").replaceAll("_", "/");
  try {
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("the address contains no puzzle: it is damaged or incomplete");
  }
}
