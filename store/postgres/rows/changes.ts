import type { ChangeWord } from '../../../src/domain/change.ts'
import type { DeliveryState } from '../../../src/domain/delivery.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { withState } from './copies.ts'
import { readableJson } from './readable-json.ts'
import { type CopyRow, type StateRow, stateOfCopy, stateRow } from './rows.ts'

export type ChangeRequest = {
  readonly doer: Doer
  readonly at: number
  readonly what: EventWord
  readonly undoable?: boolean
  readonly reverses?: number
}

export type CopyChange = {
  readonly row: CopyRow
  readonly next: DeliveryState
  readonly what: EventWord
  readonly detail?: JsonObject | null
}

/** What a change is written with. */
export type ChangeParts = { readonly connection: Connection }

/** What one write does to copies. Its entry in the log is made with its first event: a change that did nothing leaves no trace. */
export type OpenChange = {
  /** Changes a copy, and says so. */
  change(change: CopyChange): Promise<CopyRow>
  /** Says what happened where no state changed; gives the change's number. */
  note(
    copy: { readonly agent_id: number; readonly rank: number },
    what: EventWord,
    detail?: JsonObject | null,
  ): Promise<number>
}

const deedSql = 'SELECT log_deed(?::json)'
const changeSql = 'SELECT change_copy(?::bigint, ?::json, ?::json)'

/** A change that no message is about enters its actor's journal. */
export async function noteChange(
  connection: Connection,
  { doer, at }: Author,
  what: ChangeWord,
  about: string,
): Promise<void> {
  await insertChange(connection, { doer, at, what, about })
}

type ChangeInsert = Omit<ChangeRequest, 'what'> & {
  readonly what: EventWord | ChangeWord
  readonly about?: string
}

async function insertChange(connection: Connection, request: ChangeInsert): Promise<number> {
  return (await connection.column(deedSql).get(deedOf(request))) as number
}

/** As the functions of the server take it. */
export function deedOf(request: ChangeInsert): string {
  const { doer, at, what, undoable = false, reverses = null, about = null } = request
  const { actor, principal, session, command } = doer
  const seen = principal === null && command !== 'patrol'
  return readableJson({
    ...{ actor, principal, at, what, session, command, undoable: Number(undoable), reverses, about, seen },
  })
}

export function openChange(connection: Connection, request: ChangeRequest): OpenChange {
  let number: number | null = null
  let deed: string | null = null

  async function append(
    { agent_id: agent, rank }: { readonly agent_id: number; readonly rank: number },
    what: EventWord,
    detail: JsonObject | null | undefined,
    states: readonly [StateRow, StateRow] | null,
  ): Promise<number> {
    deed ??= deedOf(request)
    const copy = {
      ...{ agent, rank, message: idOfRank(rank), what, detail: detail ? JSON.stringify(detail) : null },
      ...(states && { change: JSON.stringify(states), state: states[1] }),
    }
    number = (await connection.column(changeSql).get(number, deed, readableJson(copy))) as number
    return number
  }

  return {
    async change({ row, next, what, detail }) {
      const after = stateRow(next)
      await append(row, what, detail, [stateOfCopy(row), after])
      return withState(row, after)
    },
    async note(copy, what, detail) {
      return append(copy, what, detail, null)
    },
  }
}
