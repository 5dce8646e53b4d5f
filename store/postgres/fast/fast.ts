import type { Fast } from '../../sql/connection.ts'
import { inTurn, step, type Work } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { changeAtOnce } from './changing.ts'
import { claimAtOnce } from './claiming.ts'
import { deliverAtOnce } from './delivering.ts'
import { holdAtOnce } from './holding.ts'

/** A call needs no transaction of its own. It is repeated where it met another change. */
export function openFast(driver: Connection): Fast {
  const single = <T>(make: () => Work<T>): Work<T> => step(() => driver.single(() => inTurn(make())))
  return {
    deliver: (_, prepared) => single(() => deliverAtOnce(driver, prepared)),
    change: (connection, request, targets, work) =>
      single(() => changeAtOnce(connection, request, targets, work)),
    holdNext: (connection, handOver, until, filter) =>
      single(() => holdAtOnce(connection, handOver, until, filter)),
    claim: (connection, doer, request, at) => single(() => claimAtOnce(connection, doer, request, at)),
  }
}
