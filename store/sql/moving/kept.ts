import { firstOf } from '../rows/due-rows.ts'

const keptIn = (kind: string) =>
  `p.selector >= '${kind}:' AND p.selector < '${kind};' AND p.expires_at <= @now`
const byPlace = 'ORDER BY p.selector, p.message_id'
const rows = 'SELECT p.selector, p.message_id AS id FROM postings p'

/** Expired mail for a name that nobody took, or for a role that nobody held. */
export const expiredKept = firstOf(
  [
    `${rows} WHERE ${keptIn('agent')} ${byPlace}`,
    `${rows} WHERE ${keptIn('group')} ${byPlace}`,
    `${rows} CROSS JOIN messages m ON m.id = p.message_id WHERE ${keptIn('role')} AND p.done_at IS NULL AND m.recipients = '[]'
    AND NOT EXISTS(SELECT 1 FROM events e WHERE e.message_id = p.message_id) ${byPlace}`,
  ],
  'selector, id',
  '@most',
)
