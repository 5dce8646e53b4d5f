import type { Happened, Happening } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { firstSince } from '../first-since.ts'
import { addressOf, learnNames, noteName, numberOf } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import { isUndone } from './journal.ts'

/** The newest changes and messages that are looked at. */
const mostWalked = 200_000
/** Of each question. */
const mostCounted = 10_000

type Asked = { readonly since: number; readonly until: number; readonly besides: string }

/** Something that happened, with the numbers of agents. `seq`: the event that says why; `name`: of who did it, where rows tell names. */
type Found = Pick<Happening, 'at' | 'what' | 'message' | 'debate' | 'reason'> & {
  readonly by: number
  readonly name: string | null
  readonly seq: number | null
  readonly owner: number | null
  /** Texts are read for the newest of a sort alone. */
  readonly subject: string | null
  readonly other: number | null
  readonly otherName: string | null
}

const endsSql = `SELECT d.at, CASE e.what WHEN 'complete' THEN 'finished' WHEN 'fail' THEN 'failed' ELSE 'decided' END AS what,
  d.actor_id AS by, e.message_id AS message, e.seq, e.agent_id AS owner
FROM deeds d CROSS JOIN events e ON of_deed(e, d)
WHERE d.id >= @first AND d.at > @since AND d.at <= @until AND d.actor_id <> @besides AND NOT ${isUndone} AND (e.what IN ('complete', 'fail')
  OR e.what = 'answered' AND EXISTS(SELECT 1 FROM messages m WHERE m.id = e.message_id AND m.kind = 'escalation'))
ORDER BY d.id DESC, e.seq DESC LIMIT @counted`
const ofMessages = (what: Happening['what'], from: string) =>
  `SELECT m.arrived_at AS at, '${what}' AS what, m.sender_id AS by, m.id AS message, CAST(NULL AS bigint) AS seq, CAST(NULL AS bigint) AS owner
FROM ${from} m.id >= @first AND m.arrived_at > @since AND m.arrived_at <= @until AND m.sender_id <> @besides ORDER BY m.id DESC LIMIT @counted`
const handoffsSql = ofMessages('handed-on', "messages m WHERE m.kind = 'handoff' AND")
const decisionsSql = ofMessages(
  'decided',
  'decisions x CROSS JOIN messages m ON m.id = x.message_id WHERE x.message_id >= @first AND',
)

const ofMessage = (column: string) => `(SELECT ${column} FROM messages m WHERE m.id = f.message)`
const ofDecision = (column: string) => `(SELECT ${column} FROM decisions x WHERE x.message_id = f.message)`

type Told = { readonly other: string; readonly reason: string; readonly debate: string }
const ofEnds: Told = {
  other: `CASE f.what WHEN 'decided' THEN ${ofMessage('m.sender_id')} ELSE f.owner END`,
  reason: '(SELECT text_at(e.detail, reason) FROM events e WHERE e.seq = f.seq)',
  debate: 'NULL',
}
/** The decision of a debate has no other side. */
const ofDecisions: Told = {
  other: 'f.by',
  reason: ofDecision('text_at(x.decision, approach)'),
  debate: ofDecision('x.thread_id'),
}
const ofHandoffs: Told = {
  other: `coalesce(${ofMessage('(SELECT j.value FROM numbers(m.recipients) j LIMIT 1)')}, f.by)`,
  reason: 'NULL',
  debate: 'NULL',
}

/** The newest of each sort with their texts: the others are counted. */
function toldSql(found: string, { other, reason, debate }: Told): string {
  const ifListed = (column: string) => `CASE WHEN f.turn <= @most THEN ${column} END`
  return `SELECT g.*, name_beside(g.other) AS "otherName" FROM (
  SELECT f.*, name_beside(f.by) AS name, ${ifListed(ofMessage("coalesce(nullif(m.subject, ''), m.preview)"))} AS subject,
    ${ifListed(other)} AS other, ${ifListed(reason)} AS reason, ${ifListed(debate)} AS debate
  FROM (SELECT x.*, row_number() OVER (PARTITION BY x.what ORDER BY x.at DESC, x.message DESC) AS turn FROM (${found}) x) f) g`
}

/** Walks from the first change of that time on; what was before is not looked at. */
export function* happenedIn(connection: Connection, asked: Asked, most: number): Work<Happened> {
  const [changes, messages, besides] = yield* eachBeside(
    connection,
    (at) => firstSince(at, 'deeds', asked.since),
    (at) => firstSince(at, 'messages', asked.since),
    (at) => numberOf(at, asked.besides),
  )
  const questions = [
    [toldSql(endsSql, ofEnds), changes],
    [toldSql(decisionsSql, ofDecisions), messages],
    [toldSql(handoffsSql, ofHandoffs), messages],
  ] as const
  const answers = yield* sideBySide(connection, questions, function* (at, [sql, { first, newest }]) {
    const begin = Math.max(first, newest - mostWalked + 1)
    const bindings = { ...asked, besides, first: begin, counted: mostCounted + 1, most }
    const rows = yield* at.rows<Found>(sql, bindings)
    return { rows: rows.slice(0, mostCounted), isWhole: begin === first && rows.length <= mostCounted }
  })
  const whole = answers.every(({ isWhole }) => isWhole)
  const found = answers.flatMap(({ rows }) => rows)
  found.sort((one, next) => next.at - one.at || next.message - one.message)
  const places = new Map<Happening['what'], number>()
  const listed = found.filter(({ what }) => {
    const place = places.get(what) ?? 0
    places.set(what, place + 1)
    return place < most
  })
  for (const { by, name, other, otherName } of found) {
    if (name !== null) noteName(connection, by, name)
    if (other !== null && otherName !== null) noteName(connection, other, otherName)
  }
  const named = [...found.map(({ by }) => by), ...listed.flatMap(({ other }) => other ?? [])]
  yield* learnNames(connection, named)
  return {
    rows: yield* mapped(listed, (one) => happeningOf(connection, one)),
    counts: yield* countsOf(connection, found),
    whole,
  }
}

function* countsOf(connection: Connection, found: readonly Found[]): Work<Happened['counts']> {
  const counts = new Map<string, { readonly what: Happening['what']; readonly by: number; count: number }>()
  for (const { what, by } of found) {
    const key = `${what} ${by}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { what, by, count: 1 })
    else known.count += 1
  }
  return yield* mapped([...counts.values()], function* ({ by, ...count }) {
    return { ...count, by: yield* addressOf(connection, by) }
  })
}

function* happeningOf(
  connection: Connection,
  { at, what, message, subject, reason, debate, by, other }: Found,
): Work<Happening> {
  return {
    at,
    what,
    message,
    reason,
    debate,
    subject: subject ?? '',
    by: yield* addressOf(connection, by),
    other: yield* addressOf(connection, other ?? by),
  }
}
