import { type AskKind, askKinds, isAsPressing } from '../../../src/domain/asking.ts'
import type { Asking, AskScope, AskStore } from '../../session-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberOf } from '../rows/names.ts'
import { sessionOfRow } from '../rows/session-rows.ts'
import { unlisted } from '../tables/agents.ts'
import { mapped, type Work, type Working } from '../work.ts'

type Row = {
  readonly agent: string
  readonly agent_id: number
  readonly session: string
  readonly helper: string
  readonly kind: AskKind
  readonly since: number
  readonly reason: string
}

const order = `ORDER BY CASE k.kind ${askKinds.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(' ')} END, k.since, k.agent_id`
const upsert = `INSERT INTO asks(agent_id, session, helper, kind, since, reason) VALUES(@agent, @session, @helper, @kind, @since, @reason)
ON CONFLICT(agent_id, session, helper) DO UPDATE SET kind = @kind, since = @since, reason = @reason`

export function openAsks(connection: Connection): Working<AskStore> {
  const { engine } = connection
  return {
    *note(asked) {
      const agent = yield* numberOf(connection, asked.agent)
      if (agent < 0) return false
      return yield* connection.write(
        (tx) => note(tx, agent, asked),
        (isNoted) => isNoted && ['roster'],
      )
    },
    *clear(address, scope = {}) {
      const agent = yield* numberOf(connection, address)
      // A process that died may have left a mark where no row is.
      const isThere = (yield* hasAny(connection, agent, scope)) || (yield* isMarkedInVain(address, agent))
      if (!isThere) return 0
      return yield* connection.write(
        (tx) => clear(tx, { agent, address }, scope),
        (cleared) => cleared > 0 && ['roster'],
      )
    },
    *list(address) {
      const agent = address === undefined ? null : yield* numberOf(connection, address)
      return yield* connection.read((at) => list(at, agent))
    },
  }

  function* isMarkedInVain(address: string, agent: number): Work<boolean> {
    return (yield* engine.isMarkedAsking(address)) && !(yield* hasAny(connection, agent, {}))
  }
}

function* note(
  tx: Tx,
  agent: number,
  { agent: address, session, helper, kind, reason, isNotice, at }: Parameters<AskStore['note']>[0],
): Work<boolean> {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if ((yield* tx.row(onRoster, agent)) === undefined) return false
  const kindsSql = 'SELECT kind FROM asks WHERE agent_id = ? AND session = ?'
  const known = yield* tx.cells<AskKind>(kindsSql, agent, session ?? '')
  if (isNotice && known.some((one) => isAsPressing(one, kind))) return false
  yield* tx.engine.markAsking(tx, address, true)
  yield* tx.run(upsert, { agent, session: session ?? '', helper: helper ?? '', kind, since: at, reason })
  return true
}

const within =
  'agent_id = @agent AND (CAST(@session AS TEXT) IS NULL OR session = @session) AND (CAST(@helper AS TEXT) IS NULL OR helper = @helper)'

/** `null` in a scope is a session without a name, and the agent itself: both are empty here. */
function bindingsOf(agent: number, { session, helper }: AskScope) {
  return {
    agent,
    session: session === undefined ? null : (session ?? ''),
    helper: helper === undefined ? null : (helper ?? ''),
  }
}

function* hasAny(connection: Connection, agent: number, scope: AskScope): Work<boolean> {
  const sql = `SELECT 1 FROM asks WHERE ${within} LIMIT 1`
  return (yield* connection.row(sql, bindingsOf(agent, scope))) !== undefined
}

type Named = { readonly agent: number; readonly address: string }

function* clear(tx: Tx, { agent, address }: Named, scope: AskScope): Work<number> {
  const changes = yield* tx.run(`DELETE FROM asks WHERE ${within}`, bindingsOf(agent, scope))
  yield* tx.engine.markAsking(tx, address, false)
  return changes
}

function* list(connection: Connection, agent: number | null): Work<readonly Asking[]> {
  const sql = `SELECT a.address AS agent, k.agent_id, k.session, k.helper, k.kind, k.since, k.reason
FROM asks k CROSS JOIN agents a ON a.id = k.agent_id
WHERE (CAST(@agent AS BIGINT) IS NULL OR k.agent_id = @agent) AND a.state = 'alive' ${order}`
  return yield* mapped(yield* connection.rows<Row>(sql, { agent }), function* (row) {
    const { agent, kind, since, reason } = row
    const helper = row.helper === '' ? null : row.helper
    return { agent, ...(yield* sessionOfRow(connection, row)), helper, kind, since, reason }
  })
}
