import type { DeliveryStore } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import { untoldIds } from './dead-letters.ts'
import { buryExpired } from './expiring.ts'
import { namesOf } from './names.ts'
import { owedPage } from './obligations.ts'
import { redeliverCopies } from './redelivering.ts'
import type { Signals } from './signals.ts'

/** What was sent and has not come to its end: answers that are owed, and mail that reached nobody. */
export function openUnsettled(
  connection: Connection,
  signals: Signals,
): Pick<DeliveryStore, 'owed' | 'bury' | 'untold' | 'redeliver'> {
  return {
    async owed(question, now, page) {
      return connection.read(() => owedPage(connection, question, now, page))
    },
    async bury(now, batch) {
      return buryExpired(connection, signals, now, batch)
    },
    async untold(owner, most) {
      const agent = owner === null ? null : (namesOf(connection).find(owner) ?? -1)
      return connection.read(() => untoldIds(connection, agent, most))
    },
    async redeliver(doer, again, at) {
      return connection.write(
        () => redeliverCopies({ connection, signals }, doer, again, at),
        (reached) => reached.length > 0,
      )
    },
  }
}
