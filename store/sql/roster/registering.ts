import type { RosterWord } from '../../../src/domain/change.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { waysLostBetween } from '../../../src/domain/lost-ways.ts'
import type { Agent, AgentState } from '../../../src/domain/roster.ts'
import type { Doer, Registration } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { raiseRosterVersion } from '../facts.ts'
import { buryOfRetired } from '../moving/burying.ts'
import { loseWays } from '../moving/losing-ways.ts'
import { type AgentRow, agentOf, findAgentRow } from '../rows/agent-rows.ts'
import { requireNumber } from '../rows/names.ts'
import type { Work } from '../work.ts'
import { deliverWaiting } from './joining.ts'
import { nameNewcomer, requireSameRole } from './naming.ts'

export type Registered = { readonly agent: Agent; readonly created: boolean; readonly joined: number }

const newSql = "UPDATE agents SET state = 'alive', registered_at = ? WHERE id = ?"
const seenSql = 'UPDATE agents SET last_seen = greatest(coalesce(last_seen, 0), ?) WHERE id = ?'

/** Adds an agent or changes it, and makes it alive. */
export function* registerAgent(tx: Tx, registration: Registration, doer: Doer, at: number): Work<Registered> {
  const { address } = registration
  const known = yield* findAgentRow(tx, address)
  const before = known === undefined ? null : agentOf(known)
  const id = known?.id ?? (yield* requireNumber(tx, address))
  if (known === undefined) {
    yield* nameNewcomer(tx, { id, address }, registration.lookalike ?? 'refuse')
    yield* setColumns(tx, id, registration)
    yield* tx.run(newSql, at, id)
  } else {
    requireSameRole(known, registration.longForm)
    yield* setColumns(tx, id, registration)
    yield* setAlive(tx, known, at)
  }
  yield* tx.run(seenSql, at, id)
  const { agent, joined } = yield* change(tx, { id, before, registration, doer, at })
  yield* tx.engine.markKnown(tx, id)
  return { agent, created: known === undefined, joined }
}

export function* updateAgent(tx: Tx, registration: Registration, doer: Doer, at: number): Work<Registered> {
  const known = yield* requireAgentRow(tx, registration.address)
  const before = agentOf(known)
  yield* setColumns(tx, known.id, registration)
  return { ...(yield* change(tx, { id: known.id, before, registration, doer, at })), created: false }
}

export function* setAgentState(
  tx: Tx,
  address: string,
  state: AgentState,
  doer: Doer,
  at: number,
): Work<Agent> {
  const known = yield* requireAgentRow(tx, address)
  const before = agentOf(known)
  if (before.state === state) return before
  const sql = 'UPDATE agents SET state = ?, frozen_at = ? WHERE id = ?'
  if (state === 'alive') yield* setAlive(tx, known, at)
  else yield* tx.run(sql, state, state === 'frozen' ? at : null, known.id)
  if (state === 'dead') yield* buryOfRetired(tx, { id: known.id, before, doer, at })
  yield* raiseRosterVersion(tx)
  yield* tx.engine.noteChange(tx, { doer, at }, stateWords[state], address)
  const after = yield* requireAgent(tx, address)
  yield* deliverWaiting(tx, { id: known.id, before, after, doer, at })
  return after
}

const stateWords = { alive: 'resume', frozen: 'freeze', dead: 'retire' } as const satisfies Record<
  AgentState,
  RosterWord
>

type Sign = { readonly at: number; readonly session: string | null; readonly waiting: string | undefined }
type Beaten = Pick<AgentRow, 'last_seen' | 'meta'>

const beatSql =
  'UPDATE agents SET last_seen = greatest(coalesce(last_seen, 0), ?), session = coalesce(?, session) WHERE id = ? RETURNING last_seen, meta'

/** Notes a sign of life. This is not logged, but ends being frozen or presumed dead. */
export function* beatAgent(
  tx: Tx,
  address: string,
  { at, session, waiting }: Sign,
): Work<{ readonly agent: Agent; readonly changed: boolean }> {
  const { known, before, changed } = yield* beginBeat(tx, address, session)
  const beaten = yield* tx.row<Beaten>(beatSql, at, session, known.id)
  if (waiting !== undefined) {
    const meta = { ...metaOf(beaten), waiting: { since: beaten?.last_seen ?? at, reason: waiting } }
    yield* tx.run('UPDATE agents SET meta = ? WHERE id = ?', JSON.stringify(meta), known.id)
  }
  if (!changed) return { agent: yield* requireAgent(tx, address), changed }
  yield* setAlive(tx, known, at)
  yield* raiseRosterVersion(tx)
  const agent = yield* requireAgent(tx, address)
  const doer = { actor: address, principal: null, session, command: 'beat' }
  const what = before.state === 'alive' ? 'update-agent' : 'resume'
  yield* tx.engine.noteChange(tx, { doer, at }, what, address)
  yield* deliverWaiting(tx, { id: known.id, before, after: agent, doer, at })
  yield* giveUpWays(tx, { id: known.id, before, after: agent, doer, at })
  return { agent, changed }
}

function metaOf(beaten: Beaten | undefined): JsonObject {
  return beaten === undefined || beaten.meta === null ? {} : (JSON.parse(beaten.meta) as JsonObject)
}

type Beat = { readonly known: AgentRow; readonly before: Agent; readonly changed: boolean }

