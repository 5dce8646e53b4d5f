import type { Context } from '../context.ts'
import type { FullMessageValue } from '../values.ts'

/** How the subjects of protocol mails look; all other mail pays for one look at its subject. */
const looksSo = /^\s*(?:🤝|[A-Z][A-Z0-9_]{2,}(?:[\s:]|$))/u

/** A message with what it says in fields, where it is a protocol mail. */
export async function withFields(context: Context, message: FullMessageValue): Promise<FullMessageValue> {
  const { types } = context.settings
  if (!looksSo.test(message.subject) && !types.some(({ prefix }) => message.subject.includes(prefix)))
    return message
  const { parseMail } = await import('../../domain/protocol/protocol-mail.ts')
  const { knownTypes } = await import('./types.ts')
  const parsed = parseMail(message.subject, message.body, knownTypes(context), message.from)
  if (parsed === null) return message
  const { type, argument, fields, missing } = parsed
  return { ...message, fields, protocol: { type, argument, missing } }
}

export async function allWithFields(
  context: Context,
  messages: readonly FullMessageValue[],
): Promise<readonly FullMessageValue[]> {
  return Promise.all(messages.map((message) => withFields(context, message)))
}
