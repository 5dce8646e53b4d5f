import { allowedTo } from '../../domain/debates/debate.ts'
import { isForOthers } from '../../domain/debates/debate-answers.ts'
import type { DebatePolicy } from '../../domain/debates/debate-policy.ts'
import { isWeaker, strengthOf } from '../../domain/debates/evidence.ts'
import { mayDirect } from '../../domain/debates/foreman.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Json } from '../../domain/json.ts'
import { isStance, type Kind, kindRules } from '../../domain/kind.ts'
import type { FullMessage } from '../../domain/message.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import type { ReadDebate } from './read.ts'

type Answer = { readonly from: string; readonly kind: Kind; readonly replyTo: number | null }

/** @throws MailError `conflict` an answer that the debate does not allow now, naming what it does */
export function requireAllowed(read: ReadDebate, answer: Answer): void {
  const { messages, debate } = read
  const { kind, from } = answer
  const target = targetOf(read, answer)
  // The foreman may always speak, and anybody may always ask for a decision from above.
  if (target === undefined || kind === 'directive' || kind === 'escalation') return
  if (debate.consensus && isStance(kind))
    throw new MailError(
      'conflict',
      `The debate ${shortId(read.thread)} is already decided; nothing was sent.`,
      'See `watchpost decisions`. To reopen the question, send a claim in a new thread.',
    )
  const ends = target.kind === 'agree' || target.kind === 'concede'
  const work = ends || target.kind === 'response' ? kindRules[target.kind].answers : []
  const allowed = allowedTo(target, messages)
  if (!allowed.includes(kind) && !work.includes(kind)) throw notAllowed(target, kind, [...allowed, ...work])
  if (isForOthers(kind) && target.from === from)
    throw new MailError(
      'conflict',
      `${shortId(target.id)} is your own message; you cannot answer it with ${kind}. Nothing was sent.`,
      'Add evidence with --kind evidence, or wait for the others.',
    )
}

type Asking = Pick<Context, 'principal'> & { readonly actor: Parameters<typeof mayDirect>[0] }

/** Only who leads or supervises directs, and who is asked for a decision. @throws MailError `not-allowed` */
export function requireMayDirect(
  { actor, principal }: Asking,
  kind: Kind | undefined,
  answered: Pick<FullMessage, 'kind'> | null,
): void {
  if (kind !== 'directive' || answered?.kind === 'escalation') return
  if (mayDirect(actor) || (principal !== null && isPerson(principal))) return
  throw new MailError(
    'not-allowed',
    `${actor.address} may not give directives: only the foreman and people do. Nothing was sent.`,
    'Ask for a decision with --kind escalation, or be registered with the role foreman.',
  )
}

/** The answered message, otherwise the last position of the debate. */
function targetOf({ messages }: ReadDebate, { kind, replyTo }: Answer): FullMessage | undefined {
  const answered = messages.find(({ id }) => id === replyTo)
  const debates = (message: FullMessage) => kindRules[message.kind].family === 'debate'
  if (answered !== undefined && (debates(answered) || answered.kind === 'response'))
    return debates(answered) || messages.some(debates) ? answered : undefined
  if (answered !== undefined && kind === 'claim') return undefined
  // A question, open or answered, is not a position: the earlier claim still holds.
  return isStance(kind) ? messages.findLast((one) => debates(one) && one.kind !== 'query') : undefined
}

function notAllowed(target: FullMessage, kind: Kind, allowed: readonly Kind[]): MailError {
  const named = [...new Set(allowed)].join(', ')
  return new MailError(
    'conflict',
    `You cannot answer the ${target.kind} ${shortId(target.id)} with ${kind}; allowed kinds: ${named}. Nothing was sent.`,
    `Choose one with --kind; \`watchpost debate show ${shortId(target.id)}\` shows the debate.`,
  )
}

/** @throws MailError `usage` a claim or counter without the evidence that the settings require */
export function requireEvidence(
  policy: DebatePolicy['evidence'],
  kind: Kind,
  payload: Json,
  body: string,
): void {
  const { forClaims, forCounters, minimumStrength } = policy
  const required =
    (kind === 'claim' && forClaims === 'required') ||
    (kind === 'counter' && forCounters === 'required') ||
    (kind === 'evidence' && (forClaims === 'required' || forCounters === 'required'))
  if (!required) return
  const strength = strengthOf(kind, payload, body)
  if (!isWeaker(strength, minimumStrength)) return
  throw new MailError(
    'usage',
    `This ${kind} has ${strength} evidence; mailbox.evidence_required requires at least ${minimumStrength}. Nothing was sent.`,
    'Add --evidence type=code,source=FILE:LINE,data=… (other types: test with result=…, reference, benchmark, security)' +
      (minimumStrength === 'strong' ? '.' : ', or give the reason with --rationale.'),
  )
}
