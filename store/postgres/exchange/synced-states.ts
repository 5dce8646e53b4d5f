import type { ExchangeStore } from '../../exchange-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'

/** States as both sides last had them, by folder. */
export function openSyncedStates(connection: Connection): Pick<ExchangeStore, 'synced' | 'noteSynced'> {
  return {
    async synced(place, ids) {
      const statement = connection.column('SELECT state FROM synced WHERE place = ? AND foreign_id = ?')
      return connection.read(async () =>
        mapped(ids, async (id) => ((await statement.get(place, id)) as string | undefined) ?? null),
      )
    },
    async noteSynced(place, states) {
      const sql =
        'INSERT INTO synced(place, foreign_id, state) VALUES(?, ?, ?) ON CONFLICT(place, foreign_id) DO UPDATE SET state = excluded.state'
      await connection.write(
        async () => {
          for (const { id, state } of states) await connection.statement(sql).run(place, id, state)
        },
        () => false,
      )
    },
  }
}
