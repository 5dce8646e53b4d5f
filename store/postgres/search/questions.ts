import type { Query } from '../../../src/domain/query/query.ts'
import * as work from '../../sql/search/questions.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { language } from './language.ts'

// The shared work, for the files of this engine that are not written as work yet.

type Question = Omit<work.Question, 'accept'> & { accept(id: number): Promise<boolean> }

export async function ask(
  connection: Connection,
  query: Query,
  owner: number | undefined,
  now: number,
): Promise<readonly Question[]> {
  const questions = await inTurn(work.ask({ connection: shared(connection), language, owner, now }, query))
  return questions.map((question) => ({ ...question, accept: (id) => inTurn(question.accept(id)) }))
}
