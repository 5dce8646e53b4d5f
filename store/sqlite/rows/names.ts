import { unlisted } from '../../sql/unlisted.ts'
import type { Connection } from '../database/connection.ts'

/** Addresses by number and numbers by address. Neither ever changes, so both are remembered. */
export type Names = {
  find(address: string): number | undefined
  /** Gives an unknown name a number. It is on nobody's roster for that. */
  require(address: string): number
  of(id: number): string
}

const known = new WeakMap<Connection, Names>()

export function namesOf(connection: Connection): Names {
  let names = known.get(connection)
  if (names === undefined) {
    names = openNames(connection)
    known.set(connection, names)
  }
  return names
}

function openNames(connection: Connection): Names {
  const ids = new Map<string, number>()
  const addresses = new Map<number, string>()
  let rollbacks = connection.rollbacks

  function remember(id: number, address: string): void {
    ids.set(address, id)
    addresses.set(id, address)
  }

  /** Names read inside a transaction that was rolled back may not exist. */
  function check(): void {
    if (rollbacks === connection.rollbacks) return
    rollbacks = connection.rollbacks
    ids.clear()
    addresses.clear()
  }

  function find(address: string): number | undefined {
    check()
    const id = ids.get(address)
    if (id !== undefined) return id
    const row = connection.statement('SELECT id FROM agents WHERE address = ?').get(address) as
      | { id: number }
      | undefined
    if (row) remember(row.id, address)
    return row?.id
  }

  return {
    find,
    require(address) {
      const id = find(address)
      if (id !== undefined) return id
      const sql = `INSERT INTO agents(address, kind, state, registered_at) VALUES(?, 'agent', '${unlisted}', 0)`
      const added = Number(connection.statement(sql).run(address).lastInsertRowid)
      remember(added, address)
      return added
    },
    of(id) {
      check()
      const address = addresses.get(id)
      if (address !== undefined) return address
      const row = connection.statement('SELECT address FROM agents WHERE id = ?').get(id) as
        | { address: string }
        | undefined
      if (row) remember(id, row.address)
      return row?.address ?? '?'
    },
  }
}
