import { checkInput, requiredText } from '../../input/input.ts'
import { readTimes } from '../../input/read-times.ts'
import { draftableOf, requireDraft } from '../../services/drafts/value.ts'
import { openDraft, requireOpenDraft } from '../../services/sealing/sealed-drafts.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import { operation } from '../operation.ts'
import { writerOf } from './writers.ts'

export const sendDraft = operation({
  summary: 'Send a draft; a repeat does not send it twice',
  access: 'write',
  needs: 'own',
  input: { draft: requiredText('The draft', { positional: true, completes: 'draft', placeholder: 'ID' }) },
  value: 'sent',
  async run(context, { draft: id }): Promise<SentValue> {
    const draft = await openDraft(context, await requireDraft(context, id))
    requireOpenDraft(draft)
    const writer = await writerOf(draftableOf(draft.operation))
    const key = typeof draft.fields['key'] === 'string' ? draft.fields['key'] : `draft:${draft.id}`
    const fields = checkInput(writer.input, { ...draft.fields, key })
    const input = await readTimes(writer.input, fields, context.now())
    const sent = (await writer.run(context, input)) as SentValue
    await context.store.drafts.remove(context.actor.address, id)
    return sent
  },
})
