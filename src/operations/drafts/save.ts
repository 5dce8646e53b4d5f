import { MailError } from '../../domain/errors.ts'
import { choice, duration, json, requireObject, text } from '../input.ts'
import { operation } from '../operation.ts'
import { draftable, draftValue } from './value.ts'

export const saveDraft = operation({
  summary: 'Keep a message that is still being written; with --send-in it goes by itself',
  access: 'write',
  input: {
    operation: choice(draftable, 'What it will be (send)', { positional: true }),
    fields: json('The input so far, as the operation takes it'),
    id: text('The draft to replace; new if not given', { completes: 'draft', placeholder: 'ID' }),
    sendIn: duration('Send it after this time, unless it is deleted before'),
  },
  value: 'draft',
  examples: [[`watchpost draft save send --fields '{"to":["critic"],"subject":"Later"}'`, 'keeps a draft']],
  async run(context, input) {
    const fields = requireObject(input.fields, 'fields')
    if (fields === null)
      throw new MailError('usage', 'A draft needs fields.', `Write for example --fields '{"to":["critic"]}'.`)
    const now = context.now()
    const draft = {
      id: input.id ?? newDraftId(now),
      owner: context.actor.address,
      operation: input.operation ?? 'send',
      fields,
      savedAt: now,
      sendAt: input.sendIn === undefined ? null : now + input.sendIn,
    }
    await context.store.drafts.save(draft)
    return draftValue(draft)
  },
})

/** Drafts are named by their owner alone, so a name need only be new among a few. */
function newDraftId(now: number): string {
  return `D${now.toString(36)}${Math.floor(Math.random() * 36 ** 3)
    .toString(36)
    .padStart(3, '0')}`.toUpperCase()
}
