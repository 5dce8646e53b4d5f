import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { requiredText, text } from '../input.ts'
import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { fullMessageValue } from '../values.ts'
import { requireAgent, requireId } from './lookup.ts'

export const thread = operation({
  summary: 'Print a whole thread, oldest first; any of its messages names it',
  access: 'read',
  input: {
    message: requiredText('A message of the thread', {
      positional: true,
      completes: 'message',
      placeholder: 'ID',
    }),
    of: text('Whose copies to tell the status of', { completes: 'agent', placeholder: 'ADDRESS' }),
    ...pageFields,
  },
  value: 'thread',
  async run(context, input) {
    const owner =
      input.of === undefined ? context.actor.address : (await requireAgent(context, input.of)).address
    const { messages } = context.store
    const found = await messages.read(await requireId(context, input.message), null)
    if (found === null)
      throw new MailError(
        'not-found',
        `There is no message ${input.message}.`,
        'List ids with `watchpost inbox`.',
      )
    const { rows, next } = await messages.thread(found.message.thread, owner, {
      ...pageOf(input),
      bodies: true,
    })
    const root =
      rows[0]?.message.id === found.message.thread
        ? rows[0].message
        : (await messages.read(found.message.thread, null))?.message
    return {
      thread: shortId(found.message.thread),
      subject: root?.subject ?? '',
      messages: rows.map(fullMessageValue),
      next,
    }
  },
})
