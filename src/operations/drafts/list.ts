import { pageFields, pageOf } from '../../input/paging.ts'
import { draftValue } from '../../services/drafts/value.ts'
import { openDraft } from '../../services/sealing/sealed-drafts.ts'
import { operation } from '../operation.ts'

export const listDrafts = operation({
  summary: 'List your drafts, last saved first',
  access: 'read',
  input: pageFields,
  value: 'drafts',
  async run(context, input) {
    const { rows, next } = await context.store.drafts.list(context.actor.address, pageOf(input))
    const drafts = await Promise.all(rows.map((draft) => openDraft(context, draft)))
    return { drafts: drafts.map(draftValue), next }
  },
})
