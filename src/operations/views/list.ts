import { pageFields, pageOf } from '../../input/paging.ts'
import { viewValue } from '../../services/views/value.ts'
import { operation } from '../operation.ts'

export const listViews = operation({
  summary: 'List your saved searches',
  access: 'read',
  input: pageFields,
  value: 'views',
  async run(context, input) {
    const { rows, next } = await context.store.views.list(context.actor.address, pageOf(input))
    return { views: rows.map(viewValue), next }
  },
})
