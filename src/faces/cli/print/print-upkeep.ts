import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { RedispatchValue } from '../../../values/upkeep-schema.ts'
import type { Raw } from '../flags.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

const mostListed = 5

export function printBackup({ file, messages, bytes, head, unsealed }: Values['backedUp']): Printed {
  const size = `${messages} ${messages === 1 ? 'message' : 'messages'}, ${sizeOf(bytes)}`
  const after =
    unsealed === 0 ? '' : `, ${unsealed} later ${unsealed === 1 ? 'change is' : 'changes are'} not sealed yet`
  const notes = head === null ? [] : [`The head of the log is ${head}${after}.`]
  return { lines: [sanitizeLine(`${file}  ${size}`)], notes }
}

export function printCopied(value: Values['copied']): Printed {
  const { store, messages, deliveries, agents, events } = value
  const counts = [
    `${messages} ${messages === 1 ? 'message' : 'messages'}`,
    `${deliveries} ${deliveries === 1 ? 'copy' : 'copies'} in mailboxes`,
    `${agents} ${agents === 1 ? 'agent' : 'agents'}`,
    `${events} ${events === 1 ? 'entry' : 'entries'} in the log`,
  ]
  return { lines: [sanitizeLine(`${store}  ${counts.join(', ')}`)], notes: [] }
}

export function printCompressed({ files }: Values['compressed'], sheet: Sheet): Printed {
  if (files.length === 0)
    return { lines: [], notes: ['Nothing to compress: there is no cold file of a past month.'] }
  const rows = files.map(({ file, before, after }): readonly Cell[] => [
    { text: sanitizeLine(`archive/${file}.gz`) },
    { text: sizeOf(after) },
    { text: `was ${sizeOf(before)}`, colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 0), notes: [] }
}

function sizeOf(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

export function printPatrol({ acts, dryRun }: Values['patrolled'], sheet: Sheet, input: Raw): Printed {
  if (acts.length === 0 && input['watch'] !== undefined) return { lines: [], notes: [] }
  if (acts.length === 0) return { lines: [], notes: [dryRun ? 'Nothing to do.' : 'Nothing to do.'] }
  const rows = acts.map(({ act, what, why, messages }): readonly Cell[] => [
    { text: act, colour: 'bold' },
    { text: sanitizeLine(what) },
    { text: sanitizeLine(why) },
    { text: shortList(messages), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 2), notes: [] }
}

function shortList(ids: readonly string[]): string {
  return ids.length <= mostListed ? ids.join(' ') : `${ids.slice(0, mostListed).join(' ')} …`
}

export function printRedispatched(value: RedispatchValue, sheet: Sheet): Printed {
  const { bead, decision, to, message, why } = value
  const row: readonly Cell[] = [
    { text: decision, colour: 'bold' },
    { text: sanitizeLine(bead) },
    { text: to === null ? '' : sanitizeLine(`→ ${to}`) },
    { text: message ?? '', colour: 'dim' },
    { text: sanitizeLine(why) },
  ]
  return { lines: table([row], sheet, 4), notes: [] }
}
