import type { LogStore, Nudge } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openChange } from '../rows/changes.ts'
import { holdersOf } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'

const insertSql =
  'INSERT INTO nudges(actor_id, principal, agent_id, at, text, outcome, session) VALUES(?, ?, ?, ?, ?, ?, ?)'
const lastSql =
  'SELECT at, actor_id, principal, text, outcome FROM nudges WHERE agent_id = ? ORDER BY id DESC LIMIT ? + 0'

type Row = Omit<Nudge, 'actor'> & { readonly actor_id: number }

export function noteNudge(
  connection: Connection,
  { doer, agent: address, at, text, outcome, message }: Parameters<LogStore['noteNudge']>[0],
): void {
  const names = namesOf(connection)
  const agent = names.require(address)
  connection
    .statement(insertSql)
    .run(names.require(doer.actor), doer.principal, agent, at, text, outcome, doer.session)
  const about = message === null ? undefined : findMessageRow(connection, message)
  if (about === undefined || !holdersOf(connection, about.id).includes(agent)) return
  const deed = openChange(connection, { doer, at, what: 'nudged' })
  deed.note({ agent_id: agent, rank: about.rank }, 'nudged', { text, outcome })
  deed.finish()
}

export function lastNudges(connection: Connection, address: string, most: number): readonly Nudge[] {
  const names = namesOf(connection)
  const agent = names.find(address)
  if (agent === undefined) return []
  const rows = connection.statement(lastSql).all(agent, most) as Row[]
  return rows.map(({ actor_id, ...row }) => ({ ...row, actor: names.of(actor_id) }))
}
