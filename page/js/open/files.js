// What the engine reads of a text or a file: of a picture its puzzle, and of a long formula the beginning, where its puzzle is.

import { puzzleIn } from "../share/picture.js";
import { isPng, puzzleOfPng } from "../share/png.js";

/** The most that the engine reads, with some space for the rest of the request. */
const MOST_BYTES = 2_000_000;
/** The most bytes of a file: Export writes no longer one. */
const MOST_FILE_BYTES = 40_000_000;
/** The characters of a long text that the engine reads: with at most four bytes each, they are not too many. */
const MOST_CHARACTERS = 400_000;
/** The beginning of a formula or map that contains its puzzle. */
const HEAD = /^(?:encycle-map 1\r?\npuzzle |(?:(?:c|\\|\*)(?: .*)?\r?\n)*(?:c|\\|\*) puzzle[:,])/;

/** Returns the text of a file for the engine. */
export async function textOfFile(file) {
  if (file.size > MOST_FILE_BYTES) throw tooLarge(file.name, MOST_FILE_BYTES);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPng(bytes)) {
    const puzzle = puzzleOfPng(bytes);
    if (puzzle === null) throw refusal(`${file.name} is a picture without its puzzle`, "open a picture that Export saved");
    return puzzle;
  }
  if (bytes.subarray(0, 1000).includes(0))
    throw refusal(`${file.name} is neither UTF-8 text nor a PNG picture`, "save the puzzle as UTF-8 text");
  return textForEngine(new TextDecoder().decode(bytes), file.name);
}

/** Returns what the engine reads of a text. */
export function textForEngine(text, name = "the text") {
  const whole = puzzleIn(text) ?? text;
  if (new Blob([whole]).size <= MOST_BYTES) return whole;
  if (HEAD.test(whole)) return whole.slice(0, MOST_CHARACTERS);
  throw tooLarge(name, MOST_BYTES);
}

const tooLarge = (name, most) =>
  refusal(`${name} is larger than ${most / 1_000_000} MB`, "solve it with the command `encycle`");

const refusal = (what, help) => new Error(`${what}\nhelp: ${help}`);
