import { requiredText } from '../../input/input.ts'
import { draftValue, requireDraft } from '../../services/drafts/value.ts'
import { operation } from '../operation.ts'

export const deleteDraft = operation({
  summary: 'Delete a draft',
  access: 'write',
  needs: 'own',
  input: { draft: requiredText('The draft', { positional: true, completes: 'draft', placeholder: 'ID' }) },
  value: 'draft',
  async run(context, { draft: id }) {
    const draft = await requireDraft(context, id)
    await context.store.drafts.remove(context.actor.address, id)
    return draftValue(draft)
  },
})
