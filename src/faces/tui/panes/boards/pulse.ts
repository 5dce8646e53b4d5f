import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type { Board, LoadedBoard, PulseState } from '../../model/board.ts'

/** Between two counts of the changes of an hour, ms: each of its parts is five minutes long. */
const pulseEvery = 10_000

/** Counting what each agent did reads thousands of changes, so not every refresh does. */
export function wantsPulse({ name, pulse: { at } }: Pick<Board, 'name' | 'pulse'>, now: number): boolean {
  return name === 'fleet' && (at === null || now - at >= pulseEvery)
}

/** What is known after an answer, with or without new counts. */
export function pulseAfter(before: PulseState, { pulse, tables }: LoadedBoard, now: number): PulseState {
  if (pulse === undefined) return before
  const rows = (tables[0]?.rows ?? []) as readonly FleetRowValue[]
  return { known: Object.fromEntries(rows.map((row) => [row.agent, row.pulse])), at: now }
}
