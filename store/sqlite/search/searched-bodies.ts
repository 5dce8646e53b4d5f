import { isLost } from '../../../src/domain/errors.ts'
import { isSealed } from '../../../src/domain/seal.ts'
import { findPlace, readCold } from '../bodies/archive-lines.ts'
import { openBodies } from '../bodies/bodies.ts'
import type { Connection } from '../database/connection.ts'
import { searchedCharacters } from './text-index.ts'

type BodyRow = { readonly body: string; readonly body_file: string | null }

const bodySql = `SELECT body_file, CASE WHEN body_file IS NULL THEN substr(body, 1, ${searchedCharacters}) ELSE '' END AS body
FROM messages WHERE id = ?`

/** The beginnings of bodies, wherever they lie. A lost one is empty: it must not keep others from being found. So is a sealed one. */
export function readSearchedBodies(connection: Connection, messages: readonly number[]): readonly string[] {
  const bodies = openBodies(connection.location)
  const statement = connection.statement(bodySql)
  return messages.map((id) => {
    const body = bodyOf(id)
    return isSealed(body) ? '' : body
  })

  function bodyOf(id: number): string {
    const row = statement.get(id) as BodyRow | undefined
    if (row === undefined) return ''
    try {
      if (row.body_file !== null) return bodies.peek(row.body_file, searchedCharacters)
      const place = row.body === '' ? findPlace(connection, id) : undefined
      return place === undefined
        ? row.body
        : readCold(connection, id, place).body.slice(0, searchedCharacters)
    } catch (error) {
      if (!isLost(error)) throw error
      return ''
    }
  }
}
