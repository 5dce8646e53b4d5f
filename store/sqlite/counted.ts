/**
 * What triggers count, so that an exact number costs no walk: the conditions of the triggers, and the rows that each table
 * has if they are right. `OLD.`, `NEW.` or nothing names the row of a condition.
 */

/** Ranks below this are urgent. */
const urgent = 2 ** 51
/** A copy that still owes an answer, and one that is urgent and unread. */
export const owing = (of: string) => `${of}owes = 1 AND ${of}box IN (0, 1, 2, 6) AND ${of}was IS NOT 4`
const pressing = (of: string) => `${of}box = 0 AND ${of}rank < ${urgent}`
/** 0 owes, 1 is urgent and unread, 2 is both; NULL for all other copies. */
export const pressingAs = (of: string) =>
  `CASE WHEN ${owing(of)} THEN iif(${pressing(of)}, 2, 0) WHEN ${pressing(of)} THEN 1 END`
/** Whether a copy still owes an answer, as `obligations.ts` lists them: also where it expired or died. */
export const indebted = (of: string) => `(${of}owes = 1 AND ${of}box NOT IN (3, 4, 5) AND ${of}was IS NOT 4)`
/** The same alone where it expired or died. */
export const lapsed = (of: string) => `${of}owes = 1 AND ${of}box IN (7, 8) AND ${of}was IS NOT 4`
/** The box that an item of a queue is counted under; what was completed stays so in the archive. */
export const queuedAs = (of: string) =>
  `CASE WHEN ${of}box IN (2, 3, 4, 7) THEN ${of}box WHEN ${of}box = 5 AND ${of}was = 3 THEN 3 END`
/** Of an escalation. Only text is read as a time: the payload is the sender's. */
export const deadlineOf = (message: string) =>
  `CASE WHEN json_valid(${message}more) AND json_type(${message}more, '$.payload.deadline') = 'text'
    THEN unixepoch(${message}more ->> '$.payload.deadline') * 1000 END`

export type CountedTable = {
  readonly table: string
  readonly columns: string
  /** Rows that say that there is something: what is no longer there may have left a zero. */
  readonly counting: string
  /** The same rows, from what they count. */
  readonly rows: string
}

export const countedTables: readonly CountedTable[] = [
  {
    table: 'unread',
    columns: 'agent_id, priority, lasting',
    counting: 'lasting <> 0',
    rows: 'SELECT agent_id, rank >> 51, count(*) FROM deliveries WHERE box = 0 AND expires_at IS NULL GROUP BY 1, 2',
  },
  {
    table: 'debts',
    columns: 'agent_id, owed',
    counting: 'owed <> 0',
    rows: `SELECT agent_id, count(*) FROM deliveries WHERE ${indebted('')} GROUP BY 1`,
  },
  {
    table: 'pressing',
    columns: 'agent_id, what, sender_id, copies',
    counting: 'copies <> 0',
    rows: `SELECT agent_id, ${pressingAs('')}, sender_id, count(*) FROM deliveries WHERE ${pressingAs('')} IS NOT NULL GROUP BY 1, 2, 3`,
  },
  {
    table: 'escalations',
    columns: 'agent_id, rank, deadline',
    counting: 'TRUE',
    rows: `SELECT d.agent_id, d.rank, ${deadlineOf('m.')} FROM deliveries d
CROSS JOIN messages m ON m.id = (d.rank & 281474976710655) WHERE ${owing('d.')} AND m.kind = 'escalation'`,
  },
  {
    table: 'queued',
    columns: 'agent_id, box, items',
    counting: 'items <> 0',
    rows: `SELECT d.agent_id, ${queuedAs('d.')}, count(*) FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id
WHERE ${queuedAs('d.')} IS NOT NULL GROUP BY 1, 2`,
  },
  {
    table: 'verdicts',
    columns: 'verdict, debates, rounds, claims, counters',
    counting: 'debates <> 0',
    rows: 'SELECT verdict, count(*), sum(rounds), sum(claims), sum(counters) FROM debates GROUP BY 1',
  },
]
