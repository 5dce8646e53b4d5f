import type { AgentKind } from '../../../src/domain/priority.ts'
import type { Agent, AgentState } from '../../../src/domain/roster.ts'
import type { Connection } from '../connection.ts'
import { shapeOf } from '../shapes.ts'
import { agents, unlisted } from '../tables/agents.ts'
import { columnsBut, type Row } from '../tables/table.ts'
import { mapped, type Work } from '../work.ts'

const agentNames = columnsBut(agents, 'skeleton', 'glyphs')
const agentColumns = agentNames.map((name) => `a.${name}`).join(', ')
/** A name seen only as a sender does not count as an agent. */
export const listed = `a.state <> '${unlisted}'`

export type AgentRow = Omit<Row<typeof agents, (typeof agentNames)[number]>, 'wake'> & {
  readonly wake: Agent['wake']
}

export const agentShape = shapeOf<AgentRow>(agentColumns)

const findSql = `SELECT ${agentColumns} FROM agents a WHERE a.address = ? AND ${listed}`

export function* findAgentRow(connection: Connection, address: string): Work<AgentRow | undefined> {
  const [row] = yield* connection.wide(agentShape, findSql, address)
  return row
}

/** An agent of the roster by its number. */
export function* findAgentAt(connection: Connection, id: number): Work<Agent | undefined> {
  const sql = `SELECT ${agentColumns} FROM agents a WHERE a.id = ? AND ${listed}`
  const [row] = yield* connection.wide(agentShape, sql, id)
  return row === undefined ? undefined : yield* agentOf(connection, row)
}

export function* agentOf(connection: Connection, row: AgentRow): Work<Agent> {
  return agentWith(row, yield* tagsOf(connection, row.id))
}

/** Many agents at once: their tags by one look, not by one each. */
export function* agentsOf(connection: Connection, rows: readonly AgentRow[]): Work<readonly Agent[]> {
  if (rows.length <= 16) return yield* mapped(rows, (row) => agentOf(connection, row))
  const tags = new Map<number, string[]>()
  const sql = 'SELECT agent_id, tag FROM agent_tags ORDER BY tag'
  for (const { agent_id, tag } of yield* connection.rows<{ agent_id: number; tag: string }>(sql)) {
    const known = tags.get(agent_id)
    if (known) known.push(tag)
    else tags.set(agent_id, [tag])
  }
  return rows.map((row) => agentWith(row, tags.get(row.id) ?? []))
}

function tagsOf(connection: Connection, agent: number): Work<readonly string[]> {
  return connection.cells<string>('SELECT tag FROM agent_tags WHERE agent_id = ? ORDER BY tag', agent)
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

export function* findWhere(
  connection: Connection,
  column: 'session' | 'pane',
  value: string,
): Work<readonly Agent[]> {
  const sql = `SELECT ${agentColumns} FROM agents a WHERE ${listed} AND a.${column} = ? ORDER BY a.address`
  return yield* agentsOf(connection, yield* connection.wide(agentShape, sql, value))
}

/** All agents that mail may reach, with their numbers. */
export function* findLiving(connection: Connection): Work<readonly (Agent & { readonly id: number })[]> {
  const sql = `SELECT ${agentColumns} FROM agents a WHERE a.state IN ('alive', 'frozen') ORDER BY a.id`
  const rows = yield* connection.wide(agentShape, sql)
  const agents = yield* agentsOf(connection, rows)
  return agents.map((agent, at) => ({ ...agent, id: rows[at]?.id ?? 0 }))
}
