import type { Post } from '../../mail-store.ts'
import * as work from '../../sql/sending/answering.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function closeAnswered(
  connection: Connection,
  post: Post,
  answered: number,
  by: number,
): Promise<void> {
  return inTurn(work.closeAnswered(shared(connection), post, answered, by))
}

export function closePositions(
  connection: Connection,
  post: Post,
  placed: { readonly thread: number; readonly by: number },
): Promise<void> {
  return inTurn(work.closePositions(shared(connection), post, placed))
}
