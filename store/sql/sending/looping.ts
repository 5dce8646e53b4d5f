import { type LoopCaps, loopSpan, senderSpan } from '../../../src/domain/loops.ts'
import type { Post } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import type { Work } from '../work.ts'

/** A message on its way: who sends it, and who is to have it, by their numbers. */
export type Sending = { readonly post: Post; readonly sender: number; readonly recipients: readonly number[] }

/** What the question is asked with, as its statement names it. */
export type AskedWord = 'sender' | 'thread' | 'since' | 'hour' | 'half' | 'most' | 'sent'

/** Recipients beyond this number are not checked: nobody talks with that many at a time. */
export const mostPaired = 20
/** Before this many messages within the time, nobody is in a loop. */
const fewest = 2

/** When the message came that has this many newer ones. If that was long ago, nobody has sent as many since: one row answers for hundreds. */
function arrivedBefore(many: string): string {
  return `SELECT n.arrived_at FROM messages n WHERE n.id <= (SELECT max(x.id) FROM messages x) - ${many} ORDER BY n.id DESC LIMIT 1`
}

/**
 * Whether a sender writes so much that a loop is possible, in a few steps down indexes: most senders stop at the first. `recipients`
 * is a source of rows `given` with a `value`.
 */
export function mayLoopSql(p: Readonly<Record<AskedWord, string>>, recipients: string): string {
  const newest = (column: string, of: string, at: string) =>
    `(SELECT n.sent_at FROM messages n WHERE n.${column} = ${of} ORDER BY n.id DESC LIMIT 1 OFFSET ${at})`
  return `CASE WHEN EXISTS(SELECT 1 FROM loops l WHERE l.ended_at IS NULL) THEN 1
  WHEN ${newest('sender_id', p.sender, String(fewest))} > ${p.since} THEN CASE
    WHEN ${p.half} IS NOT NULL AND (SELECT n.sent_at FROM messages n WHERE n.thread_id = ${p.thread} AND n.thread_id <> n.id ORDER BY n.id DESC LIMIT 1 OFFSET ${p.most}) > ${p.since} THEN 1
    WHEN ${p.half} IS NOT NULL AND EXISTS(SELECT 1 FROM ${recipients} WHERE ${newest('sender_id', 'given.value', p.half)} > ${p.since})
      AND ${newest('sender_id', p.sender, p.half)} > ${p.since} THEN 1
    WHEN ${p.sent} IS NOT NULL AND (${arrivedBefore(p.sent)}) > ${p.hour} AND ${newest('sender_id', p.sender, p.sent)} > ${p.hour} THEN 1
    ELSE 0 END
  ELSE 0 END`
}

/** The numbers of that question. */
export function askedOf({ caps, sentAt }: Pick<Post, 'caps' | 'sentAt'>) {
  const { exchanged = null, sent = null } = caps ?? {}
  return {
    since: sentAt - loopSpan,
    hour: sentAt - senderSpan,
    // Places counted from the newest, which is 0. Half of an exchange is each side's; a third one's share is at least a quarter.
    half: exchanged === null ? null : Math.max(0, Math.ceil(exchanged / 2) - 1),
    most: exchanged === null ? null : Math.max(0, Math.floor((exchanged * 3) / 4) - 1),
    sent: sent === null ? null : sent - 1,
  }
}

/** The question with its caps written out, which are few: by their names, and one by one, binding takes longer than asking. */
function askedSql({ half, most, sent }: Readonly<Record<'half' | 'most' | 'sent', number | null>>): string {
  const asks = mayLoopSql(
    {
      sender: 'p.sender',
      thread: 'p.thread',
      since: 'p.since',
      hour: 'p.hour',
      half: String(half),
      most: String(most),
      sent: String(sent),
    },
    'numbers(p.recipients) given',
  )
  return `SELECT ${asks}
FROM (SELECT CAST(? AS bigint) AS sender, CAST(? AS bigint) AS thread, CAST(? AS bigint) AS since, CAST(? AS bigint) AS hour, CAST(? AS text) AS recipients) p`
}

/** So many answers came one after another that the next one is looked at. */
export function isLongChain(hops: number, caps: LoopCaps | undefined): boolean {
  return caps !== undefined && caps.exchanged !== null && hops >= caps.exchanged
}

/** Whether a message is to be looked at closer, before it goes. */
export function* mayLoop(tx: Tx, { post, sender, recipients }: Sending): Work<boolean> {
  const { caps, thread, hops = 0 } = post
  if (caps === undefined) return false
  if (isLongChain(hops, caps)) return true
  const to = numbersOf(recipients.slice(0, mostPaired))
  const { since, hour, ...rest } = askedOf(post)
  return (yield* tx.cell<number>(askedSql(rest), sender, thread, since, hour, to)) === 1
}

export function numbersOf(ids: readonly number[]): string {
  return `[${ids.join(',')}]`
}
