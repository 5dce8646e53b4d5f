import { type AskKind, askKinds, isAsPressing } from '../../../src/domain/asking.ts'
import type { Asking, AskScope, AskStore } from '../../ask-store.ts'
import { findSession } from '../../sql/rows/session-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
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
ON CONFLICT(agent_id, session, helper) DO UPDATE SET kind = @kind, since = @since, reason = @reason`

export function openAsks(connection: Connection): AskStore {
  const names = namesOf(connection)
  return {
    async note(asked) {
      const agent = await names.find(asked.agent)
      if (agent === undefined) return false
      return connection.write(
        async () => note(connection, agent, asked),
        (isNoted) => isNoted,
      )
    },
    async clear(address, scope = {}) {
      const agent = await names.find(address)
      if (agent === undefined || !(await hasAny(connection, agent, scope))) return 0
      return connection.write(
        async () => clear(connection, agent, scope),
        (cleared) => cleared > 0,
      )
    },
    async list(address) {
      const agent = address === undefined ? null : ((await names.find(address)) ?? -1)
      return connection.read(async () => list(connection, agent))
    },
  }
}

async function note(
  connection: Connection,
  agent: number,
  { session, helper, kind, reason, isNotice, at }: Parameters<AskStore['note']>[0],
): Promise<boolean> {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if ((await connection.statement(onRoster).get(agent)) === undefined) return false
  const kinds = connection.column('SELECT kind FROM asks WHERE agent_id = ? AND session = ?')
  const known = (await kinds.all(agent, session ?? '')) as readonly AskKind[]
  if (isNotice && known.some((one) => isAsPressing(one, kind))) return false
  await connection
    .statement(upsert)
    .run({ agent, session: session ?? '', helper: helper ?? '', kind, since: at, reason })
  return true
}

const within =
  'agent_id = @agent AND (@session::text IS NULL OR session = @session) AND (@helper::text IS NULL OR helper = @helper)'

/** `null` in a scope is a session without a name, and the agent itself: both are empty here. */
function bindingsOf(agent: number, { session, helper }: AskScope) {
  return {
    agent,
    session: session === undefined ? null : (session ?? ''),
    helper: helper === undefined ? null : (helper ?? ''),
  }
}

async function hasAny(connection: Connection, agent: number, scope: AskScope): Promise<boolean> {
  const sql = `SELECT 1 FROM asks WHERE ${within} LIMIT 1`
  return (await connection.statement(sql).get(bindingsOf(agent, scope))) !== undefined
}

async function clear(connection: Connection, agent: number, scope: AskScope): Promise<number> {
  const { changes } = await connection
    .statement(`DELETE FROM asks WHERE ${within}`)
    .run(bindingsOf(agent, scope))
  return changes
}

async function list(connection: Connection, agent: number | null): Promise<readonly Asking[]> {
  const sql = `SELECT ${columns} FROM asks k JOIN agents a ON a.id = k.agent_id
WHERE (@agent::bigint IS NULL OR k.agent_id = @agent) AND a.state = 'alive' ${order}`
  const names = namesOf(connection)
  return mapped((await connection.statement(sql).all({ agent })) as readonly Row[], async (row) => ({
    agent: await names.of(row.agent_id),
    sessionId: row.session === '' ? null : row.session,
    session:
      row.session === '' ? null : await inTurn(findSession(shared(connection), row.agent_id, row.session)),
    helper: row.helper === '' ? null : row.helper,
    kind: row.kind,
    since: row.since,
    reason: row.reason,
  }))
}
