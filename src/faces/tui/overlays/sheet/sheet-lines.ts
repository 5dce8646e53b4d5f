import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { BoxStatsValue, StatsValue } from '../../../../values/statistics-schema.ts'
import { grouped } from '../../../present.ts'
import { bar, lengthOf, sparkline } from '../../../present-chart.ts'
import { boxWidth } from '../../layout.ts'
import type { Size } from '../../state.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { momentLine } from '../../text/moment-line.ts'
import { requestLines } from './request-lines.ts'
import type { Sheet } from './sheet-state.ts'

export function sheetHeight({ rows }: Size): number {
  return Math.max(1, rows - 4)
}

export function sheetWidth({ columns }: Size): number {
  return boxWidth(columns, 130)
}

export function sheetTitle(sheet: Sheet): Line {
  if (sheet.type === 'timeline')
    return [word('Timeline of ', 'section'), span(sanitizeLine(sheet.agent), 'section')]
  if (sheet.type === 'request')
    return [word('Request of ', 'section'), span(sanitizeLine(sheet.agent), 'section')]
  return [
    word('Metrics', 'section'),
    word(` · last ${lengthOf(sheet.since / 1000)} `, 'dim'),
    word('[ ]', 'accent'),
  ]
}

export function sheetLines(sheet: Sheet, size: Size, now: number): readonly Line[] {
  const width = sheetWidth(size) - 4
  if (sheet.type === 'stats')
    return sheet.value === null ? [[word('counting …', 'dim')]] : statsLines(sheet.value, width)
  if (sheet.type === 'request')
    return sheet.value === null ? [[word('looking …', 'dim')]] : requestLines(sheet.value, width, now)
  const rows = sheet.rows.map((row) => momentLine(row, width, now))
  if (rows.length > 0) return rows
  return [[word(sheet.loading ? 'looking …' : 'No activity yet.', 'dim')]]
}

function statsLines(value: StatsValue, width: number): readonly Line[] {
  const { messages, debate, answers, kinds, agents, queues } = value
  const ratio =
    debate.ratio === null
      ? 'no claims'
      : `${debate.ratio.toFixed(2)} (${debate.counters} to ${debate.claims})`
  const margin = width < 50 ? 10 : 18
  const fact = (name: string, told: string): Line => [word(name.padEnd(margin), 'dim'), word(told)]
  const most = kinds[0]?.count ?? 0
  const barRoom = Math.max(4, Math.min(40, width - 24))
  return [
    fact('messages', `${grouped(messages.count)} · ${messages.perHour.toFixed(1)} per hour`),
    [
      word('flow'.padEnd(margin), 'dim'),
      ...sparks(messages.flow),
      ...(width < 45 ? [] : [word(`  ${lengthOf(value.bucket)} each`, 'dim')]),
    ],
    fact(width < 50 ? 'counters' : 'counters per claim', ratio),
    fact('answers', `${answers.count} · median ${lengthOf(answers.median)} · p90 ${lengthOf(answers.p90)}`),
    ...(value.whole ? [] : [[word('only the newest 200,000 were counted', 'warning')]]),
    [],
    [word('Kinds', 'section')],
    ...kinds.map(
      ({ kind, count }): Line => [
        word(`  ${kind.padEnd(14)}${String(count).padStart(5)} `),
        word(bar(count, most, barRoom), 'accent'),
      ],
    ),
    ...boxLines('Agents', agents, width),
    ...boxLines('Queues', queues, width),
  ]
}

/** A line of numbers; where there is none stands a mark, so that one sees how long it is. */
function sparks(numbers: readonly number[]): Line {
  return [...sparkline(numbers)].map((spark) => (spark === ' ' ? word('_', 'dim') : word(spark, 'accent')))
}

/** The text at the end of each second part. */
function halved(counts: readonly number[]): readonly number[] {
  return counts.filter((_, at) => at % 2 === 1)
}

/** Narrow screens lose columns from the left of the picture, never the picture. */
function boxLines(title: string, boxes: readonly BoxStatsValue[], width: number): readonly Line[] {
  if (boxes.length === 0) return []
  const wide = width >= 86
  const name = wide ? 26 : Math.max(8, width - 12 - 18)
  const heads = wide ? ['sent', 'got', 'median', 'unread', 'oldest'] : ['unread', 'oldest']
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(7)).join('')
  const sorted = boxes.toSorted((one, other) => other.unread - one.unread || other.received - one.received)
  return [
    [],
    [...fitLine([word(title, 'section')], name + 2), word(`${cells(heads)}  backlog`, 'dim')],
    ...sorted.map((box): Line => {
      const { sent, received, answers, unread, oldest } = box
      const all = [String(sent), String(received), lengthOf(answers.median), String(unread), lengthOf(oldest)]
      return [
        ...fitLine([word('  '), span(sanitizeLine(box.address))], name + 2),
        word(cells(wide ? all : all.slice(3)), unread > 0 ? 'bold' : 'plain'),
        word('  '),
        ...sparks(wide ? box.backlog : halved(box.backlog)),
      ]
    }),
  ]
}
