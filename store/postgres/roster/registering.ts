import { MailError } from '../../../src/domain/errors.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { type Agent, type AgentState, rolesOf } from '../../../src/domain/roster.ts'
import type { Doer, Registration } from '../../mail-store.ts'
import { columnsOf } from '../../shared/registration-columns.ts'
import type { Connection } from '../database/connection.ts'
import { buryOfRetired, buryOfSession } from '../moving/burying.ts'
import { leaveRoles } from '../moving/role-mail.ts'
import { type AgentRow, agentOf, findAgentRow } from '../rows/agent-rows.ts'
import { type ChangeParts, openChange } from '../rows/changes.ts'
import { lockRoster, raiseRosterVersion } from '../rows/facts.ts'
import { allowLongChange } from '../rows/long-change.ts'
import { namesOf } from '../rows/names.ts'
import { deliverWaiting } from './joining.ts'
import { nameNewcomer, requireSameRole } from './naming.ts'
import { wake } from './resting.ts'

type Registered = { readonly agent: Agent; readonly created: boolean; readonly joined: number }

/** Adds an agent or changes it, and makes it alive. */
export async function registerAgent(
  parts: ChangeParts,
  registration: Registration,
  doer: Doer,
  at: number,
): Promise<Registered> {
  const { connection } = parts
  const known = await findAgentRow(connection, registration.address)
  const before = known === undefined ? null : await agentOf(connection, known)
  const id = known?.id ?? (await namesOf(connection).require(registration.address))
  if (known === undefined) {
    await nameNewcomer(connection, { id, address: registration.address }, registration.lookalike ?? 'refuse')
    await connection
      .statement("UPDATE agents SET state = 'alive', registered_at = ? WHERE id = ?")
      .run(at, id)
  } else {
    requireSameRole(known, registration.longForm)
    await setAlive(connection, known, at)
  }
  await connection.statement('UPDATE agents SET last_seen = greatest(last_seen, ?) WHERE id = ?').run(at, id)
  const { agent, joined } = await change(parts, { id, before, registration, doer, at })
  return { agent, created: known === undefined, joined }
}

export async function updateAgent(
  parts: ChangeParts,
  registration: Registration,
  doer: Doer,
  at: number,
): Promise<Registered> {
  const known = await requireAgentRow(parts.connection, registration.address)
  const before = await agentOf(parts.connection, known)
  return { ...(await change(parts, { id: known.id, before, registration, doer, at })), created: false }
}

export async function setAgentState(
  parts: ChangeParts,
  address: string,
  state: AgentState,
  doer: Doer,
  at: number,
): Promise<Agent> {
  const { connection } = parts
  const known = await requireAgentRow(connection, address)
  const before = await agentOf(connection, known)
  if (before.state === state) return before
  if (state === 'alive') await setAlive(connection, known, at)
  else
    await connection
      .statement('UPDATE agents SET state = ?, frozen_at = ? WHERE id = ?')
      .run(state, state === 'frozen' ? at : null, known.id)
  if (state === 'dead') await buryOfRetired(parts, { id: known.id, before, doer, at })
  await raiseRosterVersion(connection)
  const after = await requireAgent(connection, address)
  await deliverWaiting(connection, { id: known.id, before, after, doer, at })
  return after
}

/** Seen alive: no deed, but whoever was frozen or thought dead is back. */
export async function beatAgent(
  parts: ChangeParts,
  address: string,
  at: number,
  session: string | null,
  waiting?: string,
): Promise<{ readonly agent: Agent; readonly changed: boolean }> {
  const { connection } = parts
  const { known, before, changed } = await beginBeat(connection, address, session)
  const beaten = (await connection
    .statement(
      'UPDATE agents SET last_seen = greatest(last_seen, ?), session = coalesce(?, session) WHERE id = ? RETURNING last_seen, meta',
    )
    .get(at, session, known.id)) as Pick<AgentRow, 'last_seen' | 'meta'>
  if (waiting !== undefined) {
    const meta = { ...metaOf(beaten), waiting: { since: beaten.last_seen, reason: waiting } }
    await connection.statement('UPDATE agents SET meta = ? WHERE id = ?').run(JSON.stringify(meta), known.id)
  }
  if (!changed) return { agent: await requireAgent(connection, address), changed }
  await setAlive(connection, known, at)
  await raiseRosterVersion(connection)
  const agent = await requireAgent(connection, address)
  const doer = { actor: address, principal: null, session, command: 'beat' }
  await buryOfSession(parts, { id: known.id, before, after: agent, doer, at })
  await deliverWaiting(connection, { id: known.id, before, after: agent, doer, at })
  return { agent, changed }
}

