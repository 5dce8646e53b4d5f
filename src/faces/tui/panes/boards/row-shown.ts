import { own } from '../../../../domain/own.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type { Board, BoardRow } from '../../model/board.ts'

/** A row as it is shown: with what an agent used of its context, and what it did, as far as both are known. */
export function rowShown<Row extends BoardRow>({ name, context, pulse }: Board, row: Row): Row {
  if (name !== 'fleet') return row
  const { agent } = row as FleetRowValue
  const [use, parts] = [own(context.known, agent), own(pulse.known, agent)]
  return { ...row, ...(use !== undefined && { context: use }), ...(parts !== undefined && { pulse: parts }) }
}
