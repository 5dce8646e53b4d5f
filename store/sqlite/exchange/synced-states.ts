import type { ExchangeStore } from '../../exchange-store.ts'
import type { Connection } from '../database/connection.ts'

/** States as both sides last had them, by folder. */
export function openSyncedStates(connection: Connection): Pick<ExchangeStore, 'synced' | 'noteSynced'> {
  return {
    async synced(place, ids) {
      const statement = connection.column('SELECT state FROM synced WHERE place = ? AND foreign_id = ?')
      return connection.read(() => ids.map((id) => (statement.get(place, id) as string | undefined) ?? null))
    },
    async noteSynced(place, states) {
      const sql =
        'INSERT INTO synced(place, foreign_id, state) VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state'
      connection.write(
        () => {
          for (const { id, state } of states) connection.statement(sql).run(place, id, state)
        },
        () => false,
      )
    },
  }
}
