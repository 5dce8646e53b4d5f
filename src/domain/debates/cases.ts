import type { Stance } from '../kind.ts'
import { type Evidence, isWeaker, type Strength, strengthOfItem } from './evidence.ts'

/** The part of a position that a case is made of, in the order of the debate. */
type Position = {
  readonly id: string
  readonly who: string
  readonly kind: Stance
  readonly statement: string
  readonly rationale: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly strength: Strength
}

/** One side of a debate: what a participant claims now, and all that it brought for it. */
export type Case = {
  readonly who: string
  /** Its last stance; `null` if it was asked and is silent. */
  readonly stance: Stance | null
  readonly claim: string | null
  readonly rationale: readonly string[]
  readonly evidence: readonly {
    readonly message: string
    readonly item: Evidence
    readonly strength: Strength
  }[]
  /** As strong as its strongest position; `null` if it is silent. */
  readonly strength: Strength | null
}

/** The sides of a debate beside each other, in the order of its participants. */
export function casesOf(participants: readonly string[], positions: readonly Position[]): readonly Case[] {
  return participants.map((who) => {
    const own = positions.filter((position) => position.who === who)
    const claiming = own.findLast(({ kind }) => kind === 'claim' || kind === 'counter') ?? own.at(-1)
    return {
      who,
      stance: own.at(-1)?.kind ?? null,
      claim: claiming?.statement ?? null,
      rationale: [...new Set(own.flatMap(({ rationale }) => rationale))],
      evidence: own.flatMap(evidenceOf),
      strength: own.reduce<Strength | null>(
        (most, { strength }) => (most === null || isWeaker(most, strength) ? strength : most),
        null,
      ),
    }
  })
}

/** The text of an EVIDENCE message without fields counts as its evidence. */
function evidenceOf({ id, kind, statement, evidence }: Position): Case['evidence'] {
  const items = evidence.length === 0 && kind === 'evidence' ? [statement] : evidence
  return items.map((item) => ({ message: id, item, strength: strengthOfItem(item) }))
}
