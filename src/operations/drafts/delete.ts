import { requiredText } from '../input.ts'
import { operation } from '../operation.ts'
import { draftValue, requireDraft } from './value.ts'

export const deleteDraft = operation({
  summary: 'Throw a draft away',
  access: 'write',
  input: { draft: requiredText('Which draft', { positional: true, completes: 'draft', placeholder: 'ID' }) },
  value: 'draft',
  async run(context, { draft: id }) {
    const draft = await requireDraft(context, id)
    await context.store.drafts.remove(context.actor.address, id)
    return draftValue(draft)
  },
})
