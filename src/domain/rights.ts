import type { Principal } from './acting.ts'
import { isPerson } from './roster.ts'

/**
 * What somebody may do to what is not theirs. `send` and one's own mail need no right: everybody has them.
 * - `actAs`: do things in the name of an agent
 * - `settle`: change a copy of a message, or undo such a change
 * - `retract`: take back or replace what an agent sent
 * - `facts`: change an agent's state, tags, pane, session, or a role without powers
 * - `powers`: give an agent more than it has (`registration-rights.ts` says what counts)
 * - `place`: close, pause, change or delete a group, a queue or a channel
 * - `key`: make or replace a key for sealed mail
 * - `loop`: let mail go on that is held back as a loop, or stop it
 * - `oversee`: look into a pane, follow everybody's subjects, type past a check
 * - `admin`: tokens, peers, definitions, trust, restoring a backup
 */
export type Right =
  | 'actAs'
  | 'settle'
  | 'retract'
  | 'facts'
  | 'powers'
  | 'place'
  | 'key'
  | 'loop'
  | 'oversee'
  | 'admin'

/** What a right is about: an agent, a group, queue or channel by its address, or the store as a whole. */
export type Subject = { readonly agent: string } | { readonly place: string } | 'store'

export type Need = readonly [right: Right, of: Subject]

/** Who really acts. `nobody`: a coding agent's session without a name. `system`: upkeep, which follows its own rules. */
export type Doing = Principal | 'nobody' | 'system'

export type Who = {
  /** This one is judged, never the name that is acted under. */
  readonly by: Doing
  /** The name that is acted under. */
  readonly as: string
}

/** Who a subject belongs to: the agent itself or the maker of a place; and the supervisors above that one. */
export type Ties = { readonly owner: string | null; readonly above: readonly string[] }

type Holder = 'owner' | 'supervisor' | 'person' | 'proven person'

/** Each right with those who have it. */
const holders: Readonly<Record<Right, readonly Holder[]>> = {
  actAs: ['owner', 'supervisor', 'person'],
  settle: ['owner', 'supervisor', 'person'],
  retract: ['owner', 'supervisor', 'person'],
  facts: ['owner', 'supervisor', 'person'],
  powers: ['supervisor', 'proven person'],
  place: ['owner', 'supervisor', 'person'],
  key: ['owner', 'proven person'],
  loop: ['person'],
  oversee: ['person'],
  admin: ['proven person'],
}

export type Refusal = { readonly right: Right; readonly of: Subject; readonly ties: Ties }

/** Whether a person has this right only where it is proved that a person is there. */
export function wantsProof(right: Right): boolean {
  return holders[right].includes('proven person')
}

/** `proven`: a person at a terminal, a token, or what the person's own settings allow. */
export function mayDo({ by }: Who, right: Right, of: Subject, ties: Ties, proven: boolean): Refusal | null {
  const refusal = { right, of, ties }
  if (by === 'system') return null
  if (by === 'nobody') return refusal
  const has: Readonly<Record<Holder, () => boolean>> = {
    owner: () => by.address === ties.owner,
    supervisor: () => by.address !== ties.owner && ties.above.includes(by.address),
    person: () => isPerson(by),
    'proven person': () => isPerson(by) && proven,
  }
  return holders[right].some((holder) => has[holder]()) ? null : refusal
}

/** A sentence: those who may. */
export function whoMay({ right, ties }: Refusal): string {
  const owner = ties.owner === null ? [] : [ties.owner]
  const [first] = ties.above
  const named: Readonly<Record<Holder, readonly string[]>> = {
    owner,
    supervisor: first === undefined ? [] : [first],
    person: ['a person'],
    'proven person': ['a person at a terminal'],
  }
  const names = [...new Set(holders[right].flatMap((holder) => named[holder]))]
  const last = names.at(-1) ?? ''
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last
  return `Only ${list} may do this.`
}
