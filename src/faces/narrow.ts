/**
 * Latin, Greek and Cyrillic letters, arrows, box drawing and the marks of ours: one cell each, and never part of a cluster.
 * The library and the tables that know all other characters take longer to load than a whole command, so they are asked
 * only where others occur.
 */
const narrow =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2039\u203a\u2190-\u21ff\u2298\u22a0\u2500-\u25fc\u2605\u2709\u270e\u2713-\u2718]*$/u

/** Whether every character of a line is one cell wide and stands alone. */
export function isNarrow(line: string): boolean {
  return narrow.test(line)
}
