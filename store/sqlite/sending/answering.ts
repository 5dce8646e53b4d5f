import { stateOf } from '../../../src/domain/delivery.ts'
import { isStance } from '../../../src/domain/kind.ts'
import type { Post } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { closeForOthers } from '../moving/role-mail.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

/** An answer closes what its sender owed for the answered message, and a role's mail for all who hold the role. */
export function closeAnswered(connection: Connection, post: Post, answered: number, by: number): void {
  const agent = namesOf(connection).require(post.from)
  const rank = rankOfMessage(connection, answered)
  const row = rank === undefined ? undefined : findCopyRow(connection, agent, rank)
  if (row === undefined) return
  const doer = {
    actor: post.from,
    principal: post.principal,
    session: post.origin?.session ?? null,
    command: null,
  }
  const deed = openChange(connection, { doer, at: post.sentAt, what: 'answered' })
  deed.change({
    row,
    next: { ...stateOf(deliveryOf(connection, row)), owes: false },
    what: 'answered',
    detail: { by },
  })
  closeForOthers(connection, deed, row, post.sentAt)
  if (post.kind !== 'query' && post.kind !== 'escalation')
    closeDecided(connection, deed, { answered, agent, by })
  deed.finish()
}

const positionsSql = `SELECT id FROM messages WHERE (id = @thread OR (thread_id = @thread AND thread_id <> id))
  AND id < @by AND sender_id <> @agent AND kind IN ('claim', 'counter', 'evidence') ORDER BY id`

/** A stance that names no message answers the whole debate: all positions that its sender owes an answer to. */
export function closePositions(
  connection: Connection,
  post: Post,
  placed: { readonly thread: number; readonly by: number },
): void {
  if (!isStance(post.kind) || placed.thread === placed.by) return
  const agent = namesOf(connection).require(post.from)
  const ids = connection.column(positionsSql).all({ ...placed, agent }) as number[]
  for (const id of ids) {
    const rank = rankOfMessage(connection, id)
    const row = rank === undefined ? undefined : findCopyRow(connection, agent, rank)
    if (row !== undefined && row.owes !== 0) closeAnswered(connection, post, id, placed.by)
  }
}

const sameSql = `SELECT s.id, s.rank FROM messages m JOIN messages s
  ON s.id = m.thread_id OR (s.thread_id = m.thread_id AND s.thread_id <> s.id)
WHERE m.id = @answered AND m.kind = 'escalation' AND s.kind = 'escalation'
  AND (s.id = m.id OR s.more ->> '$.payload.escalation_id' = m.more ->> '$.payload.escalation_id') ORDER BY s.id`

type Answered = { readonly answered: number; readonly agent: number; readonly by: number }

/** One decision is enough: an escalation that was answered, or passed on and answered there, waits for nobody else. */
function closeDecided(connection: Connection, deed: OpenChange, { answered, agent, by }: Answered): void {
  const same = connection.statement(sameSql).all({ answered }) as { id: number; rank: number }[]
  for (const { id, rank } of same)
    for (const holder of holdersOf(connection, id)) {
      const row = holder === agent && id === answered ? undefined : findCopyRow(connection, holder, rank)
      if (row === undefined || row.owes === 0) continue
      const next = { ...stateOf(deliveryOf(connection, row)), owes: false }
      deed.change({ row, next, what: 'answered', detail: { by } })
    }
}