function metaOf({ meta }: Pick<AgentRow, 'meta'>): JsonObject {
  return meta === null ? {} : (JSON.parse(meta) as JsonObject)
}

type Beat = { readonly known: AgentRow; readonly before: Agent; readonly changed: boolean }

/** Who is back changes where mail goes. It is looked at again under the lock: another beat may have woken it meanwhile. */
async function beginBeat(connection: Connection, address: string, session: string | null): Promise<Beat> {
  const look = async (): Promise<Beat> => {
    const known = await requireAgentRow(connection, address)
    const before = await agentOf(connection, known)
    const changed = before.state !== 'alive' || (session !== null && session !== before.session)
    return { known, before, changed }
  }
  const seen = await look()
  if (!seen.changed) return seen
  await lockRoster(connection)
  await allowLongChange(connection)
  return look()
}

async function setAlive(connection: Connection, known: AgentRow, at: number): Promise<void> {
  if (known.frozen_at !== null) await wake(connection, known.id, known.frozen_at, at)
  if (known.state !== 'alive')
    await connection
      .statement("UPDATE agents SET state = 'alive', frozen_at = NULL WHERE id = ?")
      .run(known.id)
}

type Changing = {
  readonly id: number
  readonly before: Agent | null
  readonly registration: Registration
  readonly doer: Doer
  readonly at: number
}

async function change(
  parts: ChangeParts,
  { id, before, registration, doer, at }: Changing,
): Promise<{ readonly agent: Agent; readonly joined: number }> {
  const { connection } = parts
  const fields = columnsOf(registration)
  const columns = Object.keys(fields).map((name) => `${name} = ?`)
  if (columns.length > 0)
    await connection
      .statement(`UPDATE agents SET ${columns.join(', ')} WHERE id = ?`)
      .run(...Object.values(fields), id)
  for (const tag of registration.addTags ?? [])
    await connection
      .statement('INSERT INTO agent_tags(tag, agent_id) VALUES(?, ?) ON CONFLICT DO NOTHING')
      .run(tag, id)
  for (const tag of registration.removeTags ?? [])
    await connection.statement('DELETE FROM agent_tags WHERE tag = ? AND agent_id = ?').run(tag, id)
  const agent = await requireAgent(connection, registration.address)
  if (before === null || !isSameAgent(before, agent)) await raiseRosterVersion(connection)
  await buryOfSession(parts, { id, before, after: agent, doer, at })
  if (before !== null) await giveUpRoles(parts, { id, before, after: agent, doer, at })
  return { agent, joined: await deliverWaiting(connection, { id, before, after: agent, doer, at }) }
}

async function giveUpRoles(
  { connection }: ChangeParts,
  {
    id,
    before,
    after,
    doer,
    at,
  }: Omit<Changing, 'registration' | 'before'> & Record<'before' | 'after', Agent>,
): Promise<void> {
  const kept = rolesOf(after)
  const deed = openChange(connection, { doer, at, what: 'passed-on' })
  const lost = rolesOf(before).filter((role) => !kept.includes(role))
  await leaveRoles(connection, deed, id, lost, at)
}

function isSameAgent(one: Agent, other: Agent): boolean {
  return JSON.stringify({ ...one, lastSeen: 0 }) === JSON.stringify({ ...other, lastSeen: 0 })
}

async function requireAgentRow(connection: Connection, address: string): Promise<AgentRow> {
  const row = await findAgentRow(connection, address)
  if (row !== undefined) return row
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}

async function requireAgent(connection: Connection, address: string): Promise<Agent> {
  return agentOf(connection, await requireAgentRow(connection, address))
}
