import * as z from 'zod/mini'
import { verdicts } from '../domain/debates/debate.ts'
import { strengths } from '../domain/debates/evidence.ts'
import { kinds, stances } from '../domain/kind.ts'
import { amount, count, jsonObject, messageId, nextPage, time, type Value } from './schema-parts.ts'

const share = z.number().check(z.gte(0), z.lte(1))

const debate = z.object({
  thread: messageId,
  topic: z.string(),
  task: z.nullable(z.string()),
  participants: z.array(z.string()),
  stances: z.record(z.string(), z.nullable(z.enum(stances))),
  rounds: count,
  /** More rounds than these are a deadlock. */
  mostRounds: count,
  agreement: share,
  consensus: z.boolean(),
  forced: z.boolean(),
  decidedBy: z.nullable(messageId),
  deadlock: z.boolean(),
  deadlockReason: z.nullable(z.enum(['rounds', 'counters'])),
  allowed: z.array(z.enum(kinds)),
  /** The message that waits for these answers. */
  standing: z.nullable(messageId),
  /** The topics of `mailbox.escalate_topics` that it touches. */
  escalates: z.array(z.string()),
  openedAt: time,
  lastAt: time,
})
export type DebateValue = Value<typeof debate>

/** One stance as its author took it. */
const position = z.object({
  id: messageId,
  who: z.string(),
  kind: z.enum(stances),
  replyTo: z.nullable(messageId),
  at: time,
  statement: z.string(),
  rationale: z.array(z.string()),
  evidence: z.array(z.union([z.string(), jsonObject])),
  strength: z.enum(strengths),
})
export type PositionValue = Value<typeof position>

/** One side: its last claim or counter, and all the evidence that it brought. */
const debateCase = z.object({
  who: z.string(),
  stance: z.nullable(z.enum(stances)),
  claim: z.nullable(z.string()),
  rationale: z.array(z.string()),
  evidence: z.array(
    z.object({ message: messageId, item: z.union([z.string(), jsonObject]), strength: z.enum(strengths) }),
  ),
  strength: z.nullable(z.enum(strengths)),
})

/** A decision that was not agreed on. */
const ruling = z.object({
  message: messageId,
  by: z.string(),
  at: time,
  decision: z.string(),
  rationale: z.nullable(z.string()),
  /** The agents notified in addition to the participants. */
  informed: z.array(z.string()),
})

export const shownDebate = z.extend(debate, {
  positions: z.array(position),
  cases: z.array(debateCase),
  ruling: z.nullable(ruling),
})
export type ShownDebate = Value<typeof shownDebate>
export const debates = z.object({ debates: z.array(debate), next: nextPage })
export const blockers = z.object({ blockers: z.array(debate), next: nextPage })

/** A debate in one line, with the verdict that was last stored. */
const debateRow = z.object({
  thread: messageId,
  topic: z.string(),
  task: z.nullable(z.string()),
  verdict: z.enum(verdicts),
  /** Those who took a stance, in that order. */
  participants: z.array(z.string()),
  rounds: count,
  /** The title of the decision. */
  decision: z.nullable(z.string()),
  openedAt: time,
  lastAt: time,
  lastFrom: z.string(),
})
export type DebateRowValue = Value<typeof debateRow>
/** Open debates first, the deadlocked before the others; then those decided since `decidedSince`. */
export const debateBoard = z.object({
  debates: z.array(debateRow),
  counts: z.object({ deadlock: count, open: count, consensus: count }),
  decidedSince: time,
  next: nextPage,
})

export const debateLog = z.object({
  positions: z.array(z.extend(position, { thread: messageId })),
  /** The absolute path of the file that was written. */
  file: z.nullable(z.string()),
})
export type DebateLogValue = Value<typeof debateLog>

const decision = z.object({
  thread: messageId,
  /** The message that led to it. */
  message: messageId,
  task: z.string(),
  decision: z.string(),
  approach: z.string(),
  decidedAt: time,
  participants: z.array(z.string()),
  rounds: count,
  agreement: share,
  forcedBy: z.nullable(z.string()),
  /** The reason that the ruling gives. */
  rationale: z.nullable(z.string()),
  summary: z.array(z.string()),
})
export type DecisionValue = Value<typeof decision>
export const decisions = z.object({ decisions: z.array(decision), next: nextPage })

export const debateHealth = z.object({
  healthy: z.boolean(),
  debates: count,
  open: count,
  deadlocked: count,
  decided: count,
  rounds: count,
  claims: count,
  counters: count,
  /** Counters per claim. */
  counterRatio: amount,
  /** The share of debates that reached a decision. */
  consensusRate: share,
  /** Decisions that SUBPOR.md does not list yet. */
  unfiled: count,
  blockers: z.array(debate),
  warnings: z.array(z.string()),
})
