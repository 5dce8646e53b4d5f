import type { EventWord } from '../../../src/domain/event.ts'
import type { Kind } from '../../../src/domain/kind.ts'
import { idMask, idSpan } from '../../../src/domain/priority.ts'
import { openTally, type Period, type Statistics } from '../../../src/domain/statistics.ts'
import type { StatisticsStore } from '../../mail-store.ts'
import type { Connection, Shape } from '../connection.ts'
import { firstSince } from '../first-since.ts'
import { countUnreadOf } from '../rows/counts.ts'
import { addressOf, knownAddress, learnNames, noteName } from '../rows/names.ts'
import { shapeOf } from '../shapes.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { step, type Work, type Working } from '../work.ts'
import { happenedIn } from './happened.ts'
import { activeTimes } from './journal.ts'
import { timelinePage } from './timeline.ts'

const most = 200_000
/** The number of rows per slice, so that other requests of this thread do not wait long. */
const sliceSize = 5_000

type Table = 'messages' | 'deeds'
/** Numbers to go through. */
type Slice = { readonly table: Table; readonly from: number; readonly to: number }
type Tally = ReturnType<typeof openTally>

/**
 * Statistics by slices: as many at once as the engine is asked for, one lot after the other. Sums kept as mail is sent would be quicker,
 * and each send, read and claim would write one more page.
 */
type Survey = {
  lots(): Promise<readonly (readonly Slice[])[]>
  count(lot: readonly Slice[]): Promise<void>
  /** Of each who has unread mail how much, and since when. */
  waiting(): Promise<ReadonlyMap<string, Waiting>>
  result(waiting: ReadonlyMap<string, Waiting>): Promise<Statistics>
}

/** @param partOf opens a part of the port on the store */
export function openStatistics(
  partOf: <Part extends object>(open: (connection: Connection) => Working<Part>) => Part,
): StatisticsStore {
  return {
    ...partOf<Pick<StatisticsStore, 'timeline' | 'happened' | 'active'>>((connection) => ({
      happened: (asked, most) => connection.read((at) => happenedIn(at, asked, most)),
      active: (agent, since, most) => connection.read((at) => activeTimes(at, agent, since, most)),
      timeline: (agent, page) => connection.read((at) => timelinePage(at, agent, page)),
    })),
    async read(period) {
      const survey = partOf<Survey>((connection) => openSurvey(connection, period))
      const lots = await survey.lots()
      const waiting = survey.waiting()
      // It is awaited below.
      waiting.catch(() => undefined)
      for (const lot of lots) {
        await survey.count(lot)
        await new Promise(setImmediate)
      }
      return survey.result(await waiting)
    },
  }
}

function openSurvey(connection: Connection, period: Period): Working<Survey> {
  const tally = openTally(period)
  const answered = new Set<string>()
  let isWhole = true
  let owners: readonly Owner[] = []

  function* slicesOf(at: Connection, table: Table): Work<readonly Slice[]> {
    const { first, newest } = yield* firstSince(at, table, period.since)
    const begin = Math.max(first, newest - most + 1)
    isWhole &&= begin === first
    const slices: Slice[] = []
    for (let from = begin; from <= newest; from += sliceSize)
      slices.push({ table, from, to: Math.min(from + sliceSize - 1, newest) })
    return slices
  }

  return {
    lots: () =>
      connection.read(function* (at) {
        const [messages, deeds, known] = yield* eachBeside(
          at,
          (each) => slicesOf(each, 'messages'),
          (each) => slicesOf(each, 'deeds'),
          (each) => each.rows<Owner>('SELECT id, address FROM agents ORDER BY id'),
        )
        owners = known
        for (const { id, address } of owners) noteName(at, id, address)
        return lotsOf([...messages, ...deeds], at.engine.slicesAtOnce)
      }),
    count: (lot) =>
      connection.read(function* (at) {
        const counts = yield* sideBySide(at, lot, (each, slice) => rowsOf(each, slice, period.until))
        for (const { messages, answers, events } of counts) {
          yield* countMessages(at, tally, messages)
          yield* countAnswers(at, tally, answered, answers)
          yield* countEvents(at, tally, events)
        }
      }),
    waiting: () => connection.read((at) => waitingNow(at, owners, period.until)),
    result: (waiting) =>
      step(() => {
        for (const address of waiting.keys()) tally.also(address)
        return tally.result(isWhole, (address) => waiting.get(address) ?? noneWaiting)
      }),
  }
}

function lotsOf(slices: readonly Slice[], size: number): readonly (readonly Slice[])[] {
  return Array.from({ length: Math.ceil(slices.length / size) }, (_, at) =>
    slices.slice(at * size, (at + 1) * size),
  )
}

type Rows = {
  readonly messages: readonly MessageRow[]
  readonly answers: readonly AnswerRow[]
  readonly events: readonly EventRow[]
}

function* rowsOf(connection: Connection, { table, from, to }: Slice, until: number): Work<Rows> {
  if (table === 'deeds')
    return {
      messages: [],
      answers: [],
      events: yield* connection.wide(eventShape, eventsSql, from, to, until),
    }
  const [messages, answers] = yield* eachBeside(
    connection,
    (at) => at.wide(messageShape, messagesSql, from, to, until),
    (at) => at.wide(answerShape, answersSql, from, to, until),
  )
  return { messages, answers, events: [] }
}

