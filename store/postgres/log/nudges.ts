import type { LogStore, Nudge } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { openChange } from '../rows/changes.ts'
import { holdersOf } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'

const insertSql =
  'INSERT INTO nudges(actor_id, principal, agent_id, at, text, outcome, session) VALUES(?, ?, ?, ?, ?, ?, ?)'
const lastSql =
  'SELECT at, actor_id, principal, text, outcome FROM nudges WHERE agent_id = ? ORDER BY id DESC LIMIT ?'

type Row = Omit<Nudge, 'actor'> & { readonly actor_id: number }

export async function noteNudge(
  connection: Connection,
  { doer, agent: address, at, text, outcome, message }: Parameters<LogStore['noteNudge']>[0],
): Promise<void> {
  const names = namesOf(connection)
  const agent = await names.require(address)
  await connection
    .statement(insertSql)
    .run(await names.require(doer.actor), doer.principal, agent, at, text, outcome, doer.session)
  const about = message === null ? undefined : await findMessageRow(connection, message)
  if (about === undefined || !(await holdersOf(connection, about.id)).includes(agent)) return
  const deed = openChange(connection, { doer, at, what: 'nudged' })
  await deed.note({ agent_id: agent, rank: about.rank }, 'nudged', { text, outcome })
}

export async function lastNudges(
  connection: Connection,
  address: string,
  most: number,
): Promise<readonly Nudge[]> {
  const names = namesOf(connection)
  const agent = await names.find(address)
  if (agent === undefined) return []
  const rows = (await connection.statement(lastSql).all(agent, most)) as Row[]
  return mapped(rows, async ({ actor_id, ...row }) => ({ ...row, actor: await names.of(actor_id) }))
}
