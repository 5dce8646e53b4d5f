import { type Lying, lyingOf } from '../../services/boxes/lying.ts'
import { keyOfDraft } from '../../services/drafts/send-draft.ts'
import { internal } from '../internal.ts'

type Asked = { readonly owner: string; readonly draft: string }

export const sentFromDraft = internal({
  summary: 'Find the message that was sent from a draft, which is gone since',
  access: 'read',
  async run(context, { owner, draft }: Asked): Promise<Lying | null> {
    const { messages } = context.store
    const id = await messages.keyed(owner, keyOfDraft(draft))
    const letter = id === null ? null : await messages.read(id, null)
    return letter === null ? null : lyingOf(context, owner, 'outbox', letter)
  },
})
