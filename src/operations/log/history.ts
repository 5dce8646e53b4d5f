import { requiredText } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { requireId } from '../../services/lookup.ts'
import { eventValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const history = operation({
  summary: 'Show everything that happened to a message: who, what, whose copy and when',
  access: 'read',
  input: {
    message: requiredText('The message', { positional: true, completes: 'message', placeholder: 'ID' }),
    ...pageFields,
  },
  value: 'events',
  async run(context, input) {
    const { rows, next } = await context.store.log.history(
      await requireId(context, input.message),
      pageOf(input),
    )
    return { events: rows.map(eventValue), next }
  },
})
