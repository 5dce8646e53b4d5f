import { contentText, debateBody } from '../../domain/debates/debate-body.ts'
import { contentOf, readEvidence } from '../../domain/debates/evidence.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import type { FullMessage } from '../../domain/message.ts'
import type { Input } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import type { Composed } from '../posting/compose.ts'
import { postMessage } from '../posting/post.ts'
import type { debateFields } from './fields.ts'
import { type ReadDebate, readDebate } from './read.ts'
import { requireAllowed, requireEvidence, requireMayDirect } from './rules.ts'
import { settleDebate } from './settle.ts'

export type Spoken = Composed &
  Input<typeof debateFields> & {
    /** All participants of the debate get it, no matter which message it answers. */
    readonly everyone?: boolean | undefined
  }

const tries = 5

/**
 * Sends a message of a debate. The debate's rules are checked against the thread at storing; its fields are in the
 * payload. The effects of a decision follow immediately.
 * @throws MailError `conflict` · `usage` · all errors of sending
 */
export async function speak(
  context: Context,
  spoken: Spoken,
  answered: FullMessage | null,
): Promise<SentValue> {
  const kind = spoken.kind ?? kindOf(spoken, answered)
  requireMayDirect(context, kind, answered)
  requireAgreement(spoken, kind)
  const { statement, rationale, evidence, decision, everyone, ...letter } = spoken
  const payload = payloadOf(spoken)
  const body = letter.body ?? bodyOf(payload, decision !== undefined)
  requireEvidence(context.settings.debate.evidence, kind, payload, body)
  for (let attempt = 1; ; attempt += 1) {
    const read = letter.thread == null ? null : await readDebate(context, letter.thread)
    if (read !== null && !wasSent(read, context, letter.key))
      requireAllowed(read, { from: context.actor.address, kind, replyTo: letter.replyTo ?? null })
    const newest = read?.messages.at(-1)?.id
    try {
      const composed = {
        ...letter,
        ...(everyone && read !== null
          ? { cc: [...(letter.cc ?? []), ...othersIn(read, context, letter)] }
          : {}),
        ...(kind === undefined ? {} : { kind }),
        body,
        payload: payload ?? undefined,
      }
      const sent = await postMessage(context, { ...composed, ...(newest === undefined ? {} : { newest }) })
      return { ...sent, warnings: [...sent.warnings, ...(await settleDebate(context, sent.thread))] }
    } catch (error) {
      // Another participant wrote in the meantime: the answer may no longer be allowed.
      if (attempt === tries || !isMailError(error) || error.code !== 'stale') throw error
    }
  }
}

function bodyOf(payload: Json, all: boolean): string {
  return all && isJsonObject(payload) ? contentText(payload) : debateBody(contentOf(payload))
}

/** @throws MailError `usage` a decision that nobody agrees on here */
function requireAgreement({ decision }: Spoken, kind: Kind | undefined): void {
  if (decision === undefined || kind === 'agree' || kind === 'concede') return
  throw new MailError(
    'usage',
    '--decision says what was agreed on; nothing was sent.',
    'Use it with --kind agree or concede. To decide a debate, use `watchpost debate resolve`.',
  )
}

/** All participants of the debate except the actor and those that the letter names. */
function othersIn(
  { debate }: ReadDebate,
  { actor }: Context,
  { to, cc = [] }: Pick<Composed, 'to' | 'cc'>,
): readonly string[] {
  const named = new Set([actor.address, ...[...to, ...cc].map((name) => name.replace(/^agent:/u, ''))])
  return debate.participants.filter((who) => !named.has(who)).map((who) => `agent:${who}`)
}

/** An answer to a position has to say what it is; nobody agrees by accident. */
function kindOf({ defaultKind }: Spoken, answered: FullMessage | null) {
  const kind = answered?.kind
  if (kind !== 'claim' && kind !== 'counter' && kind !== 'evidence') return defaultKind
  throw new MailError(
    'usage',
    `${shortId(answered?.id ?? 0)} is a ${kind}: your answer needs a --kind. Nothing was sent.`,
    `Use one of ${kindRules[kind].answers.join(', ')}.`,
  )
}

/** Sent under the same key before: the store gives that one back, whatever may be answered by now. */
function wasSent({ messages }: ReadDebate, { actor }: Context, key: string | undefined): boolean {
  return (
    key !== undefined && messages.some((message) => message.from === actor.address && message.key === key)
  )
}

function payloadOf({ payload, statement, rationale, evidence = [], decision }: Spoken): Json {
  if ((statement ?? rationale ?? decision) === undefined && evidence.length === 0) return payload ?? null
  if (payload !== undefined && payload !== null && !isJsonObject(payload))
    throw new MailError(
      'usage',
      'With --statement, --rationale, --evidence or --decision, --payload must be a JSON object.',
      'Those fields are added to it.',
    )
  return {
    ...payload,
    ...(statement === undefined ? {} : { statement }),
    ...(rationale === undefined ? {} : { rationale }),
    ...(decision === undefined ? {} : { decision }),
    ...(evidence.length === 0 ? {} : { evidence: evidence.map(readEvidence) }),
  }
}
