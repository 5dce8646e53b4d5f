import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { marks } from '../../../present-glyphs.ts'
import type { TimelineRow } from '../../model/board.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { shortRecipient } from '../../text/titles.ts'
import { table } from './table.ts'

function deedLook({ what }: TimelineRow): Look {
  return what === 'got' ? 'plain' : what === 'sent' ? 'accent' : 'good'
}

/** Whom it was sent to, or got from. */
function otherCell({ what, other }: TimelineRow, width: number): Line {
  const mark = what === 'sent' ? `${marks.to} ` : what === 'got' ? `${marks.from} ` : '  '
  return [word(mark, 'dim'), span(sanitizeLine(width < 100 ? shortRecipient(other) : other))]
}

/** What an agent sent, got and did, newest first. */
export const timeline = table<TimelineRow>({
  key: ({ message, what, at }) => `${message} ${what} ${at}`,
  look: () => ({ mark: ' ', look: 'plain' }),
  columns: [
    { head: 'age', width: 5, cell: ({ at }, { now }) => [word(calmAge(at, now), 'dim')] },
    { head: 'deed', grow: 15, most: 15, cell: (row) => [word(row.what, deedLook(row))] },
    { head: 'id', width: 7, from: 64, cell: ({ message }) => [word(message, 'dim')] },
    { head: '  who', grow: 30, most: 30, cell: (row, { width }) => otherCell(row, width) },
    { head: 'subject', grow: 70, cell: ({ subject }) => [span(sanitizeLine(subject))] },
  ],
  sort: [
    { name: 'age' },
    { name: 'deed', by: ({ what }) => what },
    { name: 'who', by: ({ other }) => other },
    { name: 'subject', by: ({ subject }) => subject },
  ],
  words: ({ what, message, other, subject }) => [what, message, other, subject],
  open: ({ message }) => ({ type: 'thread', message }),
  about: ({ agent, message }) => ({ agent, message: { message, of: agent } }),
  empty: 'No activity yet.',
  say: ({ at, what, other, subject }, now) => [what, other, subject, spokenAge(at, now)],
  change: ({ at }) => at,
})
