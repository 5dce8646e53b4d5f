import { isLost } from '../../../src/domain/errors.ts'
import { isSealed } from '../../../src/domain/seal.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { findCold } from '../engine/archive-lines.ts'
import { searchedCharacters } from './text-index.ts'

const bodySql = `SELECT substr(body, 1, ${searchedCharacters}) FROM messages WHERE id = ?`

/** The beginnings of bodies, wherever they lie. A lost one is empty: it must not keep others from being found. So is a sealed one. */
export async function readSearchedBodies(
  connection: Connection,
  messages: readonly number[],
): Promise<readonly string[]> {
  return mapped(messages, async (id) => {
    const body = await bodyOf(connection, id)
    return isSealed(body) ? '' : body
  })
}

async function bodyOf(connection: Connection, id: number): Promise<string> {
  const body = (await connection.column(bodySql).get(id)) as string | undefined
  if (body !== '') return body ?? ''
  try {
    return (await findCold(connection, id))?.body.slice(0, searchedCharacters) ?? ''
  } catch (error) {
    if (!isLost(error)) throw error
    return ''
  }
}
