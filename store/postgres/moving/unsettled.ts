import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { failedRequests, unreportedFailures } from '../reading/failures.ts'
import { owedPage } from '../reading/obligations.ts'
import { untoldIds } from '../rows/dead-letters.ts'
import { namesOf } from '../rows/names.ts'
import { buryExpired } from './expiring.ts'
import { redeliverCopies } from './redelivering.ts'

/** What was sent and has not come to its end: answers that are owed, and mail that reached nobody. */
export function openUnsettled(
  connection: Connection,
): Pick<DeliveryStore, 'owed' | 'bury' | 'untold' | 'unreported' | 'failedRequests' | 'redeliver'> {
  return {
    async owed(question, now, page) {
      return connection.read(async () => owedPage(connection, question, now, page))
    },
    async bury(now, batch) {
      return buryExpired(connection, now, batch)
    },
    async untold(owner, most) {
      const agent = owner === null ? null : ((await namesOf(connection).find(owner)) ?? -1)
      return connection.read(async () => untoldIds(connection, agent, most))
    },
    async unreported(owner, most) {
      return connection.read(async () => unreportedFailures(connection, owner, most))
    },
    async failedRequests(from, page) {
      return connection.read(async () => failedRequests(connection, from, page))
    },
    async redeliver(doer, again, at) {
      return connection.write(
        async () => redeliverCopies({ connection }, doer, again, at),
        (reached) => reached.length > 0,
      )
    },
  }
}
