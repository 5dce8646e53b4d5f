import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { AnswersValue, BoxStatsValue, StatsValue } from '../../../values/statistics-schema.ts'
import { age, grouped } from '../../present.ts'
import {
  type AwayRow,
  awaySections,
  awayTime,
  happenedTo,
  happenedWords,
  moreHappened,
  nothingHappened,
} from '../../present-away.ts'
import { bar, lengthOf, sparkline } from '../../present-chart.ts'
import { type Cell, type Column, cutAll, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

const barRoom = 24

export function printStats(value: StatsValue, sheet: Sheet): Printed {
  const { messages, debate, answers, kinds, agents, queues } = value
  const ratio = debate.ratio === null ? '' : ` · ${debate.ratio.toFixed(2)} counters per claim`
  const head = [
    `${grouped(messages.count)} messages, ${messages.perHour.toFixed(1)} per hour${ratio}`,
    `flow     ${sparkline(messages.flow)}  each ${lengthOf(value.bucket)}`,
    `answers  ${toldAnswers(answers)}`,
  ]
  const most = kinds[0]?.count ?? 0
  const kindRows = kinds.map(({ kind, count }): readonly Cell[] => [
    { text: kind },
    { text: String(count) },
    { text: bar(count, most, barRoom), colour: 'cyan' },
  ])
  const lines = [
    ...cutAll(head, sheet),
    ...section('kinds', kindRows.length === 0 ? [] : table(kindRows, sheet, 2, [{}, { from: 'right' }])),
    ...section('agents', boxes(agents, sheet)),
    ...section('queues', boxes(queues, sheet)),
  ]
  return { lines, notes: value.whole ? [] : ['Only the newest 200,000 messages and changes were counted.'] }
}

function toldAnswers({ count, median, p90, longest }: AnswersValue): string {
  if (count === 0) return 'none'
  return `${count}, 50% within ${lengthOf(median)}, 90% within ${lengthOf(p90)}, longest ${lengthOf(longest)}`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function boxes(listed: readonly BoxStatsValue[], sheet: Sheet): readonly string[] {
  if (listed.length === 0) return []
  const titles = ['', 'sent', 'got', 'answers', 'median', 'unread', 'oldest', 'backlog']
  const sorted = listed.toSorted((one, other) => other.unread - one.unread || other.received - one.received)
  const rows = sorted.map((box): readonly Cell[] => [
    { text: sanitizeLine(box.address) },
    { text: String(box.sent) },
    { text: String(box.received) },
    { text: String(box.answers.count) },
    { text: lengthOf(box.answers.median) },
    { text: String(box.unread), colour: box.unread > 0 ? 'bold' : undefined },
    { text: lengthOf(box.oldest) },
    { text: sparkline(box.backlog), colour: 'cyan' },
  ])
  const right = { from: 'right' } as const
  const columns = [{}, right, right, right, right, right, right]
  return table([titles.map((text) => ({ text, colour: 'dim' as const })), ...rows], sheet, 0, columns)
}

export function printTimeline({ agent, timeline, next }: Values['timeline'], sheet: Sheet): Printed {
  if (timeline.length === 0) return { lines: [], notes: [`${sanitizeLine(agent)} has no activity yet.`] }
  const rows = timeline.map(({ at, what, message, subject, other }): readonly Cell[] => [
    { text: `${age(at, sheet.now)} ago`, colour: 'dim' },
    { text: what, colour: 'bold' },
    { text: message, colour: 'dim' },
    { text: sanitizeLine(other) },
    { text: sanitizeLine(subject) },
  ])
  return { lines: table(rows, sheet, 4, [{ from: 'right' }]), notes: more(next) }
}

/** What happened meanwhile, by its sections. */
export function printAway(value: Values['away'], sheet: Sheet): Printed {
  const sections = awaySections(value)
  if (sections.length === 0) return { lines: [], notes: [nothingHappened(value, sheet.now)] }
  const lines = sections.flatMap(({ title, rows, more }) => {
    const cells = rows.map((row) => awayCells(row, sheet.now))
    const columns: readonly Column[] = rows[0]?.type === 'happened' ? [{ from: 'right' }] : []
    const listed = table(cells, sheet, (cells[0]?.length ?? 1) - 1, columns)
    return [...section(title, listed), ...(more > 0 ? [`and ${more} more`] : [])]
  })
  const notes = value.whole ? [] : [moreHappened]
  return { lines: [`What happened ${awayTime(value, sheet.now)}:`, ...lines], notes }
}

function awayCells(row: AwayRow, now: number): readonly Cell[] {
  if (row.type === 'waiting') return [{ text: row.words }]
  if (row.type === 'agent') return [{ text: sanitizeLine(row.agent) }, { text: row.words }]
  return [
    { text: `${age(row.at, now)} ago`, colour: 'dim' },
    { text: sanitizeLine(happenedTo(row)) },
    { text: row.message, colour: 'dim' },
    { text: sanitizeLine(happenedWords(row)) },
  ]
}
