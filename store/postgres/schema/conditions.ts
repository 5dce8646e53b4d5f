/** What triggers count, so that an exact number costs no walk. `OLD.`, `NEW.` or nothing names the row of a condition. */

/** Ranks below this are urgent. */
const urgent = 2 ** 51
/** A copy that still owes an answer, and one that is urgent and unread. */
export const owing = (of: string) =>
  `(${of}owes = 1 AND ${of}box IN (0, 1, 2, 6) AND ${of}was IS DISTINCT FROM 4)`
const pressing = (of: string) => `(${of}box = 0 AND ${of}rank < ${urgent})`
/** 0 owes, 1 is urgent and unread, 2 is both; NULL for all other copies. */
export const pressingAs = (of: string) =>
  `(CASE WHEN ${owing(of)} THEN CASE WHEN ${pressing(of)} THEN 2 ELSE 0 END WHEN ${pressing(of)} THEN 1 END)`
/** Whether a copy still owes an answer, also where it expired or died. */
export const indebted = (of: string) =>
  `(${of}owes = 1 AND ${of}box NOT IN (3, 4, 5) AND ${of}was IS DISTINCT FROM 4)`
/** The same alone where it expired or died. */
export const lapsed = (of: string) => `(${of}owes = 1 AND ${of}box IN (7, 8) AND ${of}was IS DISTINCT FROM 4)`
/** The box that an item of a queue is counted under; what was completed stays so in the archive. */
export const queuedAs = (of: string) =>
  `(CASE WHEN ${of}box IN (2, 3, 4, 7) THEN ${of}box WHEN ${of}box = 5 AND ${of}was = 3 THEN 3 END)`
/** Of an escalation. */
export const deadlineOf = (message: string) => `deadline_of(${message}more)`
