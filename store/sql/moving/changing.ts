import type { Connection, CopyChanges, Looked, Targets, Tx } from '../connection.ts'
import type { ChangeRequest } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import type { Work } from '../work.ts'

/** What one change does to copies; `undefined` where it needs a transaction and has none. */
type Changing<T> = (copies: CopyChanges) => Work<T | undefined>

/** No task, no debate and nobody's screen is read from copies. */
const ofCopies = ['mail', 'roster', 'places', 'log'] as const

/** One change of copies, all or nothing. */
export function* changeCopies<T>(
  connection: Connection,
  request: ChangeRequest,
  targets: Targets,
  work: Changing<T>,
  isChanged: (result: T) => boolean,
): Work<T> {
  const { fast } = connection.engine
  const changed = fast === null ? undefined : yield* fast.change(connection, request, targets, work)
  if (changed !== undefined) return changed
  return yield* connection.write(
    (tx) => changeWithin(tx, request, targets, work),
    (result) => isChanged(result) && ofCopies,
  )
}

/** The same among other changes of one transaction. */
export function* changeWithin<T>(
  tx: Tx,
  request: ChangeRequest,
  { agent }: Targets,
  work: Changing<T>,
): Work<T> {
  const deed = tx.engine.openChange(tx, request)
  const result = yield* work({
    at: tx,
    within: { tx, deed },
    look: (message) => lookAt(tx, agent, message),
    given: () => undefined,
    now: (row) => row,
    change: deed.change,
  })
  if (result === undefined) throw new Error('A change within a transaction was left undone')
  yield* deed.finish()
  return result
}

/** A message, and an agent's copy of it; `undefined` where there is no such message. */
export function* lookAt(
  connection: Connection,
  agent: number | undefined,
  id: number,
): Work<Looked | undefined> {
  const message = yield* findMessageRow(connection, id)
  if (message === undefined) return undefined
  return {
    message,
    row: agent === undefined ? undefined : yield* findCopyRow(connection, agent, message.rank),
  }
}
