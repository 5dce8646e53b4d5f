import type { MailStore } from '../../../store/mail-store.ts'
import { pause } from '../../after.ts'
import { isBusy } from '../../domain/errors.ts'
import { runLease } from '../../domain/session.ts'

/** Between two tries, ms: each pause is twice as long as the one before. */
const [shortest, longest] = [50, 1_000]

/**
 * The same store for work on a message: each call is tried again while the store is busy, its disk is full or the line to it is
 * cut, as long as the work's lease lasts. A call whose answer was lost happens twice, so each must be safe to repeat: a send
 * needs a key, a move needs the attempt it expects.
 */
export function patientStore(store: MailStore): MailStore {
  return new Proxy(store, {
    get(_, name) {
      const part: unknown = Reflect.get(store, name)
      return typeof part === 'object' && part !== null ? patientPart(part) : part
    },
  })
}

function patientPart(part: object): object {
  return new Proxy(part, {
    get(_, name) {
      const method: unknown = Reflect.get(part, name)
      if (typeof method !== 'function') return method
      return (...args: readonly unknown[]) =>
        whileBusy(() => Reflect.apply(method, part, args) as Promise<unknown>)
    },
  })
}

async function whileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let waited = 0, rest = shortest; ; waited += rest, rest = Math.min(2 * rest, longest))
    try {
      return await call()
    } catch (error) {
      if (!isBusy(error) || waited >= runLease) throw error
      await pause(rest)
    }
}
