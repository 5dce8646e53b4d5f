import type { Connection } from '../database/connection.ts'
import type { Mark } from '../database/transactions.ts'

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
/** What was learned within a change is known there alone until that is stored. */
type Learned<T> = { readonly value: T; readonly mark: Mark | null }

function openNames(connection: Connection): Names {
  const ids = new Map<string, Learned<number>>()
  const addresses = new Map<number, Learned<string>>()

  /** @param mark is that of the moment of the question */
  function remember({ id, address }: Row, mark: Mark | null): void {
    ids.set(address, { value: id, mark })
    addresses.set(id, { value: address, mark })
  }

  function recall<T>(learned: Learned<T> | undefined): T | undefined {
    if (learned === undefined) return undefined
    const { value, mark } = learned
    return mark === null || mark.isStored || mark === connection.mark ? value : undefined
  }

  async function find(address: string): Promise<number | undefined> {
    const id = recall(ids.get(address))
    if (id !== undefined) return id
    const { mark } = connection
    const found = (await connection.column('SELECT id FROM agents WHERE address = ?').get(address)) as
      | number
      | undefined
    if (found !== undefined) remember({ id: found, address }, mark)
    return found
  }

  return {
    find,
    note(id, address) {
      if (recall(addresses.get(id)) === undefined) remember({ id, address }, connection.mark)
    },
    async require(address) {
      const known = await find(address)
      if (known !== undefined) return known
      const { mark } = connection
      const id = (await connection.column('SELECT name_number(?)').get(address)) as number
      remember({ id, address }, mark)
      return id
    },
    async of(id) {
      const address = recall(addresses.get(id))
      if (address !== undefined) return address
      const { mark } = connection
      const found = (await connection.column('SELECT address FROM agents WHERE id = ?').get(id)) as
        | string
        | undefined
      if (found !== undefined) remember({ id, address: found }, mark)
      return found ?? '?'
    },
    async know(wanted) {
      const unknown = [...new Set(wanted)].filter((id) => recall(addresses.get(id)) === undefined)
      if (unknown.length < 2) return
      const { mark } = connection
      const sql = 'SELECT id, address FROM agents WHERE id = ANY(?::bigint[])'
      for (const row of (await connection.statement(sql).all(unknown)) as Row[]) remember(row, mark)
    },
  }
}
