import { nearestNames } from '../../../src/domain/addressing/nearest.ts'
import type { Directory, RosterQuestion } from '../../../src/domain/addressing/roster-question.ts'
import type { Agent } from '../../../src/domain/roster.ts'
import type { Page, PageRequest, RosterStore } from '../../mail-store.ts'
import { byRegistration } from '../../shared/orders.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { type AgentRow, agentColumns, agentsOf, listed } from '../rows/agent-rows.ts'
import { rosterVersion } from '../rows/facts.ts'
import { placesNamed } from '../rows/place-rows.ts'

const select = `SELECT ${agentColumns} FROM agents a WHERE ${listed} AND`
/** A member says so itself, or bears the swarm in its address; `0` is what follows `/`. */
const inSwarm =
  "(a.swarm = @swarm OR (a.swarm IS NULL AND a.address > @swarm || '/' AND a.address < @swarm || '0'))"

type Remembered = { version: number; readonly answers: Map<string, Directory> }
const remembered = new WeakMap<Connection, Remembered>()
const mostRemembered = 512

/**
 * Answers are remembered while the roster stays as it is. The version is read first: what changes while the
 * agents are read can then only make the answer stale, never wrong.
 */
export async function lookUp(
  connection: Connection,
  question: RosterQuestion,
  suffices = false,
): Promise<Directory> {
  const key = JSON.stringify(question)
  let memory = remembered.get(connection)
  const earlier = suffices ? memory?.answers.get(key) : undefined
  if (earlier !== undefined) return earlier
  const version = await rosterVersion(connection)
  if (memory?.version !== version || memory.answers.size >= mostRemembered) {
    memory = { version, answers: new Map() }
    remembered.set(connection, memory)
  }
  const known = memory.answers.get(key)
  if (known !== undefined) return known
  const places = question.places === undefined ? [] : await placesNamed(connection, question.places)
  const channels = places.filter(({ type }) => type === 'channel').map(({ name }) => name)
  const agents = await askRoster(connection, { ...question, places: channels })
  const answer: Directory = {
    ...(places.length === 0 ? { agents, version } : { agents, version, places }),
    ...(question.peers !== undefined && { peers: await knownPeers(connection, question.peers) }),
  }
  memory.answers.set(key, answer)
  return answer
}

async function knownPeers(connection: Connection, names: readonly string[]): Promise<readonly string[]> {
  const sql = 'SELECT name FROM peers WHERE name IN (SELECT value FROM texts(?))'
  return (await connection.column(sql).all(JSON.stringify(names))) as string[]
}

async function askRoster(connection: Connection, question: RosterQuestion): Promise<readonly Agent[]> {
  const found = new Map<number, AgentRow>()
  const add = async (sql: string, ...values: readonly unknown[]) => {
    for (const row of (await connection.statement(sql).all(...values)) as AgentRow[]) found.set(row.id, row)
  }
  if (question.everyone) await add(`SELECT ${agentColumns} FROM agents a WHERE ${listed}`)
  else await addNamed(question, add)
  return agentsOf(connection, [...found.values()].sort(byRegistration))
}

async function addNamed(
  question: RosterQuestion,
  add: (sql: string, ...values: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const tagged = `${select} a.id IN (SELECT agent_id FROM agent_tags WHERE tag = ?)`
  for (const name of new Set(question.names)) {
    await add(`${select} a.address = ?`, name)
    await add(`${select} a.session = ?`, name)
  }
  for (const role of new Set(question.roles)) {
    await add(`${select} a.role = ?`, role)
    await add(tagged, `role:${role}`)
  }
  for (const tag of new Set(question.tags)) await add(tagged, tag)
  for (const swarm of new Set(question.swarms)) {
    await add(`${select} a.swarm = ?`, swarm)
    await add(`${select} a.swarm IS NULL AND a.address > ? AND a.address < ?`, `${swarm}/`, `${swarm}0`)
  }
  if (question.people) await add(`${select} a.kind IN ('user', 'admin')`)
  const subscribed =
    'a.id IN (SELECT s.agent_id FROM subscriptions s JOIN channels c ON c.id = s.channel_id WHERE c.name = ?)'
  for (const channel of new Set(question.places)) await add(`${select} ${subscribed}`, channel)
}

export async function findWhere(
  connection: Connection,
  column: 'session' | 'pane',
  value: string,
): Promise<readonly Agent[]> {
  const rows = (await connection
    .statement(`${select} a.${column} = ? ORDER BY a.address`)
    .all(value)) as AgentRow[]
  return agentsOf(connection, rows)
}

export async function listAgents(
  connection: Connection,
  filter: Parameters<RosterStore['list']>[0],
  page: PageRequest,
): Promise<Page<Agent>> {
  const { swarm, role, tag, state, kind, completes } = filter
  const parts = [
    'a.address > @after',
    swarm !== undefined && inSwarm,
    role !== undefined &&
      "(a.role = @role OR a.id IN (SELECT agent_id FROM agent_tags WHERE tag = 'role:' || @role))",
    tag !== undefined && 'a.id IN (SELECT agent_id FROM agent_tags WHERE tag = @tag)',
    state !== undefined && 'a.state = @state',
    kind !== undefined && 'a.kind = @kind',
    completes && 'a.can_complete = 1',
  ]
  const sql = `${select} ${parts.filter((part) => typeof part === 'string').join(' AND ')} ORDER BY a.address LIMIT @limit`
  const bindings = { swarm, role, tag, state, kind, after: page.after ?? '', limit: page.limit + 1 }
  const found = (await connection.statement(sql).all(bindings)) as AgentRow[]
  const { rows, next } = pageOf(found, page.limit, ({ address }) => address)
  return { rows: await agentsOf(connection, rows), next }
}

/** Agents that are gone are not suggested; roles are, however they are held. */
export async function nearestTo(
  connection: Connection,
  name: string,
  most: number,
): Promise<readonly string[]> {
  const sql = `SELECT address FROM agents WHERE state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT role FROM agents WHERE role IS NOT NULL AND state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT substr(tag, 6) FROM agent_tags WHERE tag >= 'role:' AND tag < 'role;'`
  return nearestNames(name, (await connection.column(sql).all()) as string[], most)
}
