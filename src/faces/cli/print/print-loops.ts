import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import { age } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

export function printLoops({ loops, next }: Values['loops'], sheet: Sheet): Printed {
  if (loops.length === 0) return { lines: [], notes: ['No mail is held back as a loop.'] }
  const rows = loops.map(({ id, about, thread, held, openedAt }): readonly Cell[] => [
    { text: String(id), colour: 'bold' },
    { text: sanitizeLine(about) },
    { text: `${held} held back`, colour: 'dim' },
    { text: thread === null ? '' : `thread ${thread}`, colour: 'dim' },
    { text: `${age(openedAt, sheet.now)} ago`, colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 1), notes: more(next) }
}

export function printEndedLoop({ loop, ending, about, messages, agents }: Values['endedLoop']): Printed {
  const many = `${messages} message${messages === 1 ? '' : 's'}`
  const done =
    ending === 'continued'
      ? `delivered ${many} to ${agents.length === 0 ? 'nobody' : agents.join(', ')}`
      : `put away ${many}, unread`
  return { lines: [sanitizeLine(`loop ${loop} (${about}): ${done}`)], notes: [] }
}
