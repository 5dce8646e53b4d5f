import { stateOf } from '../../../src/domain/delivery.ts'
import type { Post } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import type { Signals } from '../live/signals.ts'
import { closeForOthers } from '../moving/role-mail.ts'
import { openChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

/** An answer closes what its sender owed for the answered message, and a role's mail for all who hold the role. */
export function closeAnswered(
  connection: Connection,
  signals: Signals,
  post: Post,
  answered: number,
  by: number,
): void {
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
  const deed = openChange(connection, signals, { doer, at: post.sentAt, what: 'answered' })
  deed.change({
    row,
    next: { ...stateOf(deliveryOf(connection, row)), owes: false },
    what: 'answered',
    detail: { by },
  })
  closeForOthers(connection, deed, row, post.sentAt)
  deed.finish()
}
