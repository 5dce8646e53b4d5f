import { debateFields, isOfDebate } from '../debates/fields.ts'
import { requiredTexts, text } from '../input.ts'
import { operation } from '../operation.ts'
import { letterFields } from './letter.ts'
import { requireMessage } from './lookup.ts'
import { postMessage } from './post.ts'

export const send = operation({
  summary:
    'Write to agents, roles, groups, queues, channels, or everyone; nothing is stored unless every recipient is known',
  access: 'write',
  input: {
    to: requiredTexts(
      'An agent, role:NAME, all, broadcast:SWARM, a tag, a pattern, a group, queue or channel',
      {
        positional: true,
        completes: 'address',
        placeholder: 'TO',
      },
    ),
    ...letterFields,
    ...debateFields,
    replyTo: text('The message that this one follows', { completes: 'message', placeholder: 'ID' }),
    thread: text('The thread it joins', { completes: 'message', placeholder: 'ID' }),
  },
  value: 'sent',
  examples: [
    ['watchpost send critic -s "Tests red on main" -b "See job 41." --priority urgent', 'to one agent'],
    [
      'git diff | watchpost send role:reviewer -s "Please review" -b -',
      'to whoever holds a role, the body from a pipe',
    ],
    ['watchpost send all -s "Freeze at 17:00" --ttl 2h', 'to every living agent but yourself'],
  ],
  async run(context, input) {
    const answered = input.replyTo === undefined ? null : await requireMessage(context, input.replyTo)
    const joined = input.thread === undefined ? null : await requireMessage(context, input.thread)
    // Spreading an input, whose fields came one by one, takes as long as storing the message.
    const letter = Object.assign({}, input, {
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
