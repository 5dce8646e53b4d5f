import { type AskKind, askKinds, isAsPressing } from '../../../src/domain/asking.ts'
import type { Asking, AskScope, AskStore } from '../../ask-store.ts'
import { findSession } from '../../sql/rows/session-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { namesOf, unlisted } from '../rows/names.ts'

type Row = {
  readonly agent_id: number
  readonly session: string
  readonly helper: string
  readonly kind: AskKind
  readonly since: number
  readonly reason: string
}

const columns = 'k.agent_id, k.session, k.helper, k.kind, k.since, k.reason'
const order = `ORDER BY CASE k.kind ${askKinds.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(' ')} END, k.since, k.agent_id`
const upsert = `INSERT INTO asks(agent_id, session, helper, kind, since, reason) VALUES(@agent, @session, @helper, @kind, @since, @reason)
ON CONFLICT DO UPDATE SET kind = @kind, since = @since, reason = @reason`

export function openAsks(connection: Connection): AskStore {
  const names = namesOf(connection)
  return {
    async note(asked) {
      const agent = names.find(asked.agent)
      if (agent === undefined) return false
      return connection.write(
        () => note(connection, agent, asked),
        (isNoted) => isNoted,
      )
    },
    async clear(address, scope = {}) {
      const agent = names.find(address)
      if (agent === undefined || !isWorthAWrite(connection, { agent, address }, scope)) return 0
      return connection.write(
        () => clear(connection, { agent, address }, scope),
        (cleared) => cleared > 0,
      )
    },
    async list(address) {
      const agent = address === undefined ? null : (names.find(address) ?? -1)
      return connection.read(() => list(connection, agent))
    },
  }
}

function note(
  connection: Connection,
  agent: number,
  { agent: address, session, helper, kind, reason, isNotice, at }: Parameters<AskStore['note']>[0],
): boolean {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if (connection.statement(onRoster).get(agent) === undefined) return false
  const kinds = connection.column('SELECT kind FROM asks WHERE agent_id = ? AND session = ?')
  const known = kinds.all(agent, session ?? '') as readonly AskKind[]
  if (isNotice && known.some((one) => isAsPressing(one, kind))) return false
  connection.signals.markAsking(address, true)
  connection
    .statement(upsert)
    .run({ agent, session: session ?? '', helper: helper ?? '', kind, since: at, reason })
  return true
}

const within =
  'agent_id = @agent AND (@session IS NULL OR session = @session) AND (@helper IS NULL OR helper = @helper)'

/** `null` in a scope is a session without a name, and the agent itself: both are empty here. */
function bindingsOf(agent: number, { session, helper }: AskScope) {
  return {
    agent,
    session: session === undefined ? null : (session ?? ''),
    helper: helper === undefined ? null : (helper ?? ''),
  }
}

function hasAny(connection: Connection, agent: number, scope: AskScope): boolean {
  const sql = `SELECT 1 FROM asks WHERE ${within} LIMIT 1`
  return connection.statement(sql).get(bindingsOf(agent, scope)) !== undefined
}

type Named = { readonly agent: number; readonly address: string }

/** A process that died may have left the agent's file full. */
function isWorthAWrite(connection: Connection, { agent, address }: Named, scope: AskScope): boolean {
  if (hasAny(connection, agent, scope)) return true
  return connection.signals.isAsking(address) && !hasAny(connection, agent, {})
}

function clear(connection: Connection, { agent, address }: Named, scope: AskScope): number {
  const { changes } = connection.statement(`DELETE FROM asks WHERE ${within}`).run(bindingsOf(agent, scope))
  connection.afterwards(() => {
    if (!hasAny(connection, agent, {})) connection.signals.markAsking(address, false)
  })
  return changes
}

function list(connection: Connection, agent: number | null): readonly Asking[] {
  const sql = `SELECT ${columns} FROM asks k CROSS JOIN agents a ON a.id = k.agent_id
WHERE (@agent IS NULL OR k.agent_id = @agent) AND a.state = 'alive' ${order}`
  const names = namesOf(connection)
  return (connection.statement(sql).all({ agent }) as readonly Row[]).map((row) => ({
    agent: names.of(row.agent_id),
    sessionId: row.session === '' ? null : row.session,
    session: row.session === '' ? null : atOnce(findSession(shared(connection), row.agent_id, row.session)),
    helper: row.helper === '' ? null : row.helper,
    kind: row.kind,
    since: row.since,
    reason: row.reason,
  }))
}
