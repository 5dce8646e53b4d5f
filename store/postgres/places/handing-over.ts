import type { Claimed, ClaimRequest, Doer, QueueStore } from '../../mail-store.ts'
import type { Tx } from '../../sql/connection.ts'
import { claimNext } from '../../sql/places/claims.ts'
import {
  completeItem,
  endEach,
  type Finish,
  finishClaims,
  heldBy,
  requireItem,
} from '../../sql/places/endings.ts'
import { endAndClaim } from '../../sql/places/turns.ts'
import { admittingOf, type QueueRow, queueColumns } from '../../sql/rows/queue-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { readableJson } from '../database/readable-json.ts'
import { shared } from '../engine/shared.ts'
import { asWork, deedOf } from '../rows/changes.ts'
import { planned } from '../rows/planned.ts'
import { rememberedClaim } from '../rows/remembered.ts'
import { type TakenRow, takenLetter, takenSource, takenSql } from '../rows/taken-rows.ts'

/** Most work is handed over, and taken back done, by one call of the server each. */
export function openHandingOver(
  connection: Connection,
): Pick<QueueStore, 'claim' | 'finish' | 'finishAndClaim'> {
  const known = new Map<string | null, readonly MarkedRow[]>()
  const rules = shared(connection)
  return {
    async claim(doer, request, at) {
      const claimed = await connection.single(() => claimAtOnce(connection, known, doer, request, at))
      if (claimed !== undefined) return claimed
      return inTurn(rules.write((tx) => claimNext(tx, doer, request, at)))
    },
    async finish(doer, claims, ending, at, note) {
      const finish: Finish = { ending, at, note }
      // What failed too often is a dead letter: the log of each item is asked.
      if (ending.verb === 'fail')
        return inTurn(
          rules.write(
            (tx) => finishClaims(tx, doer, claims, finish),
            (moved) => moved.some(({ changed }) => changed),
          ),
        )
      return finishAtOnce(connection, doer, claims, finish)
    },
    async finishAndClaim(doer, claim, { ending, note }, next, at) {
      const turn = (tx: Tx) => endAndClaim(tx, doer, claim, { ending, at, note }, next)
      return inTurn(rules.write(turn, ({ moved }) => moved.changed))
    },
  }
}

/** With what decides who may claim from it, in short. */
type MarkedRow = QueueRow & { readonly mark: string }

const markedSql = `SELECT ${queueColumns}, queue_mark(q) AS mark FROM queues q WHERE CAST(@queue AS text) IS NULL OR q.name = @queue ORDER BY q.name`
const claimSql = `SELECT c.outcome, c.queue, ${takenSql} FROM claim_item(?::json, ?::json) c CROSS JOIN ${takenSource}`

type ClaimedRow = TakenRow & {
  readonly outcome: 'claimed' | 'none' | 'changed' | 'rest'
  readonly queue: string
}

/**
 * A claim with one call; `undefined` where that leaves it to the caller. It asks with what the queues were when they were looked
 * at, and is told where they are so no more.
 */
async function claimAtOnce(
  connection: Connection,
  known: Map<string | null, readonly MarkedRow[]>,
  doer: Doer,
  request: ClaimRequest,
  at: number,
): Promise<Claimed | null | undefined> {
  const { queue: name, lease, forms } = request
  const deed = deedOf({ doer, at, what: 'claim' })
  for (let anew = false; ; anew = true) {
    let rows = anew ? undefined : known.get(name)
    if (rows === undefined) {
      rows = (await connection.statement(markedSql).all({ queue: name })) as MarkedRow[]
      known.set(name, rows)
    }
    const marks = rows.length === 0 ? null : rows.map(({ mark }) => mark).join(',')
    const queues = admittingOf(rows, forms).map(({ agent_id }) => agent_id)
    const asked = readableJson({ at, lease, holder: doer.actor, name, marks, queues })
    const row = (await connection.statement(claimSql).get(asked, deed)) as ClaimedRow
    if (row.outcome === 'changed') continue
    if (row.outcome === 'none') return null
    if (row.outcome === 'rest') return undefined
    const letter = await takenLetter(connection, row)
    return { queue: row.queue, attempt: row.attempts, letter, lost: [] }
  }
}

/** It begins with what is remembered of the items. */
async function finishAtOnce(
  connection: Connection,
  doer: Doer,
  claims: Parameters<QueueStore['finish']>[1],
  finish: Finish,
): ReturnType<QueueStore['finish']> {
  const { verb } = finish.ending
  const request = { doer, at: finish.at, what: verb, undoable: verb !== 'process' } as const
  const rules = shared(connection)
  const moved = await planned(connection, request, claims.length, (plan, anew) => {
    const work = endEach(rules, claims, function* (claim) {
      const seen = anew ? undefined : rememberedClaim(connection, claim.message, doer.actor)
      const item = seen ?? (yield* requireItem(rules, doer, claim))
      const row = plan.now(item.row)
      const delivery = yield* heldBy(rules, row, doer.actor, claim)
      const ended = yield* completeItem(asWork(plan), { row, delivery }, finish)
      return { item: { message: item.message, row }, row: ended }
    })
    return inTurn(work)
  })
  return moved ?? []
}
