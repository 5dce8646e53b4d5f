import { statementOf } from '../../domain/debates/decision.ts'
import { shortId } from '../../domain/id.ts'
import { duration } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

const day = 86_400_000

export const debateBoard = operation({
  summary: 'List debates: deadlocked ones, open ones, then those decided in the last day',
  access: 'read',
  input: { decidedIn: duration('How long decided debates stay listed (1d)'), ...pageFields },
  value: 'debateBoard',
  async run(context, { decidedIn = day, ...page }): Promise<Values['debateBoard']> {
    const since = context.now() - decidedIn
    const { debates } = context.store
    const [{ rows, next }, counts] = await Promise.all([
      debates.board(since, pageOf(page)),
      debates.boardCounts(since),
    ])
    return {
      debates: rows.map(({ opening, newest: _, thread, openedAt, lastAt, ...row }) => ({
        ...row,
        thread: shortId(thread),
        topic: opening.subject === '' ? statementOf({ ...opening, title: opening.preview }) : opening.subject,
        task: opening.task,
        openedAt: iso(openedAt),
        lastAt: iso(lastAt),
      })),
      counts,
      decidedSince: iso(since),
      next,
    }
  },
})
