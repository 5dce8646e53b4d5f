import type { Claimed, ClaimRequest, Doer, Held, MailboxFilter, Posted } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import type { CopyChanges, Targets } from './moving/changing.ts'
import type { HandOver } from './moving/holds.ts'
import type { ChangeRequest } from './rows/changes.ts'
import type { Prepared } from './rows/post-content.ts'
import type { Work } from './work.ts'

/**
 * Changes that a server stores with one call, in which it checks that all is still as it was looked at. `undefined`: nothing was
 * stored, since something is not as most often; the rules then do it step by step, and say what is wrong.
 */
export type Fast = {
  deliver(connection: Connection, prepared: Prepared): Work<Posted | undefined>
  change<T>(
    connection: Connection,
    request: ChangeRequest,
    targets: Targets,
    work: (copies: CopyChanges) => Work<T | undefined>,
  ): Work<T | undefined>
  holdNext(
    connection: Connection,
    handOver: HandOver,
    until: number,
    filter: MailboxFilter,
  ): Work<Held | null | undefined>
  claim(
    connection: Connection,
    doer: Doer,
    request: ClaimRequest,
    at: number,
  ): Work<Claimed | null | undefined>
}
