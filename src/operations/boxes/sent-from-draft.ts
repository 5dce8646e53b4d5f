import { type Lying, lyingIn } from '../../services/boxes/lying.ts'
import { keyOfDraft } from '../../services/drafts/send-draft.ts'
import { internal } from '../internal.ts'

type Asked = { readonly owner: string; readonly draft: string }

export const sentFromDraft = internal({
  summary: 'Find the message that was sent from a draft, which is gone since',
  access: 'read',
  async run(context, { owner, draft }: Asked): Promise<Lying | null> {
    const id = await context.store.messages.keyed(owner, keyOfDraft(draft))
    return id === null ? null : lyingIn(context, owner, 'outbox', id)
  },
})
