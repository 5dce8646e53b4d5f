import { checkInput, requiredText } from '../../input/input.ts'
import { readTimes } from '../../input/read-times.ts'
import { draftable, operationOf, requireDraft } from '../../services/drafts/value.ts'
import { openDraft, requireOpenDraft } from '../../services/sealing/sealed-drafts.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import { loadOperation } from '../catalogue.ts'
import { type Context, operation } from '../operation.ts'

/** The operation returns the debate; for a draft this returns how it was sent. */
async function sendRuling(context: Context, input: object): Promise<SentValue> {
  const { ruleDebate } = await import('../../services/debates/rule.ts')
  return ruleDebate(context, input as Parameters<typeof ruleDebate>[1])
}

export const sendDraft = operation({
  summary: 'Send a draft; a repeat does not send it twice',
  access: 'write',
  input: { draft: requiredText('The draft', { positional: true, completes: 'draft', placeholder: 'ID' }) },
  value: 'sent',
  async run(context, { draft: id }): Promise<SentValue> {
    const draft = await openDraft(context, await requireDraft(context, id))
    requireOpenDraft(draft)
    const name = draftable.find((known) => known === draft.operation) ?? 'send'
    const written = await loadOperation(operationOf(name))
    if (written.yields !== 'once') throw new TypeError(`${name} cannot be drafted`)
    const key = typeof draft.fields['key'] === 'string' ? draft.fields['key'] : `draft:${draft.id}`
    const fields = checkInput(written.input, { ...draft.fields, key })
    const input = await readTimes(written.input, fields, context.now())
    const sent =
      name === 'ruling'
        ? await sendRuling(context, input)
        : ((await written.run(context, input)) as SentValue)
    await context.store.drafts.remove(context.actor.address, id)
    return sent
  },
})
