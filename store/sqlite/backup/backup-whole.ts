import { isMailError, type Problem } from '../../../src/domain/errors.ts'
import type { BackedUp } from '../../backup-store.ts'
import { setFact } from '../../sql/facts.ts'
import { moreOf } from '../../sql/rows/post-content.ts'
import { sealCopy } from '../../sql/upkeep/sealing.ts'
import { atOnce } from '../../sql/work.ts'
import { findPlace, readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import { type Connection, connect } from '../database/connection.ts'
import { openFile } from '../database/driver.ts'
import { shared } from '../engine/shared.ts'
import { integer, openTextIndex } from '../search/text-index.ts'

type Lost = BackedUp['lost'][number]
export type Whole = Omit<BackedUp, 'file' | 'bytes'> & {
  /** `ok`, or what SQLite found wrong. */
  readonly check: string
}

/** Ids that messages may have been given after the copy was made: they must not come to name others. */
export const skippedIds = 2 ** 20

/**
 * Takes into a copy what its store keeps in files beside itself (big bodies, cold mail), so that one file is all
 * there is to a backup. Nobody else knows of the copy yet.
 */
export function makeWhole(store: Connection, draft: string): Whole {
  const database = openFile(draft)
  try {
    database.exec('PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA trusted_schema=OFF')
    // Bodies and cold files are looked for where the store has them.
    const copy = connect(database, store.location)
    database.exec('BEGIN')
    const lost = unlocked(copy, () => [...takeInBodies(copy), ...takeInCold(copy)])
    const tx = shared(copy)
    atOnce(setFact(tx, 'skip_ids', String(skippedIds)))
    atOnce(setFact(tx, 'cold_hand', '0'))
    const head = atOnce(sealCopy(tx, Date.now()))
    database.exec('COMMIT')
    const check = String(copy.column('PRAGMA integrity_check(1)').get())
    const messages = Number(copy.column('SELECT count(*) FROM messages').get())
    return { messages, head, unsealed: 0, lost, check }
  } finally {
    database.close()
  }
}

/** Without the trigger that keeps messages as they are: here they become what they were. */
function unlocked<T>(copy: Connection, change: () => T): T {
  const sql = String(copy.column("SELECT sql FROM sqlite_schema WHERE name = 'messages_unchanged'").get())
  copy.database.exec('DROP TRIGGER messages_unchanged')
  const changed = change()
  copy.database.exec(sql)
  return changed
}

function idsOf(copy: Connection, sql: string): readonly number[] {
  return copy.column(sql).all() as number[]
}

function takeInBodies(copy: Connection): readonly Lost[] {
  const bodies = openBodies(copy.location)
  const fileOf = copy.column('SELECT body_file FROM messages WHERE id = ?')
  const update = copy.statement('UPDATE messages SET body = ?, body_file = NULL WHERE id = ?')
  return idsOf(copy, 'SELECT id FROM messages WHERE body_file IS NOT NULL').flatMap((id) =>
    lostBy(id, () => update.run(bodies.read(String(fileOf.get(id))), id)),
  )
}

function takeInCold(copy: Connection): readonly Lost[] {
  const index = openTextIndex(copy)
  const update = copy.statement('UPDATE messages SET body = ?, more = ? WHERE id = ?')
  const warm = copy.statement('DELETE FROM cold WHERE message_id = ?')
  const insert = copy.statement(
    `INSERT INTO messages_text(rowid, subject, body, facets) VALUES(${integer}, ?, ?, ?)`,
  )
  const upto = index.upto()
  return idsOf(copy, 'SELECT message_id FROM cold').flatMap((id) =>
    lostBy(id, () => {
      const place = findPlace(copy, id)
      if (place === undefined) return
      const message = readCold(copy, id, place)
      update.run(message.body, moreOf(message), id)
      warm.run(id)
      const document = index.document(id)
      if (document !== null && id <= upto) insert.run(id, document.subject, document.body, document.facets)
    }),
  )
}

/** Nothing, or why a message could not be taken in. */
export function lostBy(message: number, take: () => void): readonly Lost[] {
  try {
    take()
    return []
  } catch (error) {
    if (!isMailError(error)) throw error
    const problem: Problem = { code: error.code, message: error.message, hint: error.hint }
    return [{ message, problem }]
  }
}
