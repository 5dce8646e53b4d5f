import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import type { Leaving } from '../../sql/cold/cold-survey.ts'
import type { Connection } from '../database/connection.ts'

/** What was put away for good: a message as it was written, and its copies as they were when it left. */
type ColdLine = { readonly id: string } & Omit<Leaving, 'bodyFile'>

export function coldLine({ message, arrivedAt, deliveries }: Leaving): string {
  const line: ColdLine = { id: shortId(message.id), arrivedAt, message, deliveries }
  return JSON.stringify(line)
}

/** A message that was put away; `null` for all others. @throws MailError `damaged` */
export async function findCold(connection: Connection, id: number): Promise<FullMessage | null> {
  const line = await connection.column('SELECT line FROM cold WHERE message_id = ?').get(id)
  if (typeof line !== 'string') return null
  return messageIn(line, id)
}

/** What a line says. @throws MailError `damaged` */
export function messageIn(line: string, id: number): FullMessage {
  const message = (JSON.parse(line) as Partial<ColdLine>).message
  if (message?.id === id) return message
  throw new MailError(
    'damaged',
    `The line of ${shortId(id)} in the table cold has been changed.`,
    'Restore it from a backup.',
  )
}
