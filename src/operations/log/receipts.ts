import { requiredText } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { requireId } from '../../services/lookup.ts'
import { receiptValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const receipts = operation({
  summary: "Show a message's progress with each recipient: stored, offered, shown, acknowledged, answered",
  access: 'read',
  input: {
    message: requiredText('The message', { positional: true, completes: 'message', placeholder: 'ID' }),
    ...pageFields,
  },
  value: 'receipts',
  async run(context, input) {
    const { rows, next } = await context.store.log.receipts(
      await requireId(context, input.message),
      pageOf(input),
    )
    return { receipts: rows.map(receiptValue), next }
  },
})
