import {
  askSql,
  beginningOf,
  headTextOf,
  lastSealSql,
  putSealSql,
  type Seal,
  type SealedRow,
  type SealedTable,
  sealedTables,
  sealOf,
  valuesOf,
} from '../../shared/seals.ts'
import type { UpkeepStore } from '../../upkeep-store.ts'
import type { Connection, Sealable, Tx, Values } from '../connection.ts'
import type { Work } from '../work.ts'

const allRows = Number.MAX_SAFE_INTEGER
const copiedRows = 5_000

/** Seals the log, as many rows as may be at a time: they are worked out before the lock is taken. */
export function openSealing(
  connection: Connection,
): (limit: number, at: number) => Work<Awaited<ReturnType<UpkeepStore['seal']>>> {
  let sealable: Sealable | null = null
  return function* (limit, at) {
    sealable ??= yield* connection.engine.sealable()
    const upto = sealable
    if (upto === null) return 'done'
    const seal = yield* connection.read(function* (look) {
      return (yield* upto.isOver()) ? yield* nextSeal(look, upto, limit, at) : 'waits'
    })
    if (seal === 'waits') return seal
    if (seal === null) {
      sealable = null
      return 'done'
    }
    yield* connection.write(
      (tx) => putSeal(tx, seal),
      () => false,
    )
    return 'more'
  }
}

function* nextSeal(
  connection: Connection,
  upto: Pick<Sealable, 'deed' | 'event'>,
  limit: number,
  at: number,
): Work<Seal | null> {
  const last = yield* lastSeal(connection)
  function* unsealed(table: SealedTable): Work<readonly SealedRow[]> {
    const { last: newest } = sealedTables[table]
    const sql = askSql({ table }, connection.engine.sealedColumns)
    return yield* connection.rows<SealedRow>(sql, last?.[newest] ?? 0, upto[newest], limit)
  }
  return sealOf(last, { deeds: yield* unsealed('deeds'), events: yield* unsealed('events') }, at)
}

export function lastSeal(connection: Connection): Work<Seal | undefined> {
  return connection.row<Seal>(lastSealSql)
}

function* putSeal(tx: Tx, seal: Seal): Work<void> {
  yield* tx.run(putSealSql, ...(valuesOf(seal) as Values))
}

/** Seals the whole log of a copy that nobody else knows of, within the caller's transaction. Answers its head. */
export function* sealCopy(copy: Tx, at: number): Work<string | null> {
  for (;;) {
    const seal = yield* nextSeal(copy, { deed: allRows, event: allRows }, copiedRows, at)
    if (seal === null) return headTextOf(yield* lastSeal(copy))
    yield* putSeal(copy, seal)
  }
}

/** A chain of its own for a log whose rows are not those that were sealed before. */
export function* beginSeals(
  copy: Tx,
  begun: 'salvaged' | 'copied',
  former: string | null,
  at: number,
): Work<void> {
  yield* putSeal(copy, beginningOf(begun, former, at))
}
