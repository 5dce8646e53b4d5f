import { shortId } from '../../domain/id.ts'
import { forwardBody, forwardSubject } from '../../domain/message.ts'
import { isSealed } from '../../domain/seal.ts'
import { type Input, requiredText, requiredTexts } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { requireMessage } from '../lookup.ts'
import { requireOpened } from '../sealing/opened.ts'
import { iso } from '../values.ts'
import { letterFields, sealField } from './letter.ts'
import { postMessage } from './post.ts'

export const forwardFields = {
  message: requiredText('The message to forward', {
    positional: true,
    completes: 'message',
    placeholder: 'ID',
  }),
  to: requiredTexts('The recipient', { positional: true, completes: 'address', placeholder: 'TO' }),
  ...letterFields,
  ...sealField,
} as const

/** @throws MailError as `postMessage` */
export async function forwardMessage(
  context: Context,
  { message, ...letter }: Input<typeof forwardFields>,
): Promise<SentValue> {
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
    answered: original,
    meta: { forwarded: shortId(original.id) },
  })
}
