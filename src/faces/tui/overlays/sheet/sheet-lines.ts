import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { Values } from '../../../../values/schemas.ts'
import type { BoxStatsValue, StatsValue } from '../../../../values/statistics-schema.ts'
import { grouped } from '../../../present.ts'
import { awayTime } from '../../../present-away.ts'
import { bar, lengthOf, sparkline } from '../../../present-chart.ts'
import { marks } from '../../../present-glyphs.ts'
import type { Sheet, SheetLine, SheetState } from '../../model/sheet.ts'
import { boxWidth } from '../../panes/layout.ts'
import type { Size } from '../../state.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { shortRecipient } from '../../text/titles.ts'
import { awayLines } from './away-lines.ts'
import { requestLines } from './request-lines.ts'

export function sheetHeight({ rows }: Size): number {
  return Math.max(1, rows - 4)
}

/** No sheet is wider than what it says. */
const widest = { stats: 94, away: 110, request: 110 } as const satisfies Record<Sheet['type'], number>

export function sheetWidth({ type }: Sheet, { columns }: Size): number {
  return boxWidth(columns, widest[type])
}

export function sheetTitle(sheet: Sheet, now: number): Line {
  if (sheet.type === 'away') return [word('While you were away', 'section'), ...awayTitle(sheet.value, now)]
  if (sheet.type === 'request')
    return [word('Request of ', 'section'), span(sanitizeLine(sheet.agent), 'section')]
  return [
    word('Metrics', 'section'),
    word(` · last ${lengthOf(sheet.since / 1000)} `, 'dim'),
    word('[ ]', 'accent'),
  ]
}

function awayTitle(value: Values['away'] | null, now: number): Line {
  return value === null ? [] : [word(` · ${awayTime(value, now)}`, 'dim')]
}

/** All lines of a sheet; the chosen one of those that are about something has a mark before it. */
export function sheetLines({ sheet, at }: SheetState, size: Size, now: number): readonly SheetLine[] {
  const lines = linesOf(sheet, sheetWidth(sheet, size) - 4, now)
  if (!lines.some(({ about }) => about !== undefined)) return lines
  let place = -1
  return lines.map((one) => {
    if (one.about === undefined) return one
    place += 1
    const mark = place === at ? `${marks.here} ` : '  '
    return { ...one, line: [word(mark, 'accent'), ...one.line] }
  })
}

function linesOf(sheet: Sheet, width: number, now: number): readonly SheetLine[] {
  switch (sheet.type) {
    case 'stats':
      return sheet.value === null ? saying('counting …') : statsLines(sheet.value, width).map(bare)
    case 'request':
      return sheet.value === null ? saying('looking …') : requestLines(sheet.value, width, now).map(bare)
    case 'away':
      return sheet.value === null ? saying('looking …') : awayLines(sheet.value, width - 2, now)
  }
}

const bare = (line: Line): SheetLine => ({ line })
const saying = (text: string) => [bare([word(text, 'dim')])]

/** The line that Enter opens. */
export function chosenLine(sheet: SheetState, size: Size, now: number): SheetLine | undefined {
  return sheetLines(sheet, size, now).filter(({ about }) => about !== undefined)[sheet.at]
}

/** The first of the lines that are shown, the chosen one among them. */
export function sheetTop({ at }: SheetState, lines: readonly SheetLine[], height: number): number {
  const places = lines.flatMap(({ about }, place) => (about === undefined ? [] : place))
  const last = Math.max(0, lines.length - height)
  const chosen = places[at]
  if (chosen === undefined) return Math.min(at, last)
  return Math.max(0, Math.min(chosen - Math.floor(height / 2), last))
}

function statsLines(value: StatsValue, width: number): readonly Line[] {
  const { messages, debate, answers, kinds, agents, queues } = value
  const ratio =
    debate.ratio === null
      ? 'no claims'
      : `${debate.ratio.toFixed(2)} (${debate.counters} to ${debate.claims})`
  const margin = width < 50 ? 10 : 20
  const fact = (name: string, told: string): Line => [word(name.padEnd(margin), 'dim'), word(told)]
  const most = kinds[0]?.count ?? 0
  const barRoom = Math.max(4, Math.min(66, width - 24))
  return [
    fact('messages', `${grouped(messages.count)} · ${messages.perHour.toFixed(1)} per hour`),
    [
      word('flow'.padEnd(margin), 'dim'),
      ...sparks(messages.flow),
      ...(width < 45 ? [] : [word(`  ${lengthOf(value.bucket)} each`, 'dim')]),
    ],
    fact(width < 50 ? 'counters' : 'counters per claim', ratio),
    fact('answers', `${answers.count} · median ${lengthOf(answers.median)} · p90 ${lengthOf(answers.p90)}`),
    ...(value.whole ? [] : [[word('Only the newest 200,000 messages are counted.', 'bold')]]),
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

/** Narrow screens lose half of the picture, then columns from the left, then swarms. */
function boxLines(title: string, boxes: readonly BoxStatsValue[], width: number): readonly Line[] {
  if (boxes.length === 0) return []
  const all = width >= 74
  const wide = width >= 89
  const heads = all ? ['sent', 'got', 'median', 'unread', 'oldest'] : ['unread', 'oldest']
  const name = Math.max(8, Math.min(26, width - 4 - 7 * heads.length - (wide ? 24 : 12)))
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(7)).join('')
  const sorted = boxes.toSorted((one, other) => other.unread - one.unread || other.received - one.received)
  return [
    [],
    [...fitLine([word(title, 'section')], name + 2), word(`${cells(heads)}  backlog`, 'dim')],
    ...sorted.map((box): Line => {
      const { sent, received, answers, unread, oldest } = box
      const told = [
        String(sent),
        String(received),
        lengthOf(answers.median),
        String(unread),
        lengthOf(oldest),
      ]
      const shown = box.address.length > name ? shortRecipient(box.address) : box.address
      return [
        ...fitLine([word('  '), span(sanitizeLine(shown))], name + 2),
        word(cells(all ? told : told.slice(3)), unread > 0 ? 'bold' : 'plain'),
        word('  '),
        ...sparks(wide ? box.backlog : halved(box.backlog)),
      ]
    }),
  ]
}
