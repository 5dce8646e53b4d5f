import type { FullMessage } from '../../../src/domain/message.ts'
import type { Content } from '../connection.ts'

/** What the row of a message that was put away does not have. */
export function putAway(message: FullMessage): Content {
  const { body, payload, context, attachments, tags, meta, origin, imported } = message
  return { body, payload, context, attachments, tags, meta, origin, imported }
}
