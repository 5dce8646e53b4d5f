import { stateOf } from '../../../src/domain/delivery.ts'
import { isStance } from '../../../src/domain/kind.ts'
import type { Post } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import { closeForOthers } from '../moving/role-mail.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { requireNumber } from '../rows/names.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

/** An answer closes what its sender owed for the answered message, and a role's mail for all who hold the role. */
export function* closeAnswered(tx: Tx, post: Post, answered: number, by: number): Work<void> {
  const agent = yield* requireNumber(tx, post.from)
  const row = yield* copyOfMessage(tx, agent, answered)
  if (row === undefined) return
  const doer = {
    actor: post.from,
    principal: post.principal,
    session: post.origin?.session ?? null,
    command: null,
  }
  const deed = tx.engine.openChange(tx, { doer, at: post.sentAt, what: 'answered' })
  yield* settle(tx, deed, row, by)
  yield* closeForOthers(tx, deed, row, post.sentAt)
  if (post.kind !== 'query' && post.kind !== 'escalation')
    yield* closeDecided(tx, deed, { answered, agent, by })
  yield* deed.finish()
}

const positionsSql = `SELECT id FROM messages WHERE (id = @thread OR (thread_id = @thread AND thread_id <> id))
  AND id < @by AND sender_id <> @agent AND kind IN ('claim', 'counter', 'evidence') ORDER BY id`

/** A stance that names no message answers the whole debate: all positions that its sender owes an answer to. */
export function* closePositions(
  tx: Tx,
  post: Post,
  placed: { readonly thread: number; readonly by: number },
): Work<void> {
  if (!isStance(post.kind) || placed.thread === placed.by) return
  const agent = yield* requireNumber(tx, post.from)
  for (const id of yield* tx.cells<number>(positionsSql, { ...placed, agent })) {
    const row = yield* copyOfMessage(tx, agent, id)
    if (row !== undefined && row.owes !== 0) yield* closeAnswered(tx, post, id, placed.by)
  }
}

function* copyOfMessage(tx: Tx, agent: number, message: number): Work<CopyRow | undefined> {
  const rank = yield* rankOfMessage(tx, message)
  return rank === undefined ? undefined : yield* findCopyRow(tx, agent, rank)
}

const sameSql = `SELECT s.id, s.rank FROM messages m JOIN messages s
  ON s.id = m.thread_id OR (s.thread_id = m.thread_id AND s.thread_id <> s.id)
WHERE m.id = @answered AND m.kind = 'escalation' AND s.kind = 'escalation'
  AND (s.id = m.id OR text_at(s.more, payload.escalation_id) = text_at(m.more, payload.escalation_id)) ORDER BY s.id`

type Answered = { readonly answered: number; readonly agent: number; readonly by: number }

/** One decision is enough: an escalation that was answered, or passed on and answered there, waits for nobody else. */
function* closeDecided(tx: Tx, deed: OpenChange, { answered, agent, by }: Answered): Work<void> {
  for (const { id, rank } of yield* tx.rows<{ id: number; rank: number }>(sameSql, { answered }))
    for (const holder of yield* holdersOf(tx, id)) {
      if (holder === agent && id === answered) continue
      const row = yield* findCopyRow(tx, holder, rank)
      if (row !== undefined && row.owes !== 0) yield* settle(tx, deed, row, by)
    }
}

function* settle(tx: Tx, deed: OpenChange, row: CopyRow, by: number): Work<void> {
  const next = { ...stateOf(yield* deliveryOf(tx, row)), owes: false }
  yield* deed.change({ row, next, what: 'answered', detail: { by } })
}
