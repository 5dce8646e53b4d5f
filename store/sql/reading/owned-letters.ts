import type { Letter } from '../../../src/domain/message.ts'
import { clocksOf } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { withCopyOf } from '../rows/letters.ts'
import { learnNames } from '../rows/names.ts'
import { deliveryOf, learnSenders, messageOf, ownedShape } from '../rows/rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { seenAt } from './seen.ts'

/** A message, and whose copy of it. */
export type Owned = { readonly message: number; readonly owner: number }

const ownedSql = `SELECT ${ownedShape.columns} FROM ${withCopyOf}`

/** Messages with these copies as their readers see them now, without bodies; `null` for one that is not there. */
export function* lettersOf(
  connection: Connection,
  wanted: readonly Owned[],
  now: number,
): Work<(Letter | null)[]> {
  const owners = wanted.map(({ owner }) => owner)
  const [found, clockOf] = yield* eachBeside(
    connection,
    (at) => sideBySide(at, wanted, ownedIn),
    (at) => clocksOf(at, owners, now),
  )
  const rows = found.flatMap((row) => row ?? [])
  yield* learnSenders(
    connection,
    rows.map(({ message }) => message),
  )
  yield* learnNames(connection, owners)
  return yield* sideBySide(connection, found, function* (at, row): Work<Letter | null> {
    if (row === undefined) return null
    const { message, copy } = row
    return {
      message: yield* messageOf(at, message),
      delivery: copy === null ? null : yield* deliveryOf(at, seenAt(copy, clockOf(copy.agent_id))),
    }
  })
}

function* ownedIn(at: Connection, { message: id, owner }: Owned) {
  const [row] = yield* at.wide(ownedShape, ownedSql, { id, owner })
  return row
}
