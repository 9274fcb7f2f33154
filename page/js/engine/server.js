// The engine on the server: a job is a POST whose answer is a stream of server-sent events.

import { JobError } from "./errors.js";

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
      headers: { "Content-Type": "application/json" },
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
