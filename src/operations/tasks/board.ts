import { pageFields, pageOf } from '../../input/paging.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const taskBoard = operation({
  summary: 'List tasks by title: those that wait for a person, running ones, then completed ones',
  access: 'read',
  input: pageFields,
  value: 'taskBoard',
  async run({ store }, page): Promise<Values['taskBoard']> {
    const [{ rows, next }, counts] = await Promise.all([
      store.tasks.board(pageOf(page)),
      store.tasks.boardCounts(),
    ])
    return {
      tasks: rows.map(({ startedAt, lastAt, ...row }) => ({
        ...row,
        startedAt: iso(startedAt),
        lastAt: iso(lastAt),
      })),
      counts,
      next,
    }
  },
})
