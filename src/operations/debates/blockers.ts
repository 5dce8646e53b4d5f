import { pageFields, pageOf } from '../../input/paging.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'
import { debatesOf } from './list.ts'

export const blockers = operation({
  summary: 'List deadlocked debates: too many rounds, or repeated counters without evidence',
  access: 'read',
  input: pageFields,
  value: 'blockers',
  async run(context, page): Promise<Values['blockers']> {
    const { rows, next } = await context.store.debates.list('deadlock', pageOf(page))
    return { blockers: await debatesOf(context, rows, 'deadlock'), next }
  },
})
