/**
 * The purpose of a message. The list is closed; a foreign format's word becomes the nearest of these and is kept
 * in `meta`. Work kinds are ADR-003 §1.1's `MessageType`, swarm kinds MAIL's, debate kinds CCCC's.
 */
export const kinds = [
  'request',
  'response',
  'notification',
  'handoff',
  'escalation',
  'broadcast',
  'interrupt',
  'complete',
  'claim',
  'counter',
  'evidence',
  'agree',
  'concede',
  'query',
  'directive',
] as const

export type Kind = (typeof kinds)[number]
export type Family = 'work' | 'swarm' | 'debate'

/** `owes`: its recipients owe an answer. `answers`: the kinds that may answer it, the likeliest first. */
export type KindRule = { readonly family: Family; readonly owes: boolean; readonly answers: readonly Kind[] }

const work: readonly Kind[] = ['response', 'request', 'notification', 'handoff', 'escalation']
const rule = (family: Family, owes: boolean, answers: readonly Kind[]): KindRule => ({
  family,
  owes,
  answers,
})

export const kindRules: Readonly<Record<Kind, KindRule>> = {
  request: rule('work', true, work),
  response: rule('work', false, work),
  notification: rule('work', false, work),
  handoff: rule('work', true, work),
  escalation: rule('work', true, [
    'response',
    'directive',
    'request',
    'notification',
    'handoff',
    'escalation',
  ]),
  broadcast: rule('swarm', false, work),
  interrupt: rule('swarm', true, work),
  complete: rule('swarm', false, work),
  claim: rule('debate', true, ['agree', 'counter', 'query', 'escalation']),
  // CCCC's table lets no counter answer a counter, but its limit counts consecutive counters, which two peers could then never reach.
  counter: rule('debate', true, ['evidence', 'concede', 'counter', 'query', 'escalation']),
  evidence: rule('debate', true, ['agree', 'counter', 'query', 'escalation']),
  // These two end an exchange: what follows is work, or a claim in a thread of its own.
  agree: rule('debate', false, work),
  concede: rule('debate', false, work),
  query: rule('debate', true, ['response', 'query', 'escalation']),
  directive: rule('debate', true, ['response', 'claim', 'query', 'escalation']),
}

export function isKind(word: string): word is Kind {
  return (kinds as readonly string[]).includes(word)
}

/** The kinds that take a stance in a debate; each of them is a round (CCCC). */
export const stances = ['claim', 'counter', 'evidence', 'agree', 'concede'] as const
export type Stance = (typeof stances)[number]

export function isStance(kind: Kind): kind is Stance {
  return (stances as readonly Kind[]).includes(kind)
}
