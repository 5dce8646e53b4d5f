import { titleOf } from '../../../domain/message.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { listedSender } from '../../../domain/sender.ts'
import type { ClosedRow, OwedRow } from '../../../values/mail-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { age, priorityMark, statusLabel, statusMark } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

const titleColumn = 6
const columns = [{}, {}, {}, {}, {}, { most: 48 }] as const

export function printOwed({ owed, closed, next }: Values['owed'], sheet: Sheet): Printed {
  const rows = [...owed.map((row) => owedRow(row, sheet)), ...closed.map((row) => closedRow(row, sheet))]
  const notes = [...(owed.length === 0 ? ['No answers are owed.'] : []), ...more(next)]
  return { lines: rows.length === 0 ? [] : table(rows, sheet, titleColumn, columns), notes }
}

function owedRow(
  { message, who, since, kind, state, reason, working }: OwedRow,
  sheet: Sheet,
): readonly Cell[] {
  const mine = kind === 'by-me'
  const hasFailed = state === 'failed'
  return [
    {
      text: mine ? 'you owe' : hasFailed ? 'failed' : 'owes you',
      colour: mine ? 'bold' : hasFailed ? 'red' : 'dim',
    },
    { text: sanitizeLine(mine ? listedSender(message) : who) },
    { text: priorityMark(message.priority) },
    { text: statusMark(statusLabel(message, sheet.now)), colour: 'dim' },
    { text: message.id, colour: 'dim' },
    {
      text: sanitizeLine(reason ?? (working === null ? '' : workingText(working, sheet.now))),
      colour: hasFailed ? 'red' : 'dim',
    },
    { text: sanitizeLine(titleOf(message)) },
    { text: age(since, sheet.now), colour: 'dim' },
  ]
}

function closedRow({ message, who, by, since }: ClosedRow, sheet: Sheet): readonly Cell[] {
  return [
    { text: 'closed', colour: 'dim' },
    { text: sanitizeLine(who) },
    { text: priorityMark(message.priority) },
    { text: statusMark('completed'), colour: 'green' },
    { text: message.id, colour: 'dim' },
    { text: sanitizeLine(`completed by ${by}`), colour: 'dim' },
    { text: sanitizeLine(titleOf(message)) },
    { text: age(since, sheet.now), colour: 'dim' },
  ]
}

const lifeWords = {
  alive: 'in progress',
  ended: 'in progress, but its session ended',
  unknown: 'in progress',
} as const

function workingText({ life, since }: NonNullable<OwedRow['working']>, now: number): string {
  return `${lifeWords[life]}, taken ${age(since, now)} ago`
}
