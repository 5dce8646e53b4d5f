import type { AgentKind } from '../../../src/domain/priority.ts'
import type { Agent, AgentState } from '../../../src/domain/roster.ts'
import { unlisted } from '../../sql/unlisted.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'

export const agentColumns =
  'a.id, a.address, a.long_form, a.kind, a.role, a.swarm, a.session, a.pane, a.pane_server, a.state, a.registered_at, a.last_seen, a.reports_to, a.can_complete, a.watched, a.talks_to, a.budget, a.frozen_at, a.meta, a.lookalike, a.wake'
/** Names that were only ever seen as senders are no agents. */
export const listed = `a.state <> '${unlisted}'`

export type AgentRow = {
  readonly id: number
  readonly address: string
  readonly long_form: string | null
  readonly kind: string
  readonly role: string | null
  readonly swarm: string | null
  readonly session: string | null
  readonly pane: string | null
  readonly pane_server: string | null
  readonly state: string
  readonly registered_at: number
  readonly last_seen: number | null
  readonly reports_to: string | null
  readonly can_complete: number
  readonly watched: number
  readonly talks_to: string
  readonly budget: number | null
  readonly frozen_at: number | null
  readonly meta: string | null
  readonly lookalike: string | null
  readonly wake: Agent['wake']
}

export async function findAgentRow(connection: Connection, address: string): Promise<AgentRow | undefined> {
  const sql = `SELECT ${agentColumns} FROM agents a WHERE a.address = ? AND ${listed}`
  return (await connection.statement(sql).get(address)) as AgentRow | undefined
}

export async function agentOf(connection: Connection, row: AgentRow): Promise<Agent> {
  return agentWith(row, await tagsOf(connection, row.id))
}

/** Many agents at once: their tags by one look, not by one each. */
export async function agentsOf(connection: Connection, rows: readonly AgentRow[]): Promise<readonly Agent[]> {
  if (rows.length <= 16) return mapped(rows, async (row) => agentOf(connection, row))
  const tags = new Map<number, string[]>()
  for (const { agent_id, tag } of (await connection
    .statement('SELECT agent_id, tag FROM agent_tags ORDER BY tag')
    .all()) as { agent_id: number; tag: string }[]) {
    const known = tags.get(agent_id)
    if (known) known.push(tag)
    else tags.set(agent_id, [tag])
  }
  return rows.map((row) => agentWith(row, tags.get(row.id) ?? []))
}

async function tagsOf(connection: Connection, agent: number): Promise<readonly string[]> {
  const sql = 'SELECT tag FROM agent_tags WHERE agent_id = ? ORDER BY tag'
  return ((await connection.statement(sql).all(agent)) as { tag: string }[]).map(({ tag }) => tag)
}

function agentWith(row: AgentRow, tags: readonly string[]): Agent {
  return {
    address: row.address,
    longForm: row.long_form,
    kind: row.kind as AgentKind,
    role: row.role,
    swarm: row.swarm,
    tags,
    session: row.session,
    pane: row.pane,
    paneServer: row.pane_server,
    state: row.state as AgentState,
    registeredAt: row.registered_at,
    lastSeen: row.last_seen,
    reportsTo: row.reports_to,
    canComplete: row.can_complete === 1,
    watched: row.watched === 1,
    wake: row.wake,
    talksTo: JSON.parse(row.talks_to) as readonly string[],
    budget: row.budget,
    ...(row.lookalike !== null && { lookalike: row.lookalike }),
    ...waitingOf(row),
  }
}

function waitingOf({ meta, last_seen }: AgentRow): Pick<Agent, 'waiting'> {
  if (meta === null) return {}
  const { waiting } = JSON.parse(meta) as Pick<Agent, 'waiting'>
  return waiting === undefined || (last_seen ?? 0) > waiting.since ? {} : { waiting }
}
