import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection, CopyChanges, Looked, Targets } from '../../sql/connection.ts'
import { allowedState } from '../../sql/rows/allowed-state.ts'
import type { ChangeRequest } from '../../sql/rows/changes.ts'
import { type CopyRow, stateCells, stateRow } from '../../sql/rows/rows.ts'
import type { Work } from '../../sql/work.ts'
import { readableJson } from '../database/readable-json.ts'
import { deedOf } from './changes.ts'
import { forget, given, lookedAt } from './remembered.ts'

const changeSql = 'SELECT change_copies(?::json, ?::json, TRUE) AS done'

type Stored = { readonly done: number | null }

type Plan = CopyChanges & {
  /** How many copies it changes. */
  readonly size: number
  /** Stores it; `false`, and nothing is stored, where a copy is no longer as it was read. */
  store(): Work<boolean>
}

function openPlan(
  connection: Connection,
  request: ChangeRequest,
  known: Pick<CopyChanges, 'look' | 'given'>,
): Plan {
  const changes: object[] = []
  const copies = new Map<string, { readonly first: CopyRow; readonly last: CopyRow }>()
  const keyOf = ({ agent_id, rank }: CopyRow) => `${agent_id} ${rank}`
  return {
    at: connection,
    within: null,
    ...known,
    get size() {
      return copies.size
    },
    now: (row) => copies.get(keyOf(row))?.last ?? row,
    *change({ row, next, what, detail }) {
      const { agent_id: agent, rank, via, also_via: also, ends_at: ends } = row
      const { first = row } = copies.get(keyOf(row)) ?? {}
      const last = { ...row, ...stateRow(yield* allowedState(connection, row, next)) }
      const [before, state] = [stateCells(row), stateCells(last)]
      copies.set(keyOf(row), { first, last })
      changes.push({
        agent,
        rank,
        via,
        also,
        ends,
        message: idOfRank(rank),
        what,
        before: stateCells(first),
        state,
        detail: detail ? JSON.stringify(detail) : null,
        change: JSON.stringify([before, state]),
      })
      return last
    },
    *store() {
      if (changes.length === 0) return true
      for (const { last } of copies.values()) forget(connection, last.agent_id, idOfRank(last.rank))
      const row = yield* connection.call<Stored>(changeSql, deedOf(request), readableJson(changes))
      return row?.done === 1
    },
  }
}

/**
 * Works a change out by what is remembered of its copies; where that is not true any more, or not all of them change, again by
 * what they are. `undefined` where it needs more than these.
 */
export function* changeAtOnce<T>(
  connection: Connection,
  request: ChangeRequest,
  { agent, messages }: Targets,
  work: (copies: CopyChanges) => Work<T | undefined>,
): Work<T | undefined> {
  for (let anew = false; ; anew = true) {
    let looked: ReadonlyMap<number, Looked> | undefined
    const plan = openPlan(connection, request, {
      *look(message) {
        looked ??= yield* lookedAt(connection, agent, messages, anew)
        return looked.get(message)
      },
      given: (message, actor) => (anew ? undefined : given(connection, message, actor)),
    })
    const result = yield* work(plan)
    if (result === undefined) return undefined
    if (!anew && plan.size < messages.length) continue
    if (yield* plan.store()) return result
  }
}
