import type { Happened, Happening } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { addressOf, learnNames, numberOf } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import { isUndone } from './journal.ts'

/** The newest changes and messages that are looked at. */
const mostWalked = 200_000
/** Of each question. */
const mostCounted = 10_000

/** Something that happened, before its texts are read. `seq`: the event that says why. */
type Found = Pick<Happening, 'at' | 'what' | 'message'> & { readonly by: number; readonly seq: number | null }
type Asked = { readonly since: number; readonly until: number; readonly besides: string }

const endsSql = `SELECT d.at, CASE e.what WHEN 'complete' THEN 'finished' WHEN 'fail' THEN 'failed' ELSE 'decided' END AS what,
  d.actor_id AS by, e.message_id AS message, e.seq
FROM deeds d CROSS JOIN events e ON of_deed(e, d)
WHERE d.id >= @first AND d.at > @since AND d.at <= @until AND d.actor_id <> @besides AND NOT ${isUndone} AND (e.what IN ('complete', 'fail')
  OR e.what = 'answered' AND EXISTS(SELECT 1 FROM messages m WHERE m.id = e.message_id AND m.kind = 'escalation'))
ORDER BY d.id DESC, e.seq DESC LIMIT @most`
const ofMessages = (what: Happening['what'], from: string) =>
  `SELECT m.arrived_at AS at, '${what}' AS what, m.sender_id AS by, m.id AS message, NULL AS seq
FROM ${from} m.id >= @first AND m.arrived_at > @since AND m.arrived_at <= @until AND m.sender_id <> @besides ORDER BY m.id DESC LIMIT @most`
const handoffsSql = ofMessages('handed-on', "messages m WHERE m.kind = 'handoff' AND")
const decisionsSql = ofMessages(
  'decided',
  'decisions x CROSS JOIN messages m ON m.id = x.message_id WHERE x.message_id >= @first AND',
)

/** Walks from the first change of that time on; what was before is not looked at. */
export function* happenedIn(connection: Connection, asked: Asked, most: number): Work<Happened> {
  const [changes, messages, besides] = yield* eachBeside(
    connection,
    (at) => at.engine.firstSince('deeds', 'at', asked.since),
    (at) => at.engine.firstSince('messages', 'arrived_at', asked.since),
    (at) => numberOf(at, asked.besides),
  )
  const found: Found[] = []
  const questions = [
    [endsSql, changes],
    [decisionsSql, messages],
    [handoffsSql, messages],
  ] as const
  const answers = yield* sideBySide(connection, questions, function* (at, [sql, { first, newest }]) {
    const begin = Math.max(first, newest - mostWalked + 1)
    const rows = yield* at.rows<Found>(sql, { ...asked, besides, first: begin, most: mostCounted + 1 })
    return { rows, isWhole: begin === first && rows.length <= mostCounted }
  })
  const whole = answers.every(({ isWhole }) => isWhole)
  for (const { rows } of answers) {
    found.push(...rows.slice(0, mostCounted).map((row) => ({ ...row, by: Number(row.by) })))
  }
  found.sort((one, next) => next.at - one.at || next.message - one.message)
  const places = new Map<Happening['what'], number>()
  const listed = found.filter(({ what }) => {
    const place = places.get(what) ?? 0
    places.set(what, place + 1)
    return place < most
  })
  const [rows, counts] = yield* eachBeside(
    connection,
    (at) => withTexts(at, listed),
    (at) => countsOf(at, found),
  )
  return { rows, counts, whole }
}

function* countsOf(connection: Connection, found: readonly Found[]): Work<Happened['counts']> {
  const counts = new Map<string, { readonly what: Happening['what']; readonly by: number; count: number }>()
  for (const { what, by } of found) {
    const key = `${what} ${by}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { what, by, count: 1 })
    else known.count += 1
  }
  yield* learnNames(connection, [...new Set(found.map(({ by }) => by))])
  return yield* mapped([...counts.values()], function* ({ by, ...count }) {
    return { ...count, by: yield* addressOf(connection, by) }
  })
}

type Text = {
  readonly id: number
  readonly subject: string
  readonly sender: number
  readonly recipient: number | null
  readonly decided: string | null
  readonly debate: number | null
}
type Reason = { readonly seq: number; readonly owner: number; readonly reason: string | null }

const textsSql = `SELECT m.id, coalesce(nullif(m.subject, ''), m.preview) AS subject, m.sender_id AS sender,
  (SELECT j.value FROM numbers(m.recipients) j LIMIT 1) AS recipient,
  text_at(x.decision, approach) AS decided, x.thread_id AS debate
FROM messages m LEFT JOIN decisions x ON x.message_id = m.id WHERE m.id IN (SELECT value FROM numbers(?))`
const reasonsSql = `SELECT e.seq, e.agent_id AS owner, text_at(e.detail, reason) AS reason FROM events e
WHERE e.seq IN (SELECT value FROM numbers(?))`

/** What is listed is few: its texts are read for all at once. */
function* withTexts(connection: Connection, listed: readonly Found[]): Work<readonly Happening[]> {
  const messages = [...new Set(listed.map(({ message }) => message))]
  const events = listed.flatMap(({ seq }) => seq ?? [])
  const [texts, reasons] = yield* eachBeside(
    connection,
    (at) => at.rows<Text>(textsSql, JSON.stringify(messages)),
    (at) => at.rows<Reason>(reasonsSql, JSON.stringify(events)),
  )
  const textOf = new Map(texts.map((text) => [text.id, text]))
  const reasonOf = new Map(reasons.map((reason) => [reason.seq, reason]))
  const complete = listed.flatMap(({ at, what, by, message, seq }) => {
    const text = textOf.get(message)
    if (text === undefined) return []
    const reason = seq === null ? undefined : reasonOf.get(seq)
    const [said, debate] = reason === undefined ? [text.decided, text.debate] : [reason.reason, null]
    const other = otherOf({ what, by }, text, reason)
    return [{ at, what, message, subject: text.subject, reason: said, debate, by, other: Number(other) }]
  })
  yield* learnNames(connection, [...new Set(complete.flatMap(({ by, other }) => [by, other]))])
  return yield* mapped(complete, function* ({ by, other, ...row }): Work<Happening> {
    return { ...row, by: yield* addressOf(connection, by), other: yield* addressOf(connection, other) }
  })
}

function otherOf({ what, by }: Pick<Found, 'what' | 'by'>, text: Text, reason: Reason | undefined): number {
  if (what === 'handed-on') return text.recipient ?? by
  // The decision of a debate has no other side.
  if (what === 'decided') return reason === undefined ? by : text.sender
  return reason?.owner ?? by
}
