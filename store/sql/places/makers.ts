import { type PlaceType, placeAddress } from '../../../src/domain/places.ts'
import type { Made } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

type Row = { readonly about: string; readonly address: string; readonly at: number }

/**
 * A name can be used again after its place was deleted: the last one counts. The log is gone through once for all of them. The
 * commands that take a queue over from another system did not make it.
 */
const makersSql = `SELECT t.about, a.address, t.at FROM deeds t CROSS JOIN agents a ON a.id = t.actor_id
WHERE t.about IN (SELECT value FROM texts(?)) AND t.what IN ('create-group', 'create-queue', 'create-channel')
AND COALESCE(t.command, '') NOT IN ('import', 'sync', 'adopt') ORDER BY t.id`

export function* makersOf(
  connection: Connection,
  places: readonly string[],
): Work<ReadonlyMap<string, Required<Made>>> {
  const rows = yield* connection.rows<Row>(makersSql, JSON.stringify(places))
  return new Map(rows.map(({ about, address, at }) => [about, { maker: address, madeAt: at }]))
}

const unknown: Made = { maker: null, madeAt: null }

export function* withMakers<T extends { readonly name: string }>(
  connection: Connection,
  type: PlaceType,
  places: readonly T[],
): Work<readonly (T & Made)[]> {
  const addressOf = ({ name }: T) => placeAddress(type, name)
  const makers = yield* makersOf(connection, places.map(addressOf))
  return places.map((place) => ({ ...place, ...(makers.get(addressOf(place)) ?? unknown) }))
}
