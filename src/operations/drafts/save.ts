import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { loadOperation } from '../catalogue.ts'
import { choice, duration, type Input, json, requireObject, text, texts } from '../input.ts'
import { operation } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { type Draftable, draftable, draftValue } from './value.ts'

const written = {
  to: texts('Who gets it; of a reply or a forward the message first', {
    positional: true,
    completes: 'address',
    placeholder: 'TO',
  }),
  message: text('The message to answer or to send on', { completes: 'message', placeholder: 'ID' }),
  ...letterFields,
} as const

export const saveDraft = operation({
  summary: 'Keep a message that is still being written; with --send-in it goes by itself',
  access: 'write',
  input: {
    operation: choice(draftable, 'What it will be (send)', { positional: true }),
    ...written,
    fields: json('The input so far, as the operation takes it; what is given besides goes before'),
    id: text('The draft to replace; new if not given', { completes: 'draft', placeholder: 'ID' }),
    sendIn: duration('Send it after this time, unless it is deleted before'),
  },
  value: 'draft',
  examples: [
    ['watchpost draft save send critic -s Later -b "Not yet."', 'keeps a draft'],
    [`watchpost draft save handoff --fields '{"to":["critic"],"done":"The parser"}'`, 'by any of its inputs'],
  ],
  async run(context, { operation = 'send', fields: begun, id, sendIn, ...letter }) {
    const fields = { ...requireObject(begun, '--fields'), ...(await fieldsOf(operation, letter)) }
    if (Object.keys(fields).length === 0 && begun === undefined)
      throw new MailError(
        'usage',
        'A draft needs something to keep.',
        'Write for example `watchpost draft save send critic -s Later`.',
      )
    const now = context.now()
    const draft = {
      id: id ?? newDraftId(now),
      owner: context.actor.address,
      operation,
      fields,
      savedAt: now,
      sendAt: sendIn === undefined ? null : now + sendIn,
    }
    await context.store.drafts.save(draft)
    return draftValue(draft)
  },
})

/** @throws MailError `usage` what the operation does not take */
async function fieldsOf(operation: Draftable, letter: Input<typeof written>): Promise<JsonObject> {
  const { input } = await loadOperation(operation)
  const given = Object.entries({ ...letter, ...wordsOf(letter, input) })
  const fields = given.filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  const strange = fields.flatMap(([name]) => (name in input ? [] : [name]))
  if (strange.length > 0)
    throw new MailError(
      'usage',
      `A ${operation} takes no ${strange.join(', ')}.`,
      `\`watchpost ${operation} --help\` lists what it takes.`,
    )
  return Object.fromEntries(fields) as JsonObject
}

/** What answers a message, or sends it on, names it first. */
function wordsOf({ to = [], message }: Input<typeof written>, input: object): Partial<Input<typeof written>> {
  const [first, ...rest] = to
  return 'message' in input && message === undefined ? { message: first, to: rest } : {}
}

/** Drafts are named by their owner alone, so a name need only be new among a few. */
function newDraftId(now: number): string {
  return `D${now.toString(36)}${Math.floor(Math.random() * 36 ** 3)
    .toString(36)
    .padStart(3, '0')}`.toUpperCase()
}
