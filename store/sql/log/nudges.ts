import type { LogStore, Nudge } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { holdersOf } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { addressOf, findNumber, requireNumber } from '../rows/names.ts'
import { nudges } from '../tables/sessions.ts'
import { cellsOf, columnsBut, insertSql } from '../tables/table.ts'
import { mapped, type Work } from '../work.ts'

const names = columnsBut(nudges, 'id')
const noteSql = insertSql(nudges, names)
const lastSql =
  'SELECT at, actor_id, principal, text, outcome FROM nudges WHERE agent_id = ? ORDER BY id DESC LIMIT ?'

type Row = Omit<Nudge, 'actor'> & { readonly actor_id: number }

export function* noteNudge(
  tx: Tx,
  { doer, agent: address, at, text, outcome, message }: Parameters<LogStore['noteNudge']>[0],
): Work<void> {
  const agent = yield* requireNumber(tx, address)
  const actor = yield* requireNumber(tx, doer.actor)
  const { principal, session } = doer
  const row = { actor_id: actor, principal, agent_id: agent, at, text, outcome, session }
  yield* tx.run(noteSql, ...cellsOf(names, row))
  const about = message === null ? undefined : yield* findMessageRow(tx, message)
  if (about === undefined || !(yield* holdersOf(tx, about.id)).includes(agent)) return
  const deed = tx.engine.openChange(tx, { doer, at, what: 'nudged' })
  yield* deed.note({ agent_id: agent, rank: about.rank }, 'nudged', { text, outcome })
  yield* deed.finish()
}

export function* lastNudges(connection: Connection, address: string, most: number): Work<readonly Nudge[]> {
  const agent = yield* findNumber(connection, address)
  if (agent === undefined) return []
  const rows = yield* connection.rows<Row>(lastSql, agent, most)
  return yield* mapped(rows, function* ({ actor_id, ...row }) {
    return { ...row, actor: yield* addressOf(connection, actor_id) }
  })
}
