import type { Letter } from '../../../src/domain/message.ts'
import type { OwedQuestion, Page, PageRequest } from '../../mail-store.ts'
import * as work from '../../sql/reading/obligations.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function owedPage(
  connection: Connection,
  question: OwedQuestion,
  now: number,
  page: PageRequest,
): Promise<Page<Letter>> {
  return inTurn(work.owedPage(shared(connection), question, now, page))
}
