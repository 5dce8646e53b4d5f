import { MailError } from '../../../src/domain/errors.ts'
import type { Posted } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

export function findDuplicate(
  connection: Connection,
  sender: number,
  key: string,
  digest: string | null,
): Posted | null {
  const sql =
    'SELECT id, thread_id AS thread, digest FROM messages WHERE sender_id = ? AND key = ? AND key IS NOT NULL'
  const row = connection.statement(sql).get(sender, key) as
    | { id: number; thread: number; digest: string }
    | undefined
  if (row === undefined) return null
  if (row.digest === digest) return { id: row.id, thread: row.thread, duplicate: true }
  throw new MailError(
    'conflict',
    `The key ${key} was already used for a message with other content.`,
    'Use a different --key for each message.',
  )
}
