import { casesOf } from '../../domain/debates/cases.ts'
import { escalatingTopics } from '../../domain/debates/debate-policy.ts'
import { statementOf } from '../../domain/debates/decision.ts'
import { contentOf, evidenceLine, strengthOf } from '../../domain/debates/evidence.ts'
import { resolutionIn } from '../../domain/debates/resolution.ts'
import { shortId } from '../../domain/id.ts'
import { isStance, type Stance } from '../../domain/kind.ts'
import { type FullMessage, titleOf } from '../../domain/message.ts'
import type { DebateValue, PositionValue, ShownDebate } from '../../values/debates-schema.ts'
import type { Context } from '../context.ts'
import { iso } from '../values.ts'
import type { ReadDebate } from './read.ts'

export function topicOf({ subject, messages }: ReadDebate): string {
  const opening = messages.find(({ kind }) => kind === 'claim') ?? messages[0]
  return subject !== ''
    ? subject
    : opening === undefined
      ? ''
      : statementOf({ ...opening, title: titleOf(opening) })
}

export function debateValue({ settings }: Context, read: ReadDebate): DebateValue {
  const { thread, task, messages, debate } = read
  const tags = [...new Set(messages.flatMap((message) => message.tags))]
  const [first, last] = [messages[0], messages.at(-1)]
  return {
    thread: shortId(thread),
    topic: topicOf(read),
    task,
    participants: debate.participants,
    stances: debate.stances,
    rounds: debate.rounds,
    mostRounds: settings.debate.mostRounds,
    agreement: debate.agreement,
    consensus: debate.consensus,
    forced: debate.forced,
    decidedBy: debate.decidedBy === null ? null : shortId(debate.decidedBy),
    deadlock: debate.deadlock,
    deadlockReason: debate.deadlockReason,
    allowed: debate.allowed,
    standing: debate.standing === null ? null : shortId(debate.standing),
    escalates: escalatingTopics({ subject: topicOf(read), tags, task }, settings.debate),
    openedAt: iso(first?.sentAt ?? 0),
    lastAt: iso(last?.sentAt ?? 0),
  }
}

/** With the positions of its participants, one by one and side by side, and its ruling. */
export function shownDebateValue(context: Context, read: ReadDebate): ShownDebate {
  const positions = positionsOf(read)
  return {
    ...debateValue(context, read),
    positions,
    cases: casesOf(read.debate.participants, positions),
    ruling: rulingOf(read),
  }
}

function rulingOf({ messages, debate }: ReadDebate): ShownDebate['ruling'] {
  const deciding = messages.find(({ id }) => id === debate.decidedBy)
  const resolution = resolutionIn(deciding?.payload)
  if (deciding === undefined || resolution === null) return null
  return { message: shortId(deciding.id), by: deciding.from, at: iso(deciding.sentAt), ...resolution }
}

export function positionsOf({ messages }: ReadDebate): readonly PositionValue[] {
  return messages.flatMap((message) => (isStance(message.kind) ? [positionOf(message, message.kind)] : []))
}

export function positionOf(message: FullMessage, kind: Stance): PositionValue {
  const { id, from, replyTo, sentAt, payload, body } = message
  const { rationale, evidence } = contentOf(payload)
  return {
    id: shortId(id),
    who: from,
    kind,
    replyTo: replyTo === null ? null : shortId(replyTo),
    at: iso(sentAt),
    statement: statementOf({ ...message, title: message.preview || message.subject }),
    rationale,
    evidence,
    strength: strengthOf(kind, payload, body),
  }
}

export function evidenceLines({ evidence }: PositionValue): readonly string[] {
  return evidence.map(evidenceLine)
}
