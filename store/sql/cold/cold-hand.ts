import type { Connection, Tx } from '../connection.ts'
import { findFact, setFact } from '../facts.ts'
import type { Work } from '../work.ts'

/** The start of the next survey after a walk over all mail. */
export type Since = {
  /** When the walk began. */
  readonly at: number
  /** The newest event that was taken into account, and the first message that was among the newest. */
  readonly event: number
  readonly before: number
}

/** `walked`: the last message that the walk under way looked at; 0 where none is under way. */
export type Hand = { readonly walked: number; readonly since: Since | null }

const fact = 'cold_hand'

/** An earlier program kept the last message alone. */
export function* findHand(connection: Connection): Work<Hand> {
  const kept: unknown = JSON.parse((yield* findFact(connection, fact)) ?? '0')
  if (!Array.isArray(kept)) return { walked: Number(kept), since: null }
  const [walked, at, event, before] = kept.map(Number)
  if (walked === undefined || at === undefined || event === undefined || before === undefined)
    return { walked: 0, since: null }
  return { walked, since: { at, event, before } }
}

export function* putHand(tx: Tx, { walked, since }: Hand): Work<void> {
  const kept = since === null ? walked : [walked, since.at, since.event, since.before]
  yield* setFact(tx, fact, JSON.stringify(kept))
}