/** Who is back changes where mail goes. It is looked at again under the lock: another beat may have woken it meanwhile. */
function* beginBeat(tx: Tx, address: string, session: string | null): Work<Beat> {
  const seen = yield* lookBeforeBeat(tx, address, session)
  if (!seen.changed) return seen
  yield* tx.engine.lockRoster(tx)
  yield* tx.engine.allowLongChange(tx)
  return yield* lookBeforeBeat(tx, address, session)
}

function* lookBeforeBeat(connection: Connection, address: string, session: string | null): Work<Beat> {
  const known = yield* requireAgentRow(connection, address)
  const before = agentOf(known)
  const changed = before.state !== 'alive' || (session !== null && session !== before.session)
  return { known, before, changed }
}

function* setAlive(tx: Tx, known: AgentRow, at: number): Work<void> {
  if (known.frozen_at !== null) yield* lastLonger(tx, known.id, known.frozen_at, at)
  if (known.state === 'alive') return
  yield* tx.run("UPDATE agents SET state = 'alive', frozen_at = NULL WHERE id = ?", known.id)
}

type Changing = {
  readonly id: number
  readonly before: Agent | null
  readonly registration: Registration
  readonly doer: Doer
  readonly at: number
}

function* change(
  tx: Tx,
  { id, before, registration, doer, at }: Changing,
): Work<{ readonly agent: Agent; readonly joined: number }> {
  for (const tag of registration.addTags ?? []) yield* tx.run(addTagSql, tag, id)
  for (const tag of registration.removeTags ?? []) yield* tx.run(removeTagSql, tag, id)
  const agent = yield* requireAgent(tx, registration.address)
  if (before === null || !isSameAgent(before, agent)) {
    yield* raiseRosterVersion(tx)
    yield* tx.engine.noteChange(
      tx,
      { doer, at },
      before === null ? 'register' : 'update-agent',
      agent.address,
    )
  }
  const joined = yield* deliverWaiting(tx, { id, before, after: agent, doer, at })
  if (before !== null) yield* giveUpWays(tx, { id, before, after: agent, doer, at })
  return { agent, joined }
}

/** Before a new agent is on the roster: what it is and may do is said as it registers (`agents_stay` on PostgreSQL). */
function* setColumns(tx: Tx, id: number, registration: Registration): Work<void> {
  const fields = columnsOf(registration)
  const columns = Object.keys(fields).map((name) => `${name} = ?`)
  if (columns.length > 0)
    yield* tx.run(`UPDATE agents SET ${columns.join(', ')} WHERE id = ?`, ...Object.values(fields), id)
}

const addTagSql = 'INSERT INTO agent_tags(tag, agent_id) VALUES(?, ?) ON CONFLICT(tag, agent_id) DO NOTHING'
const removeTagSql = 'DELETE FROM agent_tags WHERE tag = ? AND agent_id = ?'

type GivingUp = Omit<Changing, 'registration' | 'before'> & Readonly<Record<'before' | 'after', Agent>>

/**
 * Mail that came by what an agent no longer is leaves it. What the agent gained was delivered before, so a copy has its new ways
 * already. A frozen agent may come back to its session, and to that session's mail.
 */
function* giveUpWays(tx: Tx, { id: agent, before, after, doer, at }: GivingUp): Work<void> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'passed-on' })
  yield* loseWays(tx, deed, { agent, lost: waysLostBetween(before, after), at })
  yield* deed.finish()
}

function isSameAgent(one: Agent, other: Agent): boolean {
  return JSON.stringify({ ...one, lastSeen: 0 }) === JSON.stringify({ ...other, lastSeen: 0 })
}

function* requireAgentRow(connection: Connection, address: string): Work<AgentRow> {
  const row = yield* findAgentRow(connection, address)
  if (row !== undefined) return row
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}

function* requireAgent(connection: Connection, address: string): Work<Agent> {
  return agentOf(yield* requireAgentRow(connection, address))
}

const lastLongerSql =
  'UPDATE deliveries SET expires_at = expires_at + @slept WHERE agent_id = @agent AND box IN (0, 1, 2, 4, 6) AND expires_at > @frozenAt'

/** The clock of mail for a frozen agent stood still: what had not expired by then lasts as much longer. */
function* lastLonger(tx: Tx, agent: number, frozenAt: number, at: number): Work<void> {
  const slept = Math.max(0, at - frozenAt)
  if (slept > 0) yield* tx.run(lastLongerSql, { agent, frozenAt, slept })
}

/** The columns of the fields that were given. A plain spelling does not take away the longer one. */
function columnsOf(registration: Registration): Readonly<Record<string, string | number | null>> {
  const {
    longForm,
    kind,
    role,
    swarm,
    session,
    pane,
    paneServer,
    reportsTo,
    canComplete,
    watched,
    wake,
    talksTo,
    budget,
  } = registration
  const columns = {
    long_form: longForm ?? undefined,
    kind,
    role,
    swarm,
    session,
    pane,
    pane_server: paneServer,
    reports_to: reportsTo,
    can_complete: canComplete === undefined ? undefined : Number(canComplete),
    watched: watched === undefined ? undefined : Number(watched),
    wake,
    talks_to: talksTo === undefined ? undefined : JSON.stringify(talksTo),
    budget,
  }
  return Object.fromEntries(
    Object.entries(columns).filter(
      (entry): entry is [string, string | number | null] => entry[1] !== undefined,
    ),
  )
}
