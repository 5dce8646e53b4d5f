import type { Connection } from './connection.ts'
import { goneOn, isPromise, mapped, type Work } from './work.ts'

/**
 * Looks at one moment of which none needs what another one finds: PostgreSQL is asked for all at once, on one connection. Within a
 * change one follows the other.
 */
export function* sideBySide<T, R>(
  connection: Pick<Connection, 'read'>,
  all: readonly T[],
  look: (at: Connection, one: T) => Work<R>,
): Work<R[]> {
  return yield* connection.read(function* (at) {
    if (at.isWriting) return yield* mapped(all, (one) => look(at, one))
    const works = all.map((one) => look(at, one))
    const found: R[] = []
    const awaited: Promise<unknown>[] = []
    try {
      for (const [place, work] of works.entries()) {
        const first = begun(work)
        if (!isPromise(first)) found[place] = first.value
        else awaited.push(first.then((value) => (found[place] = value)))
      }
    } catch (error) {
      // What was begun before is still on its way; on SQLite nothing is.
      if (awaited.length === 0) throw error
      awaited.push(Promise.reject(error))
    }
    if (awaited.length > 0) yield allEnded(awaited)
    return found
  })
}

type Look = (at: Connection) => Work<unknown>
type Found<Looks extends readonly Look[]> = {
  [Place in keyof Looks]: Looks[Place] extends (at: Connection) => Work<infer T> ? T : never
}

/** The same of looks that differ. */
export function* eachBeside<const Looks extends readonly Look[]>(
  connection: Pick<Connection, 'read'>,
  ...looks: Looks
): Work<Found<Looks>> {
  return (yield* sideBySide(connection, looks, (at, look: Look) => look(at))) as Found<Looks>
}

/** What work that waits for nothing gives, as SQLite's; or the promise of it. */
function begun<T>(work: Work<T>): { readonly value: T } | Promise<T> {
  const first = work.next()
  return first.done === true ? first : goneOn(work, first)
}

/** Whatever fails, nothing asks the connection any more. @throws what failed first */
async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(all)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
