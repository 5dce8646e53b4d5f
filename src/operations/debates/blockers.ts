import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { debatesOf } from './list.ts'
import type { DebateValue } from './value.ts'

export type BlockersValue = { readonly blockers: readonly DebateValue[]; readonly next: string | null }

export const blockers = operation({
  summary: 'List debates that are deadlocked: too many rounds, or counter upon counter without evidence',
  access: 'read',
  input: pageFields,
  value: 'blockers',
  async run(context, page): Promise<BlockersValue> {
    const { rows, next } = await context.store.debates.list('deadlock', pageOf(page))
    return { blockers: await debatesOf(context, rows, 'deadlock'), next }
  },
})
