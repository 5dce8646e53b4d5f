import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { failedRequests, unreportedFailures } from '../reading/failures.ts'
import { owedPage } from '../reading/obligations.ts'
import type { Working } from '../work.ts'
import { buryExpired } from './expiring.ts'
import { redeliverCopies } from './redelivering.ts'

type Unsettled = Pick<DeliveryStore, 'owed' | 'bury' | 'unreported' | 'failedRequests' | 'redeliver'>

/** Sent mail that is still open: owed answers, and mail that reached nobody. */
export function openUnsettled(connection: Connection): Working<Unsettled> {
  return {
    owed: (question, now, page) => connection.read((at) => owedPage(at, question, now, page)),
    bury: (now, batch) => buryExpired(connection, now, batch),
    unreported: (owner, most) => connection.read((at) => unreportedFailures(at, owner, most)),
    failedRequests: (from, page) => connection.read((at) => failedRequests(at, from, page)),
    redeliver: (doer, again, at) =>
      connection.write(
        (tx) => redeliverCopies(tx, doer, again, at),
        (reached) => reached.length > 0,
      ),
  }
}
