import type { AgentKind } from '../../../src/domain/priority.ts'
import type { Agent, AgentState } from '../../../src/domain/roster.ts'
import type { Connection, Values } from '../connection.ts'
import { shapeOf } from '../shapes.ts'
import { agents, unlisted } from '../tables/agents.ts'
import { columnsBut, type Row } from '../tables/table.ts'
import type { Work } from '../work.ts'
import { noteName } from './names.ts'

const agentNames = columnsBut(agents, 'skeleton', 'glyphs')
const agentColumns = [...agentNames.map((name) => `a.${name}`), 'tags_held(a.id) AS tags'].join(', ')
/** A name seen only as a sender does not count as an agent. */
export const listed = `a.state <> '${unlisted}'`

export type AgentRow = Omit<Row<typeof agents, (typeof agentNames)[number]>, 'wake'> & {
  readonly wake: Agent['wake']
  /** As JSON. */
  readonly tags: string
}

const agentShape = shapeOf<AgentRow>(agentColumns)

/** The agents of a condition on `a`, and what it is to end with. */
export const agentsWhere = (condition: string) =>
  `SELECT ${agentColumns} FROM agents a WHERE ${listed}${condition === '' ? '' : ` AND ${condition}`}`

/** Agents by such a statement. Their numbers are known from then on. */
export function* readAgents(
  connection: Connection,
  sql: string,
  ...values: Values
): Work<readonly AgentRow[]> {
  const rows = yield* connection.wide(agentShape, sql, ...values)
  for (const { id, address } of rows) noteName(connection, id, address)
  return rows
}

const findSql = agentsWhere('a.address = ?')
const findAtSql = agentsWhere('a.id = ?')

export function* findAgentRow(connection: Connection, address: string): Work<AgentRow | undefined> {
  const [row] = yield* readAgents(connection, findSql, address)
  return row
}

/** An agent of the roster by its number. */
export function* findAgentAt(connection: Connection, id: number): Work<Agent | undefined> {
  const [row] = yield* readAgents(connection, findAtSql, id)
  return row === undefined ? undefined : agentOf(row)
}

export function agentOf(row: AgentRow): Agent {
  return {
    address: row.address,
    longForm: row.long_form,
    kind: row.kind as AgentKind,
    role: row.role,
    swarm: row.swarm,
    tags: JSON.parse(row.tags) as readonly string[],
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
  const sql = agentsWhere(`a.${column} = ? ORDER BY a.address`)
  return (yield* readAgents(connection, sql, value)).map(agentOf)
}

/** All agents that mail may reach, with their numbers. */
export function* findLiving(connection: Connection): Work<readonly (Agent & { readonly id: number })[]> {
  const rows = yield* readAgents(connection, agentsWhere("a.state IN ('alive', 'frozen') ORDER BY a.id"))
  return rows.map((row) => ({ ...agentOf(row), id: row.id }))
}
