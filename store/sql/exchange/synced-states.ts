import type { ExchangeStore } from '../../exchange-store.ts'
import type { Connection } from '../connection.ts'
import { mapped, type Working } from '../work.ts'

const findSql = 'SELECT state FROM synced WHERE place = ? AND foreign_id = ?'
const noteSql =
  'INSERT INTO synced(place, foreign_id, state) VALUES(?, ?, ?) ON CONFLICT(place, foreign_id) DO UPDATE SET state = excluded.state'

/** States as both sides last had them, by folder. */
export function openSyncedStates(
  connection: Connection,
): Working<Pick<ExchangeStore, 'synced' | 'noteSynced'>> {
  return {
    synced: (place, ids) =>
      connection.read((at) =>
        mapped(ids, function* (id) {
          return (yield* at.cell<string>(findSql, place, id)) ?? null
        }),
      ),
    *noteSynced(place, states) {
      yield* connection.write(
        function* (tx) {
          for (const { id, state } of states) yield* tx.run(noteSql, place, id, state)
        },
        () => false,
      )
    },
  }
}
