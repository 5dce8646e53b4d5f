import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { AnswersValue, BoxStatsValue, StatsValue } from '../../../values/statistics-schema.ts'
import { age, grouped } from '../../present.ts'
import { bar, lengthOf, sparkline } from '../../present-chart.ts'
import { type Cell, cutAll, type Printed, type Sheet, table } from '../sheet.ts'
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

/** What happened meanwhile: what needs the reader first, then what went wrong, then what is done. */
export function printAway(value: Values['away'], sheet: Sheet): Printed {
  const { waiting, decided, failed, finished, handedOn, agents, whole } = value
  const rows = (some: Values['away']['finished']) =>
    some.length === 0
      ? []
      : table(
          some.map(({ at, by, message, subject, other, reason }): readonly Cell[] => [
            { text: `${age(at, sheet.now)} ago`, colour: 'dim' },
            { text: sanitizeLine(other === by ? by : `${by} → ${other}`) },
            { text: message, colour: 'dim' },
            { text: sanitizeLine(reason === null ? subject : `${subject}: ${reason}`) },
          ]),
          sheet,
          3,
          [{ from: 'right' }],
        )
  const waits = waiting.map(({ why, count }): readonly Cell[] => [{ text: why }, { text: String(count) }])
  const busy = agents.map((one): readonly Cell[] => [
    { text: sanitizeLine(one.agent) },
    { text: doneBy(one) },
  ])
  const lines = [
    ...section('waiting for you', waits.length === 0 ? [] : table(waits, sheet, 0, [{}, { from: 'right' }])),
    ...section('failed', rows(failed)),
    ...section('decided', rows(decided)),
    ...section('finished', rows(finished)),
    ...section('handed on', rows(handedOn)),
    ...section('agents', busy.length === 0 ? [] : table(busy, sheet, 1)),
  ]
  const time = `in the last ${age(value.since, sheet.now)}`
  const notes = whole ? [] : ['More happened than is listed: look back less far with --since.']
  if (lines.length === 0)
    return { lines: [], notes: [`Nothing happened ${time}, and nothing waits for you.`] }
  return { lines: [`What happened ${time}:`, ...lines], notes }
}

function doneBy({ finished, failed, decided, handedOn }: Values['away']['agents'][number]): string {
  const parts = [
    [finished, 'finished'],
    [failed, 'failed'],
    [decided, 'decided'],
    [handedOn, 'handed on'],
  ] as const
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
}
