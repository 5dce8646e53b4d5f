import { MailError } from '../../domain/errors.ts'
import { choiceBody, choicePayload } from '../../domain/escalation.ts'
import { asEscalation } from '../../domain/escalation-payload.ts'
import { shortId } from '../../domain/id.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import { type FullMessage, replySubject } from '../../domain/message.ts'
import { isSealed } from '../../domain/seal.ts'
import { flag, type Input, number, requiredText } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { debateFields, isOfDebate } from '../debates/fields.ts'
import { speak } from '../debates/speak.ts'
import { requireMessage } from '../lookup.ts'
import { isAwaitedOf } from '../tasks/waits-for-owner.ts'
import { letterFields, replacesField, sealField } from './letter.ts'
import { postMessage } from './post.ts'

export const replyFields = {
  message: requiredText('The message to answer', {
    positional: true,
    completes: 'message',
    placeholder: 'ID',
  }),
  all: flag('Reply to all recipients; in a debate, to all who take part in it'),
  empty: flag('Send an answer without text'),
  asks: flag('Ask the sender something, instead of an answer: a task of a server waits for its owner'),
  option: number('Decide an escalation by this option, counted from 1'),
  ...letterFields,
  ...sealField,
  ...replacesField,
  ...debateFields,
} as const

/** Answers a message, in its thread and with its priority. @throws MailError as `postMessage` */
export async function replyTo(
  context: Context,
  input: Input<typeof replyFields>,
  mark: { readonly automatic?: true } = {},
): Promise<SentValue> {
  const { message, all, empty, asks, option, ...rest } = input
  if (!empty && option === undefined) requireText(rest)
  const { message: original } = await requireMessage(context, message)
  const written = asks ? asking(original, { ...rest, option }) : rest
  const letter = option === undefined ? written : decided(original, option, written)
  const { to, others } = audience(original, context.actor.address)
  const composed = {
    ...letter,
    ...mark,
    to,
    cc: [...(all ? others : []), ...(letter.cc ?? [])],
    subject: letter.subject ?? replySubject(original.subject),
    priority: letter.priority ?? original.priority,
    swarm: letter.swarm ?? original.swarm ?? undefined,
    task: letter.task ?? original.task ?? undefined,
    defaultKind: await usualAnswer(context, original),
    answered: original,
    replyTo: original.id,
    thread: original.thread,
    answers: true,
    answering: original.from,
    seal: letter.seal || isSealed(original.body),
  }
  return isOfDebate(composed, original)
    ? speak(context, { ...composed, everyone: all }, original)
    : postMessage(context, composed)
}

/** The owner of a task that waits for it goes on with the task: who asked owes the end of it. */
async function usualAnswer(context: Context, original: FullMessage): Promise<Kind> {
  const { answers } = kindRules[original.kind]
  const [usual = 'response'] = answers
  if (original.task === null || !answers.includes('request')) return usual
  return (await isAwaitedOf(context, original)) ? 'request' : usual
}

/** A question owes an answer. @throws MailError `usage` */
function asking<L extends Letter>(
  original: FullMessage,
  { option, ...letter }: L & { option?: number | undefined },
) {
  if (option !== undefined || letter.kind !== undefined)
    throw new MailError('usage', '--asks goes with neither --kind nor --option.', '')
  const isDebated = kindRules[original.kind].family === 'debate'
  return { ...letter, kind: isDebated ? ('query' as const) : ('request' as const) }
}

/** A decision by one of an escalation's options. @throws MailError `usage` what it does not offer */
function decided<L extends Letter>(original: FullMessage, option: number, letter: L): L {
  const escalation = original.kind === 'escalation' ? asEscalation(original.payload) : null
  const choice = escalation?.options[option - 1]
  if (escalation !== null && choice !== undefined)
    return {
      ...letter,
      body: choiceBody(choice, letter.body ?? ''),
      payload: letter.payload ?? choicePayload(escalation, option, choice),
    }
  const offered = escalation?.options.length ?? 0
  throw new MailError(
    'usage',
    offered === 0
      ? `${shortId(original.id)} offers no options; nothing was sent.`
      : `${shortId(original.id)} has no option ${option}; nothing was sent.`,
    offered === 0 ? 'Write the answer with -b TEXT.' : `Choose one of 1 to ${offered}.`,
  )
}

type Letter = Input<typeof letterFields> & Input<typeof debateFields>

/** Agreeing and conceding say all by their kind. */
const wordless: readonly (string | undefined)[] = ['agree', 'concede']

/** An empty answer would settle a request without any content. @throws MailError `usage` */
function requireText({ body = '', kind, payload, context, attach = [], ...letter }: Letter): void {
  const { statement = '', rationale = '', decision = '', evidence = [] } = letter
  const isText = [body, statement, rationale, decision, ...evidence, ...attach].some(
    (text) => text.trim() !== '',
  )
  if (isText || (payload ?? context ?? null) !== null || wordless.includes(kind)) return
  throw new MailError(
    'usage',
    'The reply has no text; nothing was sent.',
    'Add -b TEXT, or --empty to send it without text. `watchpost complete` closes a request without an answer.',
  )
}

/** The sender; for your own message, its recipients. With --all, also the other recipients. */
function audience(
  original: FullMessage,
  self: string,
): { readonly to: readonly string[]; readonly others: readonly string[] } {
  const written = [...original.to, ...original.cc].filter(
    (address) => address !== self && address !== original.from,
  )
  // Other systems have a mailbox for what answers theirs.
  if (original.from === 'system' && original.imported === undefined)
    throw new MailError(
      'not-allowed',
      'The system does not read answers.',
      'Write to an agent with `watchpost send`.',
    )
  if (original.from !== self) return { to: [original.from], others: written }
  const to = original.to.filter((address) => address !== self)
  return to.length === 0 ? { to: [self], others: [] } : { to, others: original.cc }
}
