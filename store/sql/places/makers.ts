import { placeAddress } from '../../../src/domain/places.ts'
import type { Made } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

type Row = { readonly about: string; readonly address: string }

/** A name can be used again after its place was deleted: the last one counts. The log is gone through once for all of them. */
const makersSql = `SELECT t.about, a.address FROM deeds t CROSS JOIN agents a ON a.id = t.actor_id
WHERE t.about IN (SELECT value FROM texts(?)) AND t.what IN ('create-group', 'create-queue', 'create-channel') ORDER BY t.id`

export function* makersOf(
  connection: Connection,
  places: readonly string[],
): Work<ReadonlyMap<string, string>> {
  const rows = yield* connection.rows<Row>(makersSql, JSON.stringify(places))
  return new Map(rows.map(({ about, address }) => [about, address]))
}

export function* withMakers<T extends { readonly name: string }>(
  connection: Connection,
  type: 'group' | 'channel',
  places: readonly T[],
): Work<readonly (T & Made)[]> {
  const addressOf = ({ name }: T) => placeAddress(type, name)
  const makers = yield* makersOf(connection, places.map(addressOf))
  return places.map((place) => ({ ...place, maker: makers.get(addressOf(place)) ?? null }))
}
