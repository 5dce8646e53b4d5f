import { listed } from '../../domain/addressing/listed.ts'
import { MailError } from '../../domain/errors.ts'
import { isSealed } from '../../domain/seal.ts'
import { type Input, text, texts } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { debateFields, isOfDebate } from '../debates/fields.ts'
import { requireMessage } from '../lookup.ts'
import { templateFields } from '../templates/fields.ts'
import { letterFields, replacesField, sealField } from './letter.ts'
import { postMessage } from './post.ts'

export const sendFields = {
  to: texts(
    'An agent, role:NAME, best:ROLE, all, broadcast:SWARM, a tag, a pattern, a group, queue or channel',
    {
      positional: true,
      completes: 'address',
      placeholder: 'TO',
    },
  ),
  ...letterFields,
  ...sealField,
  ...replacesField,
  ...debateFields,
  ...templateFields,
  replyTo: text('The message that this one answers', { completes: 'message', placeholder: 'ID' }),
  thread: text('The thread to join', { completes: 'message', placeholder: 'ID' }),
} as const

/** @throws MailError as `postMessage` */
export async function sendLetter(context: Context, input: Input<typeof sendFields>): Promise<SentValue> {
  const answered = input.replyTo === undefined ? null : await requireMessage(context, input.replyTo)
  const joined = input.thread === undefined ? null : await requireMessage(context, input.thread)
  const { template, field = [] } = input
  const to = listed(input.to ?? [])
  if (field.length > 0 && template === undefined) throw noTemplate()
  if (to.length === 0 && template === undefined) throw noRecipient()
  const seal = input.seal || [answered, joined].some((one) => one !== null && isSealed(one.message.body))
  if (seal && template !== undefined) throw sealedTemplate()
  const written =
    template === undefined
      ? input
      : await (await import('../templates/fill.ts')).fillTemplate(context, template, field, input, to)
  const people = input.task !== undefined && to.includes('all') ? await peopleIn(context, input.task) : []
  const about = answered?.message ?? joined?.message ?? null
  // Spreading an input, whose fields came one by one, takes as long as storing the message.
  const letter = Object.assign({}, written, {
    to: template === undefined ? to : (written.to ?? to),
    defaultKind: 'request' as const,
    answered: about,
    replyTo: answered?.message.id ?? null,
    thread: joined?.message.thread ?? answered?.message.thread ?? null,
    answers: answered !== null,
    answering: answered?.message.from,
    seal,
    ...(people.length > 0 && { exclude: [...(written.exclude ?? []), ...people] }),
  })
  return isOfDebate(letter, about)
    ? (await import('../debates/speak.ts')).speak(context, letter, answered?.message ?? null)
    : postMessage(context, letter)
}

async function peopleIn(context: Context, task: string): Promise<readonly string[]> {
  return (await import('../tasks/people-left-out.ts')).peopleLeftOut(context, task)
}

/** Every message needs a recipient, but where a template knows its route. */
function noRecipient(): MailError {
  return new MailError(
    'usage',
    'The recipient is missing.',
    'Give an agent, `all` or role:NAME, or use a --template that has a route.',
  )
}

/** The program reads protocol mail, and does what it says. */
function sealedTemplate(): MailError {
  return new MailError(
    'usage',
    'Protocol mail cannot be sealed; nothing was sent.',
    'Send it without --seal and as a message of its own, or write the text yourself without --template.',
  )
}

/** A field without a template would be lost. */
function noTemplate(): MailError {
  return new MailError(
    'usage',
    '--field needs --template; nothing was sent.',
    'Add --template TYPE; list the types with `watchpost template list`.',
  )
}
