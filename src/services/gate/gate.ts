import { MailError } from '../../domain/errors.ts'
import {
  mayDo,
  type Need,
  type Refusal,
  type Right,
  type Subject,
  type Ties,
  type Who,
  wantsProof,
  whoMay,
} from '../../domain/rights.ts'
import { isPerson, officers } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { doubtOfPerson } from '../proven-person.ts'

/** What refuses: `require` everything or nothing, `sift` what may be done and what may not. */
export type Gate = {
  /** @throws MailError `not-allowed` */
  require(right: Right, of: Subject): Promise<void>
  sift<T>(
    right: Right,
    items: readonly T[],
    of: (item: T) => Subject,
  ): Promise<{ readonly may: readonly T[]; readonly refused: readonly (readonly [T, MailError])[] }>
}

type Asking = Pick<
  Context,
  'store' | 'actor' | 'principal' | 'how' | 'onlyLooks' | 'lasts' | 'vouched' | 'identity' | 'settings'
>

/** Who acts in this context, and for whom. */
export function whoOf({ actor, principal, how, onlyLooks, vouched }: Asking): Who {
  const as = actor.address
  if (vouched === 'upkeep') return { by: 'system', as }
  if (how === 'none') return { by: 'nobody', as }
  // The person's own settings let agents act in the person's name.
  const isLent = principal?.kind === 'agent' && actor.kind === 'user' && onlyLooks !== true
  return { by: principal === null || isLent ? actor : principal, as }
}

export function gateOf(context: Asking): Gate {
  const who = whoOf(context)
  const judge = async (right: Right, of: Subject) => {
    const ties = await tiesOf(context, who, of)
    const doubt = wantsProof(right) && context.vouched === undefined ? await doubtOfPerson(context) : null
    const refusal = mayDo(who, right, of, ties, doubt === null)
    return refusal === null ? null : refused(who, refusal, doubt)
  }
  return {
    async require(right, of) {
      const refusal = await judge(right, of)
      if (refusal !== null) throw refusal
    },
    async sift(right, items, of) {
      const [may, out]: [(typeof items)[number][], (readonly [(typeof items)[number], MailError])[]] = [
        [],
        [],
      ]
      for (const item of items) {
        const refusal = await judge(right, of(item))
        if (refusal === null) may.push(item)
        else out.push([item, refusal])
      }
      return { may, refused: out }
    },
  }
}

/** @throws MailError `not-allowed` */
export async function requireAll(gate: Gate, needs: readonly Need[]): Promise<void> {
  for (const [right, of] of needs) await gate.require(right, of)
}

const nobodys: Ties = { owner: null, above: [] }

/** Looked up only where it matters: what is one's own, and what a person does, needs no look. */
async function tiesOf({ store, actor, lasts }: Asking, { by }: Who, of: Subject): Promise<Ties> {
  if (of === 'store') return nobodys
  if ('agent' in of && (typeof by === 'string' || by.address === of.agent))
    return { owner: of.agent, above: [] }
  const owner = 'agent' in of ? of.agent : await store.places.maker(of.place)
  return { owner, above: owner === null ? officers : await above(store, owner, lasts ? null : actor) }
}

/**
 * The chain of supervisors; it ends with the officers where an agent reports to no one. A person who does is above them.
 * @param actor as the roster had it when it was found, just before; `null` where that may be long ago
 */
async function above(
  { roster }: Context['store'],
  address: string,
  actor: Context['actor'] | null,
): Promise<readonly string[]> {
  const chain: string[] = []
  const found = actor?.address === address ? actor : await roster.find(address)
  let next = found?.reportsTo ?? null
  if (next === null) return found !== null && isPerson(found) ? [] : officers
  while (next !== null && next !== address && !chain.includes(next)) {
    chain.push(next)
    next = (await roster.find(next))?.reportsTo ?? null
  }
  return chain
}

const done: Readonly<Record<Right, string>> = {
  actAs: 'act as',
  settle: 'change mail of',
  retract: 'take back mail of',
  facts: 'change',
  powers: 'give powers to',
  place: 'change',
  key: 'change the key of',
  loop: 'end loops of',
  oversee: 'look over the shoulder of',
  admin: 'administer',
}

/** `doubt`: why the caller is no proven person. */
function refused({ by, as }: Who, refusal: Refusal, doubt: string | null): MailError {
  const { right, of } = refusal
  const name =
    typeof by === 'string' ? (by === 'nobody' ? "An agent's session without a name" : by) : by.address
  const whom = of === 'store' ? 'this store' : 'agent' in of ? of.agent : of.place
  const why = doubt === null ? '' : ` Here ${doubt}.`
  const itself = right === 'powers' && whom === as && whom === name ? 'itself' : whom
  return new MailError(
    'not-allowed',
    `${name} may not ${done[right]} ${itself}; nothing was changed.`,
    `${whoMay(refusal)}${why}`,
  )
}
