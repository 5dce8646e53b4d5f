import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { Values } from '../../../../values/schemas.ts'
import { type AwayRow, awaySections, happenedTo, happenedWords, moreHappened } from '../../../present-away.ts'
import type { About, SheetLine } from '../../model/sheet.ts'
import { calmAge } from '../../text/ages.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { shortRecipient } from '../../text/titles.ts'

/** What a person missed, by its sections. */
export function awayLines(value: Values['away'], width: number, now: number): readonly SheetLine[] {
  const sections = awaySections(value).flatMap(({ title, rows, more }, at): readonly SheetLine[] => [
    ...(at === 0 ? [] : [{ line: [] }]),
    { line: [word(title, 'section')] },
    ...rows.map((row) => ({ line: rowLine(row, width, now), about: aboutOf(row) })),
    ...(more > 0 ? [{ line: [word(`and ${more} more`, 'dim')] }] : []),
  ])
  return value.whole ? sections : [...sections, { line: [] }, { line: [word(moreHappened, 'bold')] }]
}

function aboutOf(row: AwayRow): About {
  switch (row.type) {
    case 'waiting':
      return { type: 'attention', why: row.why }
    case 'happened':
      return row.debate === null
        ? { type: 'message', message: row.message }
        : { type: 'debate', thread: row.debate }
    case 'agent':
      return { type: 'agent', agent: row.agent }
  }
}

function rowLine(row: AwayRow, width: number, now: number): Line {
  if (row.type === 'waiting') return [word(row.words)]
  const narrow = width < 60
  const nameWidth = narrow ? 14 : 26
  if (row.type === 'agent')
    return [...fitLine([span(sanitizeLine(row.agent), 'person')], nameWidth), word(' '), word(row.words)]
  const by = shortRecipient(row.by)
  const who = narrow ? by : happenedTo({ by, other: shortRecipient(row.other) })
  return [
    ...fitLine([word(calmAge(row.at, now), 'dim')], 5),
    ...(narrow ? [] : fitLine([word(row.message, 'dim')], 7)),
    ...fitLine([span(sanitizeLine(who), 'person')], nameWidth),
    word(' '),
    span(sanitizeLine(happenedWords(row))),
  ]
}
