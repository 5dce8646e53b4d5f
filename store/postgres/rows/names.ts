import type { Connection } from '../database/connection.ts'

/** Addresses by number and numbers by address. Neither ever changes, so both are remembered. */
export type Names = {
  find(address: string): Promise<number | undefined>
  /** Gives an unknown name a number. It is on nobody's roster for that. */
  require(address: string): Promise<number>
  of(id: number): Promise<string>
  /** What a row told of a name that was stored before. */
  note(id: number, address: string): void
  /** Many at once, so that `of` need not ask for each. */
  know(ids: Iterable<number>): Promise<void>
}

/** The state of a name that was only ever seen as a sender. */
export const unlisted = 'named'

const known = new WeakMap<Connection, Names>()

export function namesOf(connection: Connection): Names {
  let names = known.get(connection)
  if (names === undefined) {
    names = openNames(connection)
    known.set(connection, names)
  }
  return names
}

type Row = { readonly id: number; readonly address: string }

function openNames(connection: Connection): Names {
  const ids = new Map<string, number>()
  const addresses = new Map<number, string>()

  /** What a transaction gave a number itself may never be stored. */
  function remember({ id, address }: Row): void {
    if (connection.isNaming) return
    ids.set(address, id)
    addresses.set(id, address)
  }

  async function find(address: string): Promise<number | undefined> {
    const id = ids.get(address)
    if (id !== undefined) return id
    const found = (await connection.column('SELECT id FROM agents WHERE address = ?').get(address)) as
      | number
      | undefined
    if (found !== undefined) remember({ id: found, address })
    return found
  }

  return {
    find,
    note(id, address) {
      if (!addresses.has(id)) remember({ id, address })
    },
    async require(address) {
      const id = await find(address)
      if (id !== undefined) return id
      connection.isNaming = true
      return (await connection.column('SELECT name_number(?)').get(address)) as number
    },
    async of(id) {
      const address = addresses.get(id)
      if (address !== undefined) return address
      const found = (await connection.column('SELECT address FROM agents WHERE id = ?').get(id)) as
        | string
        | undefined
      if (found !== undefined) remember({ id, address: found })
      return found ?? '?'
    },
    async know(wanted) {
      const unknown = [...new Set(wanted)].filter((id) => !addresses.has(id))
      if (unknown.length < 2) return
      const sql = 'SELECT id, address FROM agents WHERE id = ANY(?::bigint[])'
      for (const row of (await connection.statement(sql).all(unknown)) as Row[]) remember(row)
    },
  }
}
