import { resolutionBody, resolutionPayload } from '../../domain/debates/resolution.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { fitSubject } from '../../domain/message.ts'
import { checkInput, flag, type Input, requiredText, text, texts } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { requireId } from '../lookup.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { type ReadDebate, readDebate } from './read.ts'
import { requireMayDirect } from './rules.ts'
import { settleDebate } from './settle.ts'

export const rulingFields = {
  thread: requiredText('Any message of its thread', {
    positional: true,
    completes: 'message',
    placeholder: 'THREAD',
  }),
  forceConsensus: flag('Decide even without agreement'),
  decision: text('The decision'),
  rationale: text('The reason for the decision'),
  inform: texts('Also notify this address; no answer is owed', {
    completes: 'address',
    placeholder: 'ADDRESS',
  }),
  key: letterFields.key,
} as const

type Ruling = Omit<Input<typeof rulingFields>, 'forceConsensus'>

/** Decides a debate: all its participants get the ruling, and SUBPOR.md records it. */
export async function ruleDebate(context: Context, ruling: Ruling): Promise<SentValue> {
  const { decision = '', rationale = '', inform = [], key } = ruling
  if (decision.trim() === '')
    throw new MailError('usage', 'A ruling needs a decision; nothing was sent.', 'Add --decision TEXT.')
  requireMayDirect(context, 'directive', null)
  const read = await requireDebate(context, ruling.thread)
  if (read.debate.consensus && !wasRuled(read, context, key))
    throw new MailError(
      'conflict',
      `The debate ${shortId(read.thread)} is already decided.`,
      'See `watchpost decisions`.',
    )
  const resolution = { decision, rationale: rationale.trim() === '' ? null : rationale, informed: inform }
  const letter = checkInput(letterFields, {
    kind: 'directive',
    subject: fitSubject(`Decided: ${decision}`),
    body: resolutionBody(resolution),
    payload: resolutionPayload(resolution),
    cc: inform,
    ...(key === undefined ? {} : { key }),
    ...(read.task === null ? {} : { task: read.task }),
  })
  const self = context.actor.address
  const others = read.debate.participants.filter((who) => who !== self)
  const sent = await postMessage(context, {
    ...letter,
    to: (others.length === 0 ? [self] : others).map((who) => `agent:${who}`),
    defaultKind: 'directive',
    thread: read.thread,
    replyTo: read.debate.standing,
    answers: true,
    asksNothing: true,
  })
  return { ...sent, warnings: [...sent.warnings, ...(await settleDebate(context, sent.thread))] }
}

/** @throws MailError `not-found` · `conflict` */
export async function requireDebate(context: Context, thread: string): Promise<ReadDebate> {
  const read = await readDebate(context, await requireId(context, thread))
  if (read.debate.rounds > 0) return read
  throw new MailError(
    'conflict',
    `${shortId(read.thread)} is not part of a debate.`,
    'List debates with `watchpost debate list`.',
  )
}

/** Ruled under the same key before: the store gives that ruling back. */
function wasRuled({ messages }: ReadDebate, { actor }: Context, key: string | undefined): boolean {
  return key !== undefined && messages.some((one) => one.from === actor.address && one.key === key)
}
