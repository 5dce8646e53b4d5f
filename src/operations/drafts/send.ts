import { requiredText } from '../../input/input.ts'
import { sendDraftOf } from '../../services/drafts/send-draft.ts'
import { requireDraft } from '../../services/drafts/value.ts'
import { operation } from '../operation.ts'

export const sendDraft = operation({
  summary: 'Send a draft; a repeat does not send it twice',
  access: 'write',
  needs: 'own',
  input: { draft: requiredText('The draft', { positional: true, completes: 'draft', placeholder: 'ID' }) },
  value: 'sent',
  run: async (context, { draft }) => sendDraftOf(context, await requireDraft(context, draft)),
})
