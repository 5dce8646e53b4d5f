import { listed } from '../../domain/addressing/listed.ts'
import { MailError } from '../../domain/errors.ts'
import { debateFields, isOfDebate } from '../debates/fields.ts'
import { text, texts } from '../input.ts'
import { requireMessage } from '../lookup.ts'
import { operation } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { templateFields } from '../templates/fields.ts'

export const send = operation({
  summary:
    'Write to agents, roles, groups, queues, channels, or everyone; nothing is stored unless every recipient is known',
  access: 'write',
  input: {
    to: texts('An agent, role:NAME, all, broadcast:SWARM, a tag, a pattern, a group, queue or channel', {
      positional: true,
      completes: 'address',
      placeholder: 'TO',
    }),
    ...letterFields,
    ...debateFields,
    ...templateFields,
    replyTo: text('The message that this one answers', { completes: 'message', placeholder: 'ID' }),
    thread: text('The thread to join', { completes: 'message', placeholder: 'ID' }),
  },
  value: 'sent',
  examples: [
    ['watchpost send critic -s "Tests red on main" -b "See job 41." --priority urgent', 'to one agent'],
    [
      'git diff | watchpost send role:reviewer -s "Please review" -b -',
      'to the holders of a role, with the body from a pipe',
    ],
    ['watchpost send all -s "Freeze at 17:00" --ttl 2h', 'to every active agent except you'],
  ],
  async run(context, input) {
    const answered = input.replyTo === undefined ? null : await requireMessage(context, input.replyTo)
    const joined = input.thread === undefined ? null : await requireMessage(context, input.thread)
    const { template, field = [] } = input
    const to = listed(input.to ?? [])
    if (field.length > 0 && template === undefined) throw noTemplate()
    if (to.length === 0 && template === undefined) throw noRecipient()
    const written =
      template === undefined
        ? input
        : await (await import('../templates/fill.ts')).fillTemplate(context, template, field, input, to)
    // Spreading an input, whose fields came one by one, takes as long as storing the message.
    const letter = Object.assign({}, written, {
      to: template === undefined ? to : (written.to ?? to),
      defaultKind: 'request' as const,
      replyTo: answered?.message.id ?? null,
      thread: joined?.message.thread ?? answered?.message.thread ?? null,
      answers: answered !== null,
      answering: answered?.message.from,
    })
    const about = answered?.message ?? joined?.message ?? null
    return isOfDebate(letter, about)
      ? (await import('../debates/speak.ts')).speak(context, letter, answered?.message ?? null)
      : postMessage(context, letter)
  },
})

/** Every message needs a recipient, but where a template knows its route. */
function noRecipient(): MailError {
  return new MailError(
    'usage',
    'The recipient is missing.',
    'Give an agent, `all` or role:NAME, or use a --template that has a route.',
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
