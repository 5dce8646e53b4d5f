import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { draftValue } from './value.ts'

export const listDrafts = operation({
  summary: 'List your drafts, last saved first',
  access: 'read',
  input: pageFields,
  value: 'drafts',
  async run(context, input) {
    const { rows, next } = await context.store.drafts.list(context.actor.address, pageOf(input))
    return { drafts: rows.map(draftValue), next }
  },
})
