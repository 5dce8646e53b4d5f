import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import type { Leaving } from '../../sql/cold/cold-survey.ts'
import type { Connection } from '../database/connection.ts'
import { type ColdFiles, openColdFiles, type Place } from './archive-files.ts'

/** One line of a cold file: a message as it was written, and its copies as they were when it left. */
type ColdLine = { readonly id: string } & Leaving

export function coldLine(leaving: Leaving): Buffer {
  const { message, arrivedAt, bodyFile, deliveries } = leaving
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
