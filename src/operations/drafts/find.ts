import { contextFor } from '../../services/acting-for.ts'
import { draftValue } from '../../services/drafts/value.ts'
import { openDraft } from '../../services/sealing/sealed-drafts.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import { internal } from '../internal.ts'

type Asked = { readonly owner: string; readonly id: string }

export const findDraft = internal({
  summary: 'Find a draft of one owner by its id',
  access: 'read',
  async run(server, { owner, id }: Asked): Promise<DraftValue | null> {
    const stored = await server.store.drafts.find(owner, id)
    const holder = stored === null ? null : await server.store.roster.find(owner)
    if (stored === null || holder === null) return null
    return draftValue(await openDraft(contextFor(server, holder), stored))
  },
})
