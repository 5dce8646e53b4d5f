import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { PresenceValue } from '../../../values/supervision-schema.ts'
import { age } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

export function printPresence({ presence }: Values['presences'], sheet: Sheet): Printed {
  if (presence.length === 0) return { lines: [], notes: ['No terminal inbox is open.'] }
  return {
    lines: table(
      presence.map((one) => rowOf(one, sheet)),
      sheet,
      0,
    ),
    notes: [],
  }
}

export function printPresent(present: Values['present'], sheet: Sheet): Printed {
  return { lines: table([rowOf(present, sheet)], sheet, 0), notes: [] }
}

function rowOf(
  { who, thread, subject, replying, acting, terminal, seenAt }: PresenceValue,
  { now }: Sheet,
): readonly Cell[] {
  const what = [thread ?? '', subject ?? ''].filter((text) => text !== '').join(' ')
  const where = thread === null ? '' : `${replying ? 'answering' : 'reading'} ${what}`
  return [
    { text: sanitizeLine(acting === null ? who : `${who} acting as ${acting}`), colour: 'bold' },
    { text: sanitizeLine(where) },
    { text: sanitizeLine(terminal), colour: 'dim' },
    { text: `${age(seenAt, now)} ago`, colour: 'dim' },
  ]
}

export function printAssigned(assigned: Values['assigned']): Printed {
  const { thread, supervisor, previous } = assigned
  const before = previous === null ? '' : ` (before: ${previous})`
  return { lines: [sanitizeLine(`Assigned ${thread} to ${supervisor}${before}`)], notes: [] }
}
