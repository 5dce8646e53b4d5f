import type { Draft } from '../../../store/mail-store.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { draftValue } from '../../services/drafts/value.ts'
import { requireMessage } from '../../services/lookup.ts'
import { openDraft } from '../../services/sealing/sealed-drafts.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import { operation } from '../operation.ts'

export const listDrafts = operation({
  summary: 'List your drafts, last saved first',
  access: 'read',
  input: pageFields,
  value: 'drafts',
  async run(context, input) {
    const { rows, next } = await context.store.drafts.list(context.actor.address, pageOf(input))
    const drafts = await Promise.all(rows.map((draft) => openDraft(context, draft)))
    return { drafts: await Promise.all(drafts.map((draft) => listed(context, draft))), next }
  },
})

/** An id says nothing to a reader; a message that is gone is told by its id. */
async function listed(context: Context, draft: Draft): Promise<DraftValue> {
  const { message } = draft.fields
  if (typeof message !== 'string') return draftValue(draft)
  const found = await requireMessage(context, message).catch(() => null)
  if (found === null) return draftValue(draft)
  const { from, subject } = found.message
  return { ...draftValue(draft), about: { from, subject } }
}
