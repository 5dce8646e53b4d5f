import { sanitizeLine } from '../../../domain/sanitize.ts'
import { listedSender } from '../../../domain/sender.ts'
import type { OwedValue } from '../../../operations/mail/owed.ts'
import { age, priorityMark, statusLabel, statusMark, titleOf } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

const titleColumn = 5

export function printOwed({ owed, next }: OwedValue, sheet: Sheet): Printed {
  if (owed.length === 0) return { lines: [], notes: ['No answer is owed.'] }
  const rows = owed.map(({ message, who, since, kind }): readonly Cell[] => [
    { text: kind === 'by-me' ? 'you owe' : 'owes you', colour: kind === 'by-me' ? 'bold' : 'dim' },
    { text: sanitizeLine(kind === 'by-me' ? listedSender(message) : who) },
    { text: priorityMark(message.priority) },
    { text: statusMark(statusLabel(message, sheet.now)), colour: 'dim' },
    { text: message.id, colour: 'dim' },
    { text: sanitizeLine(titleOf(message)) },
    { text: age(since, sheet.now), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, titleColumn), notes: more(next) }
}
