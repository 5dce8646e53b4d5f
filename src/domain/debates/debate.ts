import type { Json } from '../json.ts'
import { isStance, type Kind, kindRules, type Stance } from '../kind.ts'
import type { DebatePolicy } from './debate-policy.ts'
import { isResolution } from './resolution.ts'

/** The part of a message that a debate needs. */
export type DebateMessage = {
  readonly id: number
  readonly from: string
  readonly kind: Kind
  readonly replyTo: number | null
  readonly payload: Json
}

export const verdicts = ['open', 'deadlock', 'consensus'] as const
export type Verdict = (typeof verdicts)[number]

export function verdictOf({ consensus, deadlock }: Pick<Debate, 'consensus' | 'deadlock'>): Verdict {
  if (consensus) return 'consensus'
  return deadlock ? 'deadlock' : 'open'
}

export type DeadlockReason = 'rounds' | 'counters'

export type Debate = {
  /** Participants: those who took a stance, in that order, then those who were asked but have not. */
  readonly participants: readonly string[]
  /** The last stance of each participant; `null` for none. */
  readonly stances: Readonly<Record<string, Stance | null>>
  readonly rounds: number
  /** The share of participants in the largest camp. */
  readonly agreement: number
  readonly consensus: boolean
  /** It was decided by a directive. */
  readonly forced: boolean
  /** The message that led to the decision. */
  readonly decidedBy: number | null
  readonly deadlock: boolean
  readonly deadlockReason: DeadlockReason | null
  /** The stance since which nothing has moved. */
  readonly deadlockSince: number | null
  /** The kinds that may answer now, likeliest first; none once the debate is decided. */
  readonly allowed: readonly Kind[]
  /** The claim, counter or evidence that waits for answers. */
  readonly standing: number | null
}

/**
 * The state of a debate, computed from its thread (oldest first; other mail may be in it) and the policy.
 * @param asked the addressees of the opening claim: they are participants before they say anything
 */
export function judgeDebate(
  thread: readonly DebateMessage[],
  policy: DebatePolicy,
  asked: readonly string[] = [],
): Debate {
  const rounds = thread.filter(({ kind }) => isStance(kind))
  const last = new Map(rounds.map((message) => [message.from, message]))
  const participants = [...new Set([...last.keys(), ...(rounds.length === 0 ? [] : asked)])]
  const camp = largestCamp(participants, last, thread)
  const agreement = participants.length === 0 ? 0 : camp.size / participants.length
  const agreed = camp.size > 1 && agreement + 1e-9 >= policy.consensusThreshold
  const forcedBy = resolutionOf(thread)
  const decidedBy = forcedBy ?? (agreed ? decidingMessage(camp, last) : null)
  const deadlock = decidedBy === null ? deadlockOf(thread, policy) : null
  return {
    participants,
    stances: Object.fromEntries(participants.map((who) => [who, stanceOf(last.get(who))])),
    rounds: rounds.length,
    agreement,
    consensus: decidedBy !== null,
    forced: forcedBy !== null,
    decidedBy,
    deadlock: deadlock !== null,
    deadlockReason: deadlock?.reason ?? null,
    deadlockSince: deadlock?.since ?? null,
    allowed: decidedBy === null ? allowedNow(thread) : [],
    standing: standingOf(thread)?.id ?? null,
  }
}

function stanceOf(message: DebateMessage | undefined): Stance | null {
  return message !== undefined && isStance(message.kind) ? message.kind : null
}

