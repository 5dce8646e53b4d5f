import { shortId } from '../../domain/id.ts'
import { forwardBody, forwardSubject } from '../../domain/message.ts'
import { requiredText, requiredTexts } from '../input.ts'
import { requireMessage } from '../lookup.ts'
import { operation } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { iso } from '../values.ts'

export const forward = operation({
  summary: 'Forward a message, quoted below your own note',
  access: 'write',
  input: {
    message: requiredText('The message to forward', {
      positional: true,
      completes: 'message',
      placeholder: 'ID',
    }),
    to: requiredTexts('The recipient', { positional: true, completes: 'address', placeholder: 'TO' }),
    ...letterFields,
  },
  value: 'sent',
  examples: [['watchpost forward Q8Y7D critic -b "Is this still true?"', 'forwards Q8Y7D to critic']],
  async run(context, { message, ...letter }) {
    const { message: original } = await requireMessage(context, message)
    return postMessage(context, {
      ...letter,
      subject: letter.subject ?? forwardSubject(original.subject),
      body: forwardBody(letter.body ?? '', original, iso(original.sentAt)),
      priority: letter.priority ?? original.priority,
      attach: [...original.attachments, ...(letter.attach ?? [])],
      inherited: original.attachments,
      defaultKind: 'notification',
      meta: { forwarded: shortId(original.id) },
    })
  },
})
