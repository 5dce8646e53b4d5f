import { MailError } from '../../../src/domain/errors.ts'
import { type Agent, type AgentState, rolesOf } from '../../../src/domain/roster.ts'
import type { Doer, Registration } from '../../mail-store.ts'
import { columnsOf } from '../../shared/registration-columns.ts'
import type { Connection } from '../database/connection.ts'
import { buryOfRetired, buryOfSession } from '../moving/burying.ts'
import { leaveRoles } from '../moving/role-mail.ts'
import { type AgentRow, agentOf, findAgentRow } from '../rows/agent-rows.ts'
import { type ChangeParts, openChange } from '../rows/changes.ts'
import { hasNothingWaiting } from '../rows/copies.ts'
import { raiseRosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { deliverWaiting } from './joining.ts'
import { nameNewcomer, requireSameRole } from './naming.ts'
import { wake } from './resting.ts'

type Registered = { readonly agent: Agent; readonly created: boolean; readonly joined: number }

/** Adds an agent or changes it, and makes it alive. */
export function registerAgent(
  parts: ChangeParts,
  registration: Registration,
  doer: Doer,
  at: number,
): Registered {
  const { connection } = parts
  const known = findAgentRow(connection, registration.address)
  const before = known === undefined ? null : agentOf(connection, known)
  const id = known?.id ?? namesOf(connection).require(registration.address)
  if (known === undefined) {
    nameNewcomer(connection, { id, address: registration.address }, registration.lookalike ?? 'refuse')
    connection.statement("UPDATE agents SET state = 'alive', registered_at = ? WHERE id = ?").run(at, id)
  } else {
    requireSameRole(known, registration.longForm)
    setAlive(connection, known, at)
  }
  connection
    .statement('UPDATE agents SET last_seen = max(coalesce(last_seen, 0), ?) WHERE id = ?')
    .run(at, id)
  const { agent, joined } = change(parts, { id, before, registration, doer, at })
  // A hook starts no program where this file is empty, so it is there before the first mail.
  if (hasNothingWaiting(connection, id)) connection.signals.require(registration.address)
  return { agent, created: known === undefined, joined }
}

export function updateAgent(
  parts: ChangeParts,
  registration: Registration,
  doer: Doer,
  at: number,
): Registered {
  const known = requireAgentRow(parts.connection, registration.address)
  const before = agentOf(parts.connection, known)
  return { ...change(parts, { id: known.id, before, registration, doer, at }), created: false }
}

export function setAgentState(
  parts: ChangeParts,
  address: string,
  state: AgentState,
  doer: Doer,
  at: number,
): Agent {
  const { connection } = parts
  const known = requireAgentRow(connection, address)
  const before = agentOf(connection, known)
  if (before.state === state) return before
  if (state === 'alive') setAlive(connection, known, at)
  else
    connection
      .statement('UPDATE agents SET state = ?, frozen_at = ? WHERE id = ?')
      .run(state, state === 'frozen' ? at : null, known.id)
  if (state === 'dead') buryOfRetired(parts, { id: known.id, before, doer, at })
  raiseRosterVersion(connection)
  const after = requireAgent(connection, address)
  deliverWaiting(connection, { id: known.id, before, after, doer, at })
  return after
}

/** Notes a sign of life. This is not logged, but ends being frozen or presumed dead. */
export function beatAgent(
  parts: ChangeParts,
  address: string,
  at: number,
  session: string | null,
  waiting?: string,
): { readonly agent: Agent; readonly changed: boolean } {
  const { connection } = parts
  const known = requireAgentRow(connection, address)
  const before = agentOf(connection, known)
  const changed = before.state !== 'alive' || (session !== null && session !== before.session)
  connection
    .statement(
      'UPDATE agents SET last_seen = max(coalesce(last_seen, 0), ?), session = coalesce(?, session) WHERE id = ?',
    )
    .run(at, session, known.id)
  if (waiting !== undefined)
    connection
      .statement(
        "UPDATE agents SET meta = json_set(coalesce(meta, '{}'), '$.waiting', json_object('since', last_seen, 'reason', ?)) WHERE id = ?",
      )
      .run(waiting, known.id)
  if (!changed) return { agent: requireAgent(connection, address), changed }
  setAlive(connection, known, at)
  raiseRosterVersion(connection)
  const agent = requireAgent(connection, address)
  const doer = { actor: address, principal: null, session, command: 'beat' }
  buryOfSession(parts, { id: known.id, before, after: agent, doer, at })
  deliverWaiting(connection, { id: known.id, before, after: agent, doer, at })
  return { agent, changed }
}

function setAlive(connection: Connection, known: AgentRow, at: number): void {
  if (known.frozen_at !== null) wake(connection, known.id, known.frozen_at, at)
  if (known.state !== 'alive')
    connection.statement("UPDATE agents SET state = 'alive', frozen_at = NULL WHERE id = ?").run(known.id)
}

type Changing = {
  readonly id: number
  readonly before: Agent | null
  readonly registration: Registration
  readonly doer: Doer
  readonly at: number
}

function change(
  parts: ChangeParts,
  { id, before, registration, doer, at }: Changing,
): { readonly agent: Agent; readonly joined: number } {
  const { connection } = parts
  const fields = columnsOf(registration)
  const columns = Object.keys(fields).map((name) => `${name} = ?`)
  if (columns.length > 0)
    connection
      .statement(`UPDATE agents SET ${columns.join(', ')} WHERE id = ?`)
      .run(...Object.values(fields), id)
  for (const tag of registration.addTags ?? [])
    connection.statement('INSERT OR IGNORE INTO agent_tags(tag, agent_id) VALUES(?, ?)').run(tag, id)
  for (const tag of registration.removeTags ?? [])
    connection.statement('DELETE FROM agent_tags WHERE tag = ? AND agent_id = ?').run(tag, id)
  const agent = requireAgent(connection, registration.address)
  if (before === null || !isSameAgent(before, agent)) raiseRosterVersion(connection)
  buryOfSession(parts, { id, before, after: agent, doer, at })
  if (before !== null) giveUpRoles(parts, { id, before, after: agent, doer, at })
  return { agent, joined: deliverWaiting(connection, { id, before, after: agent, doer, at }) }
}

function giveUpRoles(
  { connection }: ChangeParts,
  {
    id,
    before,
    after,
    doer,
    at,
  }: Omit<Changing, 'registration' | 'before'> & Record<'before' | 'after', Agent>,
): void {
  const kept = rolesOf(after)
  const deed = openChange(connection, { doer, at, what: 'passed-on' })
  const lost = rolesOf(before).filter((role) => !kept.includes(role))
  leaveRoles(connection, deed, id, lost, at)
  deed.finish()
}

function isSameAgent(one: Agent, other: Agent): boolean {
  return JSON.stringify({ ...one, lastSeen: 0 }) === JSON.stringify({ ...other, lastSeen: 0 })
}

function requireAgentRow(connection: Connection, address: string): AgentRow {
  const row = findAgentRow(connection, address)
  if (row !== undefined) return row
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}

function requireAgent(connection: Connection, address: string): Agent {
  return agentOf(connection, requireAgentRow(connection, address))
}
