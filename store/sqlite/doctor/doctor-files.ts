import { existsSync, lstatSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import { findPlace, readCold } from '../bodies/archive-lines.ts'
import { openBodies, orphanFolder } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { requireOwnFolders } from '../database/own-file.ts'
import type { Found } from './doctor-schema.ts'

/** A body is written before its message, so a recent one may still get its message. */
const youngest = 3_600_000
const isReferenced = 'SELECT 1 FROM messages WHERE body_file = ? LIMIT 1'

/** Bodies in files: each that mail names is there and whole, and each that is there is named. */
export function examineBodies(connection: Connection, now: number): readonly Found[] {
  const bodies = openBodies(connection.location)
  const sql = 'SELECT body_file AS hash, min(id) AS id FROM messages WHERE body_file IS NOT NULL GROUP BY 1'
  const referenced = connection.statement(sql).all() as { hash: string; id: number }[]
  const lost = referenced.flatMap(({ hash, id }): readonly Found[] => {
    const why = problemOf(() => bodies.read(hash))
    if (why === null) return []
    const mend = 'Restore the folder bodies/ from a backup; all other mail is intact.'
    const where = `message ${shortId(id)}`
    return [{ finding: 'body-lost', severity: 'damage', where, why, mend }]
  })
  return [...lost, ...orphans(connection, new Set(referenced.map(({ hash }) => hash)), now)]
}

function orphans(connection: Connection, known: ReadonlySet<string>, now: number): readonly Found[] {
  const folder = join(connection.location, 'bodies')
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !known.has(basename(path)) && isOldFile(path, now))
  const [first] = found
  if (first === undefined) return []
  return [
    {
      finding: 'body-orphan',
      severity: 'advice',
      where: found.length === 1 ? first : `${first} and ${found.length - 1} more`,
      why: 'No message refers to it: its sender stopped before the message was stored.',
      mend: `It does no harm. \`watchpost doctor --repair\` moves it to ${orphanFolder}/.`,
      repair: () => {
        for (const path of found) putAside(connection, path)
      },
    },
  ]
}

/** Runs under the lock and never deletes: a sender of the same body at this moment still finds it. */
function putAside(connection: Connection, path: string): void {
  connection.write(() => {
    if (connection.statement(isReferenced).get(basename(path)) !== undefined) return
    const folder = join(connection.location, orphanFolder)
    requireOwnFolders(folder)
    renameSync(path, join(folder, basename(path)))
  })
}

function isOldFile(path: string, now: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && now - found.mtimeMs > youngest
}

/** Every line that a row names is there and holds that message. */
export function examineCold(connection: Connection): readonly Found[] {
  const ids = connection.column('SELECT message_id FROM cold ORDER BY message_id').all() as number[]
  return ids.flatMap((id): readonly Found[] => {
    const place = findPlace(connection, id)
    const why = place === undefined ? null : problemOf(() => readCold(connection, id, place))
    if (why === null) return []
    const mend = 'Restore the folder archive/ from a backup; all other mail is intact.'
    return [{ finding: 'cold-lost', severity: 'damage', where: `message ${shortId(id)}`, why, mend }]
  })
}

function problemOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (isMailError(error) || error instanceof Error) return error.message
    throw error
  }
}
