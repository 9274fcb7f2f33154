// The engine on the server: a job is a POST whose answer is a stream of server-sent events.

import { JobError } from "./errors.js";

const KEY = "encycle:key";

/**
 * The secret that each job needs. The first address has it in its fragment; later it is in the storage, which belongs to this
 * port. It is read anew for each job, because the address of a new server may be open in another tab.
 */
const key = takeKey();

function takeKey() {
  const [found, taken, rest] = /^#k=([0-9a-f]+)(?:&(.*))?$/.exec(location.hash) ?? [];
  if (found) {
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
    try {
      localStorage.setItem(KEY, taken);
    } catch {
      return () => taken;
    }
  }
  return () => localStorage.getItem(KEY) ?? "";
}

const GONE = "the server does not answer\nhelp: start `encycle serve` again and open the address that it prints";

/**
 * Sends a request and passes each event on.
 * @param {object} request
 * @param {(event: object) => void} take
 * @param {AbortSignal} signal Closes the connection, which ends the job.
 */
export async function exchange(request, take, signal) {
  let response;
  try {
    response = await fetch("api/job", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Encycle-Key": key() },
      body: JSON.stringify(request),
      signal,
    });
  } catch {
    throw new JobError(GONE);
  }
  if (!response.ok) throw new JobError(await refusal(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch {
      throw new JobError(GONE);
    }
    if (piece.done) return;
    rest += piece.value;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) take(JSON.parse(line.slice(5)));
    }
  }
}

/** Describes a response with an error status. */
async function refusal(response) {
  const text = (await response.text().catch(() => "")).trim();
  if (response.status === 403) {
    return `${text || "the server refuses this page"}\nhelp: open the address that \`encycle serve\` printed`;
  }
  if (response.status === 413) return text || "the text is too long for the server";
  if (response.status === 429) return text || "too many jobs run at once\nhelp: cancel one, or wait";
  return text || `the server answers with status ${response.status}`;
}
