import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { failedRequests, unreportedFailures } from '../reading/failures.ts'
import { owedPage } from '../reading/obligations.ts'
import { buryExpired } from './expiring.ts'
import { redeliverCopies } from './redelivering.ts'

/** Sent mail that is still open: owed answers, and mail that reached nobody. */
export function openUnsettled(
  connection: Connection,
): Pick<DeliveryStore, 'owed' | 'bury' | 'unreported' | 'failedRequests' | 'redeliver'> {
  return {
    async owed(question, now, page) {
      return connection.read(() => owedPage(connection, question, now, page))
    },
    async bury(now, batch) {
      return buryExpired(connection, now, batch)
    },
    async unreported(owner, most) {
      return connection.read(() => unreportedFailures(connection, owner, most))
    },
    async failedRequests(from, page) {
      return connection.read(() => failedRequests(connection, from, page))
    },
    async redeliver(doer, again, at) {
      return connection.write(
        () => redeliverCopies({ connection }, doer, again, at),
        (reached) => reached.length > 0,
      )
    },
  }
}
