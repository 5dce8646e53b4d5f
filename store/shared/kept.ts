import { firstOf } from './orders.ts'

const keptIn = (kind: string) =>
  `p.selector >= '${kind}:' AND p.selector < '${kind};' AND p.expires_at <= @now`
const byPlace = 'ORDER BY p.selector, p.message_id'

/** Expired mail for a name that nobody took, or for a role that nobody held. An engine says how it joins and limits. */
export function keptSql(join: string, limit: string): string {
  const rows = 'SELECT p.selector, p.message_id AS id FROM postings p'
  return firstOf(
    [
      `${rows} WHERE ${keptIn('agent')} ${byPlace}`,
      `${rows} WHERE ${keptIn('group')} ${byPlace}`,
      `${rows} ${join} messages m ON m.id = p.message_id WHERE ${keptIn('role')} AND p.done_at IS NULL AND m.recipients = '[]'
    AND NOT EXISTS(SELECT 1 FROM events e WHERE e.message_id = p.message_id) ${byPlace}`,
    ],
    'selector, id',
    limit,
  )
}
