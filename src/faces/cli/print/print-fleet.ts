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

const heads = [
  '',
  'AGENT',
  'STATE',
  'WORK',
  'SINCE',
  'LEASE',
  'SEEN',
  'UNREAD',
  'OWED',
  'FAILED',
  'PANE',
  'BELL',
]
const work = heads.indexOf('WORK')

export function printFleet({ fleet, counts, next }: Values['fleet'], sheet: Sheet): Printed {
  const summary = fleetStates.flatMap((state) => (counts[state] === 0 ? [] : [`${counts[state]} ${state}`]))
  const total = summary.length === 0 ? 'No agents.' : `${summary.join(', ')}.`
  if (fleet.length === 0) return { lines: [], notes: [total] }
  const isKnown = fleet.some(({ context }) => context !== undefined)
  const shown = isKnown ? [...heads, 'CONTEXT'] : heads
  const rows = [
    shown.map((text): Cell => ({ text, colour: 'dim' })),
    ...fleet.map((row) => [...cellsOf(row, sheet.now), ...(isKnown ? [contextCell(row)] : [])]),
  ]
  return { lines: table(rows, sheet, work), notes: [total, ...more(next)] }
}

function cellsOf(row: FleetRowValue, now: number): readonly Cell[] {
  const { mark, look, word } = fleetLooks[row.state]
  const colour = fleetColours[look]
  const ago = (at: string | null | undefined): string => (at == null ? '' : age(at, now))
  return [
    { text: mark, colour },
    { text: sanitizeLine(row.agent) },
    { text: word, colour },
    { text: sanitizeLine(fleetWork(row)) },
    { text: ago(row.work?.since), colour: 'dim' },
    leaseCell(row, now),
    { text: row.lastSeen === null ? 'never' : ago(row.lastSeen), colour: 'dim' },
    { text: row.unread === 0 ? '' : `${row.unread} (${ago(row.oldest)})` },
    { text: row.owed === 0 ? '' : String(row.owed) },
    { text: row.failedToday === 0 ? '' : String(row.failedToday), colour: 'red' },
    { text: sanitizeLine(row.pane ?? ''), colour: 'dim' },
    { text: row.bell === null ? '' : wayNames[row.bell], colour: 'dim' },
  ]
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
