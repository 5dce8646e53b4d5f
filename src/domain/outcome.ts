import type { Delivery, DeliveryState } from './delivery.ts'

/** The state of one recipient's copy, from the sender's point of view. */
export const outcomes = [
  'waiting',
  'read',
  'working',
  'answered',
  'completed',
  'failed',
  'ignored',
  'dead',
  'expired',
  'retracted',
  'withheld',
] as const

export type OutcomeState = (typeof outcomes)[number]

/** `by` did it (who claimed it from a queue, or a supervisor); `at` is null while nothing has ended it. */
export type Outcome = {
  readonly message: number
  readonly owner: string
  readonly state: OutcomeState
  readonly by: string | null
  /** What `by` said about it. */
  readonly reason: string | null
  readonly at: number | null
}

/** The last event of each sort that a copy has had. */
export type Ending = {
  readonly seq: number
  readonly by: string
  readonly at: number
  readonly reason: string | null
}
export type Endings = Readonly<
  Partial<
    Record<
      | 'answered'
      | 'complete'
      | 'fail'
      | 'lapsed'
      | 'ignored'
      | 'dead'
      | 'redelivered'
      | 'retract'
      | 'replaced',
      Ending
    >
  >
>

/** A failed request keeps its debt: `retry` takes it up again, and an answer still closes it. */
export function isFailedDebt(copy: Pick<DeliveryState, 'owes' | 'box' | 'was'>): boolean {
  return copy.owes && (copy.box === 'failed' || copy.was === 'failed')
}

/** Whether the owner of a copy is expected to answer: no longer once it said that it failed. */
export function owesAnswer(copy: Pick<DeliveryState, 'owes' | 'box' | 'was'>): boolean {
  return copy.owes && !isFailedDebt(copy)
}

type Ended = { readonly state: OutcomeState; readonly ending: Ending | undefined }

/** `null` for a copy that was handed on to somebody else. */
export function outcomeOf(copy: Delivery, endings: Endings): Outcome | null {
  const { answered, fail, redelivered } = endings
  const isHandedOn = copy.box === 'archived' && !copy.owes && isAfter(redelivered, fail ?? endings.dead)
  if (isHandedOn && !isAfter(answered, redelivered)) return null
  const { state, ending } = endedAs(copy, endings)
  return {
    message: copy.message,
    owner: copy.owner,
    state,
    by: ending?.by ?? null,
    reason: ending?.reason ?? null,
    at: ending?.at ?? null,
  }
}

function endedAs(copy: Delivery, endings: Endings): Ended {
  const { answered, complete, fail, lapsed, ignored, dead, retract, replaced } = endings
  if (copy.box === 'withheld') return { state: 'withheld', ending: undefined }
  if (copy.box === 'retracted')
    return { state: 'retracted', ending: isAfter(replaced, retract) ? replaced : retract }
  const status = copy.box === 'archived' || copy.box === 'snoozed' ? copy.was : copy.box
  if (answered !== undefined && !copy.owes) return { state: 'answered', ending: answered }
  if (status === 'completed') return { state: 'completed', ending: complete }
  if (status === 'failed') return { state: 'failed', ending: fail }
  if (copy.box === 'dead' && (copy.deadReason === 'attempts' || copy.deadReason === 'given-up'))
    return { state: 'failed', ending: isAfter(lapsed, fail) ? lapsed : fail }
  if (copy.box === 'dead') return { state: 'dead', ending: dead }
  if (ignored !== undefined && !copy.owes) return { state: 'ignored', ending: ignored }
  if (copy.box === 'expired') return { state: 'expired', ending: undefined }
  if (status === 'processing') return { state: 'working', ending: undefined }
  return { state: status === 'unread' ? 'waiting' : 'read', ending: undefined }
}

function isAfter(one: Ending | undefined, other: Ending | undefined): boolean {
  return one !== undefined && (other === undefined || one.seq > other.seq)
}

/** The outcome that the sender must look at first. */
const gravest: readonly OutcomeState[] = [
  'failed',
  'dead',
  'expired',
  'ignored',
  'retracted',
  'withheld',
  'waiting',
  'read',
  'working',
  'completed',
  'answered',
]

export function byGravestOutcome(
  one: { readonly state: OutcomeState },
  other: { readonly state: OutcomeState },
): number {
  return gravest.indexOf(one.state) - gravest.indexOf(other.state)
}
