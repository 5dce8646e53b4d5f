import { shortId } from '../../domain/id.ts'
import { forwardBody, forwardSubject } from '../../domain/message.ts'
import { isSealed } from '../../domain/seal.ts'
import { requiredText, requiredTexts } from '../../input/input.ts'
import { requireMessage } from '../../services/lookup.ts'
import { letterFields, sealField } from '../../services/posting/letter.ts'
import { postMessage } from '../../services/posting/post.ts'
import { requireOpened } from '../../services/sealing/opened.ts'
import { iso } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const forward = operation({
  summary: 'Forward a message, quoted below your own note',
  access: 'write',
  needs: 'own',
  input: {
    message: requiredText('The message to forward', {
      positional: true,
      completes: 'message',
      placeholder: 'ID',
    }),
    to: requiredTexts('The recipient', { positional: true, completes: 'address', placeholder: 'TO' }),
    ...letterFields,
    ...sealField,
  },
  value: 'sent',
  examples: [['watchpost forward Q8Y7D critic -b "Is this still true?"', 'forwards Q8Y7D to critic']],
  async run(context, { message, ...letter }) {
    const { message: found } = await requireMessage(context, message)
    const isSecret = isSealed(found.body)
    const original = isSecret ? await requireOpened(context, found) : found
    return postMessage(context, {
      ...letter,
      seal: letter.seal || isSecret,
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
