// The text of a puzzle in a PNG picture: a chunk `iTXt` (PNG specification, 11.3.3.4) after the header.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The signature, and the chunk IHDR: its length and type, 13 bytes, and its check sum. */
const HEADER_END = 8 + 8 + 13 + 4;
const TYPE = "iTXt";
const KEYWORD = "puzzle";

/** Returns whether bytes are a PNG picture. */
export const isPng = (bytes) => SIGNATURE.every((byte, index) => bytes[index] === byte);

/** Returns a picture with the text of its puzzle. */
export async function pngWithPuzzle(blob, puzzle) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // after the keyword: no compression, no language, no translated keyword
  const text = new TextEncoder().encode(`${TYPE}${KEYWORD}\0\0\0\0\0${puzzle}`);
  const parts = [bytes.subarray(0, HEADER_END), number(text.length - TYPE.length), text, number(checksum(text))];
  return new Blob([...parts, bytes.subarray(HEADER_END)], { type: "image/png" });
}

/** Returns the text of the puzzle in a picture, or null. */
export function puzzleOfPng(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = `${TYPE}${KEYWORD}\0`;
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const chunk = bytes.subarray(at + 4, at + 8 + length);
    if (String.fromCharCode(...chunk.subarray(0, start.length)) === start)
      return new TextDecoder().decode(chunk.subarray(start.length + 4));
    at += 12 + length;
  }
  return null;
}

/** Returns the four bytes of a number. */
function number(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Returns the check sum of the type and the data of a chunk (CRC-32). */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
