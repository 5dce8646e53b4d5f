import type { ChangeWord, RosterWord } from '../../../src/domain/change.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author } from '../../mail-store.ts'
import type { Tx } from '../../sql/connection.ts'
import { allowedState } from '../../sql/rows/allowed-state.ts'
import type { ChangeRequest, Noted, OpenChange } from '../../sql/rows/changes.ts'
import { type StateCells, stateCells, stateRow } from '../../sql/rows/rows.ts'
import type { Work } from '../../sql/work.ts'
import { readableJson } from '../database/readable-json.ts'

const deedSql = 'SELECT log_deed(?::json)'
const changeSql = 'SELECT change_copy(?::bigint, ?::json, ?::json)'

/** A change that no message is about. */
export function* noteChange(
  tx: Tx,
  { doer, at }: Author,
  what: ChangeWord | RosterWord,
  about: string,
): Work<void> {
  yield* tx.run(deedSql, deedOf({ doer, at, what, about }))
}

type ChangeInsert = Omit<ChangeRequest, 'what'> & {
  readonly what: EventWord | ChangeWord | RosterWord
  readonly about?: string
}

/** As the functions of the server take it. */
export function deedOf(request: ChangeInsert): string {
  const { doer, at, what, undoable = false, reverses = null, about = null } = request
  const { actor, principal, session, command } = doer
  const seen = principal === null && command !== 'patrol'
  return readableJson({
    actor,
    principal,
    at,
    what,
    session,
    command,
    undoable: Number(undoable),
    reverses,
    about,
    seen,
  })
}

export function openChange(tx: Tx, request: ChangeRequest): OpenChange {
  let number: number | null = null
  let deed: string | null = null

  function* append(
    { agent_id: agent, rank }: Noted,
    what: EventWord,
    detail: JsonObject | null | undefined,
    states: readonly [StateCells, StateCells] | null,
  ): Work<number> {
    deed ??= deedOf(request)
    const copy = {
      agent,
      rank,
      message: idOfRank(rank),
      what,
      detail: detail ? JSON.stringify(detail) : null,
      ...(states && { change: JSON.stringify(states), state: states[1] }),
    }
    const made = yield* tx.cell<number>(changeSql, number, deed, readableJson(copy))
    number = made ?? 0
    return number
  }

  return {
    *change({ row, next, what, detail }) {
      const after = stateRow(yield* allowedState(tx, row, next))
      yield* append(row, what, detail, [stateCells(row), stateCells(after)])
      return { ...row, ...after }
    },
    note: (copy, what, detail) => append(copy, what, detail, null),
    *finish() {
      // Triggers put right what machines look at.
    },
  }
}
