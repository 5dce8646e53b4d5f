import type { Delivery } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import type { Connection } from '../database/connection.ts'
import { type ColdFiles, openColdFiles, type Place } from './archive-files.ts'

/** One line of a cold file: a message as it was written, and its copies as they were when it left. */
type ColdLine = {
  readonly id: string
  readonly arrivedAt: number
  readonly message: FullMessage
  /** A body too big for a row has a file of its own already, and stays there. */
  readonly bodyFile: string | null
  readonly deliveries: readonly Delivery[]
}

export function coldLine(
  message: FullMessage,
  arrivedAt: number,
  bodyFile: string | null,
  deliveries: readonly Delivery[],
): Buffer {
  const line: ColdLine = { id: shortId(message.id), arrivedAt, message, bodyFile, deliveries }
  return Buffer.from(JSON.stringify(line))
}

const files = new WeakMap<Connection, ColdFiles>()

export function coldFilesOf(connection: Connection): ColdFiles {
  let found = files.get(connection)
  if (found === undefined) {
    found = openColdFiles(connection.location)
    files.set(connection, found)
  }
  return found
}

export function findPlace(connection: Connection, id: number): Place | undefined {
  const sql = 'SELECT file, position, length FROM cold WHERE message_id = ?'
  return connection.statement(sql).get(id) as Place | undefined
}

/** A message out of its cold file. @throws MailError `damaged` when the file does not hold it */
export function readCold(connection: Connection, id: number, place: Place): FullMessage {
  const message = messageIn(coldFilesOf(connection).read(place))
  if (message?.id === id) return message
  throw new MailError(
    'damaged',
    `The cold file ${place.file} does not contain ${shortId(id)} where it should.`,
    'Restore the folder archive/ from a backup.',
  )
}

function messageIn(text: string): FullMessage | null {
  try {
    return (JSON.parse(text) as Partial<ColdLine>).message ?? null
  } catch {
    return null
  }
}
