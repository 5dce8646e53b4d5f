import type { Connection, Mark, Tx } from '../connection.ts'
import { isTrue } from '../marks.ts'
import type { Work } from '../work.ts'

type Learned<T> = { readonly value: T; readonly mark: Mark | null }

/** Addresses by number and numbers by address. Neither ever changes, so both are remembered. */
type Names = {
  readonly numbers: Map<string, Learned<number>>
  readonly addresses: Map<number, Learned<string>>
}

const known = new WeakMap<object, Names>()

function namesOf(connection: Connection): Names {
  let names = known.get(connection.store)
  if (names === undefined) known.set(connection.store, (names = { numbers: new Map(), addresses: new Map() }))
  return names
}

/** What was learned within a change is known there alone until that is stored. */
function recall<T>(connection: Connection, learned: Learned<T> | undefined): T | undefined {
  return learned !== undefined && isTrue(connection, learned.mark) ? learned.value : undefined
}

/** @param mark is that of the moment of the question */
function remember(connection: Connection, id: number, address: string, mark: Mark | null): void {
  const { numbers, addresses } = namesOf(connection)
  numbers.set(address, { value: id, mark })
  addresses.set(id, { value: address, mark })
}

/** The address, where it is remembered. */
export function knownAddress(connection: Connection, id: number): string | undefined {
  return recall(connection, namesOf(connection).addresses.get(id))
}

/** What a row tells of a name that was stored before. */
export function noteName(connection: Connection, id: number, address: string): void {
  if (knownAddress(connection, id) === undefined) remember(connection, id, address, connection.mark)
}

/** The number of a name that the store has met. */
export function* findNumber(connection: Connection, address: string): Work<number | undefined> {
  const known = recall(connection, namesOf(connection).numbers.get(address))
  if (known !== undefined) return known
  const { mark } = connection
  const found = yield* connection.cell<number>('SELECT id FROM agents WHERE address = ?', address)
  if (found !== undefined) remember(connection, found, address, mark)
  return found
}

/** The same for a condition: -1, which no row has, where the store never met the name. */
export function* numberOf(connection: Connection, address: string): Work<number> {
  return (yield* findNumber(connection, address)) ?? -1
}

/** Gives an unknown name a number. It is on nobody's roster for that. */
export function* requireNumber(tx: Tx, address: string): Work<number> {
  const found = yield* findNumber(tx, address)
  if (found !== undefined) return found
  const { mark } = tx
  const id = yield* tx.engine.newNumber(tx, address)
  remember(tx, id, address, mark)
  return id
}

/** `?` where no name has the number. */
export function* addressOf(connection: Connection, id: number): Work<string> {
  const known = knownAddress(connection, id)
  if (known !== undefined) return known
  const { mark } = connection
  const found = yield* connection.cell<string>('SELECT address FROM agents WHERE id = ?', id)
  if (found !== undefined) remember(connection, id, found, mark)
  return found ?? '?'
}

type Row = { readonly id: number; readonly address: string }

/** The numbers of those that the store has met, at once; `undefined` for others. */
export function* findNumbers(
  connection: Connection,
  addresses: readonly string[],
): Work<readonly (number | undefined)[]> {
  const known = (address: string) => recall(connection, namesOf(connection).numbers.get(address))
  const unknown = addresses.filter((address) => known(address) === undefined)
  if (unknown.length > 0) {
    const { mark } = connection
    const sql = 'SELECT id, address FROM agents WHERE address IN (SELECT value FROM texts(?))'
    for (const { id, address } of yield* connection.rows<Row>(sql, JSON.stringify(unknown)))
      remember(connection, id, address, mark)
  }
  return addresses.map(known)
}

/** Learns many at once, so that `addressOf` need not ask for each. */
export function* learnNames(connection: Connection, wanted: Iterable<number>): Work<void> {
  const unknown = [...new Set(wanted)].filter((id) => knownAddress(connection, id) === undefined)
  if (unknown.length < 2) return
  const { mark } = connection
  const sql = 'SELECT a.id, a.address FROM numbers(?) j CROSS JOIN agents a ON a.id = j.value'
  for (const { id, address } of yield* connection.rows<Row>(sql, JSON.stringify(unknown)))
    remember(connection, id, address, mark)
}
