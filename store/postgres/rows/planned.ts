import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'
import { readableJson } from '../database/readable-json.ts'
import { type ChangeRequest, deedOf, type OpenChange } from './changes.ts'
import { forget } from './remembered.ts'
import { type CopyRow, stateOfCopy, stateRow, withState } from './rows.ts'

/** Changes that are worked out first and stored with one call. */
export type Plan = Pick<OpenChange, 'change'> & {
  /** A copy as the plan leaves it so far. */
  now(row: CopyRow): CopyRow
}

type WholePlan = Plan & {
  /** How many copies it changes. */
  readonly size: number
  /** Stores it; `false`, and nothing is stored, where a copy is no longer as it was read. */
  store(): Promise<boolean>
}

const changeSql = 'SELECT change_copies(?::json, ?::json, TRUE)'

function openPlan(connection: Connection, request: ChangeRequest): WholePlan {
  const changes: object[] = []
  const copies = new Map<string, { readonly first: CopyRow; readonly last: CopyRow }>()
  const keyOf = ({ agent_id, rank }: CopyRow) => `${agent_id} ${rank}`
  return {
    get size() {
      return copies.size
    },
    now: (row) => copies.get(keyOf(row))?.last ?? row,
    async change({ row, next, what, detail }) {
      const { agent_id: agent, rank, via, ends_at: ends } = row
      const { first = row } = copies.get(keyOf(row)) ?? {}
      const [before, state] = [stateOfCopy(row), stateRow(next)]
      const last = withState(row, state)
      copies.set(keyOf(row), { first, last })
      changes.push({
        ...{ agent, rank, via, ends, message: idOfRank(rank), what, before: stateOfCopy(first), state },
        ...{ detail: detail ? JSON.stringify(detail) : null, change: JSON.stringify([before, state]) },
      })
      return last
    },
    async store() {
      if (changes.length === 0) return true
      for (const { last } of copies.values()) forget(connection, last.agent_id, idOfRank(last.rank))
      return (await connection.column(changeSql).get(deedOf(request), readableJson(changes))) === 1
    },
  }
}

/**
 * A change that needs nothing but its copies. It is worked out by what is remembered of them; where that is not true any
 * more, or not all of them change, again by what they are. `null` where `work` finds that it needs more.
 * @param targets how many copies it is about
 */
export async function planned<T>(
  connection: Connection,
  request: ChangeRequest,
  targets: number,
  work: (plan: Plan, anew: boolean) => Promise<T | null>,
): Promise<T | null> {
  return connection.single(async () => {
    for (let anew = false; ; anew = true) {
      const plan = openPlan(connection, request)
      const result = await work(plan, anew)
      if (result === null) return null
      if (!anew && plan.size < targets) continue
      if (await plan.store()) return result
    }
  })
}