/** Agreeing or conceding joins the camp of the answered participant; all others are alone. The largest camp counts. */
function largestCamp(
  participants: readonly string[],
  last: ReadonlyMap<string, DebateMessage>,
  thread: readonly DebateMessage[],
): ReadonlySet<string> {
  const camps = new Map(participants.map((who) => [who, new Set([who])]))
  for (const [who, message] of last) {
    if (message.kind !== 'agree' && message.kind !== 'concede') continue
    const [mine, theirs] = [camps.get(who), camps.get(answered(message, thread)?.from ?? who)]
    if (mine === undefined || theirs === undefined || mine === theirs) continue
    for (const member of mine) {
      theirs.add(member)
      camps.set(member, theirs)
    }
  }
  return [...camps.values()].reduce((most, camp) => (camp.size > most.size ? camp : most), new Set<string>())
}

/**
 * The stance that a message answers: found along the chain of replies, otherwise the last stance of another
 * participant.
 */
function answered(message: DebateMessage, thread: readonly DebateMessage[]): DebateMessage | undefined {
  const before = thread.filter(({ id }) => id < message.id)
  for (let above = before.find(({ id }) => id === message.replyTo); above !== undefined; ) {
    if (isStance(above.kind)) return above
    const { replyTo, id } = above
    above = before.find((one) => one.id === replyTo && one.id < id)
  }
  return before.findLast(({ kind, from }) => isStance(kind) && from !== message.from)
}

function decidingMessage(camp: ReadonlySet<string>, last: ReadonlyMap<string, DebateMessage>): number | null {
  const ids = [...camp].flatMap((who) => {
    const message = last.get(who)
    return message?.kind === 'agree' || message?.kind === 'concede' ? [message.id] : []
  })
  return ids.length === 0 ? null : Math.max(...ids)
}

/** Decided by a directive, unless a stance followed it. */
function resolutionOf(thread: readonly DebateMessage[]): number | null {
  const last = thread.findLast(
    ({ kind, payload }) => isStance(kind) || (kind === 'directive' && isResolution(payload)),
  )
  return last?.kind === 'directive' ? last.id : null
}

type Deadlock = { readonly reason: DeadlockReason; readonly since: number }

/**
 * A debate is stuck once counters follow counters, or once its last allowed round ended without consensus. A directive of
 * the foreman gives it new rounds.
 */
function deadlockOf(thread: readonly DebateMessage[], policy: DebatePolicy): Deadlock | null {
  let [rounds, counters, since] = [0, 0, null as number | null]
  for (const { id, kind } of thread) {
    if (kind === 'directive') {
      rounds = 0
      counters = 0
      since = null
    }
    if (!isStance(kind)) continue
    rounds += 1
    if (kind === 'counter') counters += 1
    else if (kind !== 'claim') counters = 0
    const isStuck = counters >= policy.deadlockThreshold || rounds >= policy.mostRounds
    since = isStuck ? (since ?? id) : null
  }
  if (since === null) return null
  return { reason: counters >= policy.deadlockThreshold ? 'counters' : 'rounds', since }
}

/** The open position of the debate. An agreement does not close it, because one agreement does not speak for all. */
function standingOf(thread: readonly DebateMessage[]): DebateMessage | undefined {
  return thread.findLast(({ kind }) => kind === 'claim' || kind === 'counter' || kind === 'evidence')
}

function allowedNow(thread: readonly DebateMessage[]): readonly Kind[] {
  const last = thread.findLast(({ kind }) => kindRules[kind].family === 'debate' || kind === 'response')
  return last === undefined ? ['claim'] : allowedTo(last, thread)
}

/**
 * The kinds that may answer one message of a thread. A response "varies": what it informs goes on, and so does what
 * a directive came between.
 */
export function allowedTo(message: DebateMessage, thread: readonly DebateMessage[]): readonly Kind[] {
  const before = thread.filter(({ id }) => id <= message.id)
  const standing = standingOf(before)
  const open = standing === undefined ? [] : kindRules[standing.kind].answers
  switch (message.kind) {
    case 'response':
    case 'directive':
      return [...new Set([...open, ...(message.kind === 'directive' ? kindRules.directive.answers : [])])]
    case 'agree':
    case 'concede':
      return open
    default:
      return kindRules[message.kind].answers
  }
}
