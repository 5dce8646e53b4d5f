import { strengths } from '../../domain/debates/evidence.ts'
import { kinds, stances } from '../../domain/kind.ts'
import { count, id, list, moment, object, oneOf, text, textOrNull, yes } from '../schema-parts.ts'

const idOrNull = { oneOf: [id, { type: 'null' }] } as const
const share = { type: 'number', minimum: 0, maximum: 1 } as const
const number = { type: 'number', minimum: 0 } as const

const debateProperties = {
  thread: id,
  topic: text,
  task: textOrNull,
  participants: list(text),
  stances: { type: 'object', additionalProperties: { enum: [...stances, null] } },
  rounds: count,
  mostRounds: count,
  agreement: share,
  consensus: yes,
  forced: yes,
  decidedBy: idOrNull,
  deadlock: yes,
  deadlockReason: { enum: ['rounds', 'counters', null] },
  allowed: list(oneOf(kinds)),
  standing: idOrNull,
  escalates: list(text),
  openedAt: moment,
  lastAt: moment,
} as const

const positionProperties = {
  id,
  who: text,
  kind: oneOf(stances),
  replyTo: idOrNull,
  at: moment,
  statement: text,
  rationale: list(text),
  evidence: list({ type: ['string', 'object'] }),
  strength: oneOf(strengths),
} as const

export const debate = object(debateProperties)
export const shownDebate = object({ ...debateProperties, positions: list(object(positionProperties)) })
export const loggedPosition = object({ ...positionProperties, thread: id })

export const decision = object({
  thread: id,
  message: id,
  task: text,
  decision: text,
  approach: text,
  decidedAt: moment,
  participants: list(text),
  rounds: count,
  agreement: share,
  forcedBy: textOrNull,
  summary: list(text),
})

export const debateHealth = object({
  healthy: yes,
  debates: count,
  open: count,
  deadlocked: count,
  decided: count,
  rounds: count,
  claims: count,
  counters: count,
  counterRatio: number,
  consensusRate: share,
  unfiled: count,
  blockers: list(debate),
  warnings: list(text),
})
