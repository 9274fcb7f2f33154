// Addresses that contain a puzzle: the text as base64url after `#p=`. Browsers send no fragment to a server.

/** Returns the address of this page with a puzzle. */
export function pageAddress(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#p=${code}`;
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