type Waiting = { readonly unread: number; readonly oldest: number | null }
const noneWaiting: Waiting = { unread: 0, oldest: null }
type Owner = { readonly id: number; readonly address: string }

/** Of each who has any, what counts as unread everywhere else too. */
function* waitingNow(
  connection: Connection,
  owners: readonly Owner[],
  now: number,
): Work<ReadonlyMap<string, Waiting>> {
  const counts = yield* countUnreadOf(
    connection,
    owners.map(({ id }) => id),
    now,
  )
  const counted = owners.map(({ id, address }, at) => ({ id, address, unread: counts[at]?.total ?? 0 }))
  const those = counted.filter(({ unread }) => unread > 0)
  const oldest = yield* sideBySide(connection, those, (at, { id: agent }) =>
    at.cell<number | null>(oldestSql, { agent, now }),
  )
  return new Map(those.map(({ address, unread }, at) => [address, { unread, oldest: oldest[at] ?? null }]))
}

type MessageRow = {
  readonly sender: number
  readonly kind: Kind
  readonly at: number
  readonly recipients: readonly number[]
}

const messageShape: Shape<MessageRow> = {
  columns: 'sender_id, kind, arrived_at, recipients',
  rowOf: (cells) => ({
    sender: cells[0] ?? 0,
    kind: cells[1] ?? 'notification',
    at: cells[2] ?? 0,
    recipients: JSON.parse(cells[3] ?? '[]') as readonly number[],
  }),
}
const messagesSql = `SELECT ${messageShape.columns} FROM messages WHERE id BETWEEN ? AND ? AND arrived_at <= ? ORDER BY id`

function* countMessages(connection: Connection, tally: Tally, rows: readonly MessageRow[]): Work<void> {
  yield* learnNames(
    connection,
    rows.flatMap(({ sender, recipients }) => [sender, ...recipients]),
  )
  for (const { sender, kind, at, recipients } of rows) {
    const addresses: string[] = []
    for (const id of recipients)
      addresses.push(knownAddress(connection, id) ?? (yield* addressOf(connection, id)))
    tally.message(yield* addressOf(connection, sender), kind, addresses, at)
  }
}

type AnswerRow = {
  readonly sender: number
  readonly at: number
  readonly replied: number
  readonly asker: number | null
  readonly asked: number | null
}

const answerShape = shapeOf<AnswerRow>(
  'm.sender_id AS sender, m.arrived_at AS at, m.reply_to AS replied, o.sender_id AS asker, o.arrived_at AS asked',
)
/** Most messages answer none: a look at these again is cheaper than their columns for all. */
const answersSql = `SELECT ${answerShape.columns} FROM messages m LEFT JOIN messages o ON o.id = m.reply_to
WHERE m.id BETWEEN ? AND ? AND m.arrived_at <= ? AND m.reply_to IS NOT NULL ORDER BY m.id`

function* countAnswers(
  connection: Connection,
  tally: Tally,
  answered: Set<string>,
  rows: readonly AnswerRow[],
): Work<void> {
  for (const row of rows) {
    const { sender, at, replied, asker, asked } = row
    const address = yield* addressOf(connection, sender)
    if (address === 'system') continue
    const key = `${replied} ${sender}`
    if (answered.has(key)) continue
    answered.add(key)
    if (asker !== null && asked !== null && asker !== sender) tally.answer(address, at - asked)
  }
}

/** The boxes before and after; `null` where no state changed. */
type EventRow = {
  readonly agent: number
  readonly what: EventWord
  readonly before: number | null
  readonly after: number | null
  readonly at: number
}

const eventShape = shapeOf<EventRow>('agent_id AS agent, what, before, after, at')
const eventsSql = `SELECT e.agent_id AS agent, e.what, number_at(e.change, 0, 0) AS before, number_at(e.change, 1, 0) AS after, t.at
FROM deeds t CROSS JOIN events e ON of_deed(e, t) WHERE t.id BETWEEN ? AND ? AND t.at <= ?`

function* countEvents(connection: Connection, tally: Tally, rows: readonly EventRow[]): Work<void> {
  yield* learnNames(
    connection,
    rows.map(({ agent }) => agent),
  )
  for (const { agent, what, before, after, at } of rows) {
    tally.deed(what)
    const grown = Number(after === 0) - Number(before === 0)
    if (grown === 0) continue
    const address = knownAddress(connection, agent) ?? (yield* addressOf(connection, agent))
    tally.waiting(address, at, grown)
  }
}

/** The first of each rank that occurs: no more steps than there are priorities and tiers. A frozen owner's clock stands still. */
const firstFrom = (
  from: string,
) => `(SELECT d.rank FROM deliveries d WHERE d.agent_id = @agent AND d.box = 0 AND d.rank >= ${from}
  AND (d.expires_at IS NULL OR d.expires_at > (SELECT least(@now, coalesce(a.frozen_at, @now)) FROM agents a WHERE a.id = @agent))
  ORDER BY d.rank LIMIT 1)`
const oldestSql = `WITH RECURSIVE heads(rank) AS (SELECT ${firstFrom('0')}
  UNION ALL SELECT ${firstFrom(`((h.rank / ${idSpan} + 1) * ${idSpan})`)} FROM heads h WHERE h.rank IS NOT NULL)
SELECT m.arrived_at FROM messages m WHERE m.id = (SELECT min(h.rank & ${idMask}) FROM heads h)`
