// The errors of jobs.

/** A request that the engine did not answer. */
export class JobError extends Error {
  /**
   * @param {string} message What is wrong, and the fix.
   * @param {number | null} [line] The line in the text of the request, from 1.
   * @param {number | null} [column] The column, from 1.
   */
  constructor(message, line = null, column = null) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** A job that was cancelled. */
export class Cancelled extends Error {}
