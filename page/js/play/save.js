// Saved games in the storage of the browser, one entry a puzzle. Private windows may refuse it; then nothing is saved.

const PREFIX = "encycle:game:";
const LAST = "encycle:last";
const MODE = "encycle:mode";
const MOST = 200;

/** Returns a short key for a text: two hashes of 32 bits. */
function keyOf(text) {
  let [a, b] = [0x811c9dc5, 5381];
  for (let k = 0; k < text.length; k += 1) {
    const code = text.charCodeAt(k);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 33) + code) | 0;
  }
  return `${PREFIX}${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}${text.length.toString(36)}`;
}

function read(key) {
  try {
    return parsed(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Saves a game, and returns whether the browser did. */
export function saveGame(game) {
  const { puzzle, title, kind } = game.board;
  const entry = {
    puzzle,
    title,
    kind,
    steps: game.steps,
    at: game.at,
    seconds: Math.round(game.seconds),
    solved: game.solved,
    when: Date.now(),
  };
  return write(keyOf(puzzle), entry);
}

function write(key, entry) {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    try {
      localStorage.setItem(key, JSON.stringify(entry));
      return true;
    } catch {
      // the storage is full: drop the oldest game, then the older half of the history
      if (!dropOldest(key) && !shorten(entry)) return false;
    }
  }
  return false;
}

function shorten(entry) {
  const half = Math.floor(entry.at / 2);
  if (half < 1) return false;
  const merged = new Map();
  for (const step of entry.steps.slice(0, half)) {
    for (let k = 0; k < step.length; k += 3) merged.set(step[k], step[k + 2]);
  }
  const first = [...merged].filter(([, state]) => state !== 0).flatMap(([index, state]) => [index, 0, state]);
  entry.steps = [first, ...entry.steps.slice(half)];
  entry.at = entry.at - half + 1;
  return half > 1;
}

function entries() {
  const found = [];
  try {
    for (let k = 0; k < localStorage.length; k += 1) {
      const key = localStorage.key(k);
      if (key?.startsWith(PREFIX)) found.push(key);
    }
  } catch {
    return [];
  }
  const all = found.map((key) => ({ key, entry: read(key) })).filter(({ entry }) => typeof entry?.puzzle === "string");
  return all.sort((a, b) => (b.entry.when ?? 0) - (a.entry.when ?? 0));
}

function dropOldest(but) {
  const oldest = entries()
    .filter(({ key }) => key !== but)
    .pop();
  if (!oldest) return false;
  localStorage.removeItem(oldest.key);
  return true;
}

/** Returns whether a key of the storage is that of the game of a puzzle. */
export const isGameOf = (key, puzzle) => key === keyOf(puzzle);

/** Reads the saved game of a puzzle, or null. */
export function savedGame(puzzle) {
  const entry = read(keyOf(puzzle));
  return entry?.puzzle === puzzle ? entry : null;
}

/** Returns the newest saved games that have marks. */
export function recentGames(limit) {
  const all = entries();
  for (const { key } of all.slice(MOST)) localStorage.removeItem(key);
  return all
    .map(({ entry }) => entry)
    .filter((entry) => entry.at > 0)
    .slice(0, limit);
}

/** Remembers the puzzle that is open: in this tab, and for new tabs. */
export function saveLast(puzzle) {
  for (const storage of storages()) store(storage, LAST, JSON.stringify(puzzle));
}

/** Returns the puzzle that was open last in this tab, or else in another one, or null. */
export function lastPuzzle() {
  const texts = storages().map((storage) => parsed(storage.getItem(LAST)));
  return texts.find((text) => typeof text === "string") ?? null;
}

/** Remembers the mode of this tab. */
export function saveMode(mode) {
  const [tab] = storages();
  if (tab) store(tab, MODE, mode);
}

/** Returns the mode that this tab had last, or an empty text. */
export function lastMode() {
  return storages()[0]?.getItem(MODE) ?? "";
}

/** Returns the storage of this tab, and that of all tabs; fewer if the browser forbids them. */
function storages() {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

function store(storage, key, text) {
  try {
    storage.setItem(key, text);
  } catch {
    // the page opens with an example next time
  }
}

function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
