import { wayNames } from '../../../domain/bell.ts'
import { type FleetState, fleetStates } from '../../../domain/fleet.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { FleetRowValue } from '../../../values/supervision-schema.ts'
import { age } from '../../present.ts'
import { contextLook, contextShort, fleetLooks, fleetWork } from '../../present-fleet.ts'
import { type Cell, type Colour, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

export const fleetColours: Readonly<Record<(typeof fleetLooks)[FleetState]['look'], Colour>> = {
  good: 'green',
  warning: 'yellow',
  urgent: 'red',
  dim: 'dim',
}

type FleetColumn = { readonly head: string; cell(row: FleetRowValue, now: number): Cell }

const ago = (at: string | null | undefined, now: number): string => (at == null ? '' : age(at, now))
const amount = (number: number): string => (number === 0 ? '' : String(number))
const colourOf = ({ state }: FleetRowValue): Colour => fleetColours[fleetLooks[state].look]

const usual: readonly FleetColumn[] = [
  { head: '', cell: (row) => ({ text: fleetLooks[row.state].mark, colour: colourOf(row) }) },
  { head: 'AGENT', cell: ({ agent }) => ({ text: sanitizeLine(agent) }) },
  { head: 'STATE', cell: (row) => ({ text: fleetLooks[row.state].word, colour: colourOf(row) }) },
  { head: 'WORK', cell: (row) => ({ text: sanitizeLine(fleetWork(row)) }) },
  { head: 'SINCE', cell: ({ work }, now) => ({ text: ago(work?.since, now), colour: 'dim' }) },
  { head: 'LEASE', cell: leaseCell },
  {
    head: 'SEEN',
    cell: ({ lastSeen }, now) => ({ text: lastSeen === null ? 'never' : ago(lastSeen, now), colour: 'dim' }),
  },
  {
    head: 'UNREAD',
    cell: ({ unread, oldest }, now) => ({ text: unread === 0 ? '' : `${unread} (${ago(oldest, now)})` }),
  },
  { head: 'OWED', cell: ({ owed }) => ({ text: amount(owed) }) },
  { head: 'FAILED', cell: ({ failedToday }) => ({ text: amount(failedToday), colour: 'red' }) },
  { head: 'PANE', cell: ({ pane }) => ({ text: sanitizeLine(pane ?? ''), colour: 'dim' }) },
  { head: 'BELL', cell: ({ bell }) => ({ text: bell === null ? '' : wayNames[bell], colour: 'dim' }) },
]
const ofContext: FleetColumn = { head: 'CONTEXT', cell: contextCell }

export function printFleet({ fleet, counts, next }: Values['fleet'], sheet: Sheet): Printed {
  const summary = fleetStates.flatMap((state) => (counts[state] === 0 ? [] : [`${counts[state]} ${state}`]))
  const total = summary.length === 0 ? 'No agents.' : `${summary.join(', ')}.`
  if (fleet.length === 0) return { lines: [], notes: [total] }
  const isKnown = fleet.some(({ context }) => context !== undefined)
  const columns = isKnown ? [...usual, ofContext] : usual
  const rows = [
    columns.map(({ head }): Cell => ({ text: head, colour: 'dim' })),
    ...fleet.map((row) => columns.map(({ cell }) => cell(row, sheet.now))),
  ]
  const work = columns.findIndex(({ head }) => head === 'WORK')
  return { lines: table(rows, sheet, work), notes: [total, ...more(next)] }
}

function leaseCell({ work }: FleetRowValue, now: number): Cell {
  if (work?.until == null) return { text: '' }
  const left = Date.parse(work.until) - now
  return left <= 0 ? { text: 'over', colour: 'yellow' } : { text: age(now - left, now) }
}

function contextCell({ context }: FleetRowValue): Cell {
  if (context === undefined) return { text: '' }
  const look = contextLook(context)
  return { text: contextShort(context), colour: fleetColours[look] }
}
