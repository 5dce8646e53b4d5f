import type { Failure } from '../../../src/domain/failure-notice.ts'
import type { FailedRequest, Page, PageRequest } from '../../mail-store.ts'
import * as work from '../../sql/reading/failures.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function unreportedFailures(
  connection: Connection,
  owner: string | null,
  most: number,
): readonly Failure[] {
  return atOnce(work.unreportedFailures(shared(connection), owner, most))
}

export function failedRequests(connection: Connection, from: string, page: PageRequest): Page<FailedRequest> {
  return atOnce(work.failedRequests(shared(connection), from, page))
}
