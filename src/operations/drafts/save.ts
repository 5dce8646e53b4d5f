import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { requireTime } from '../../domain/moment.ts'
import { choice, type Input, json, requireObject, text, texts, time } from '../../input/input.ts'
import { type Draftable, draftable, draftValue } from '../../services/drafts/value.ts'
import { writerOf } from '../../services/drafts/writers.ts'
import { letterFields, replacesField, sealField } from '../../services/posting/letter.ts'
import { sealFields } from '../../services/sealing/sealed-drafts.ts'
import { operation } from '../operation.ts'

const written = {
  to: texts('The recipient; for a reply or a forward, the message first', {
    positional: true,
    completes: 'address',
    placeholder: 'TO',
  }),
  message: text('The message to reply to or to forward', { completes: 'message', placeholder: 'ID' }),
  ...letterFields,
  ...sealField,
  ...replacesField,
} as const

export const saveDraft = operation({
  summary: 'Save a draft; with --send-in it is sent automatically',
  access: 'write',
  needs: 'own',
  input: {
    operation: choice(draftable, 'The operation that sends it (send)', { positional: true }),
    ...written,
    fields: json('The input of the operation so far; flags take precedence'),
    id: text('The draft to replace (default: a new one)', { completes: 'draft', placeholder: 'ID' }),
    sendIn: time('The time to send it, such as 2h, 17:30 or tomorrow 9am, unless it is deleted first'),
  },
  value: 'draft',
  examples: [
    ['watchpost draft save send critic -s Later -b "Not yet."', 'saves a draft'],
    [
      `watchpost draft save handoff --fields '{"to":["critic"],"done":"The parser"}'`,
      'with any input of the operation',
    ],
  ],
  async run(context, { operation = 'send', fields: begun, id, sendIn, ...letter }) {
    const fields = { ...requireObject(begun, '--fields'), ...(await fieldsOf(operation, letter)) }
    if (Object.keys(fields).length === 0 && begun === undefined)
      throw new MailError(
        'usage',
        'The draft is empty.',
        'Example: `watchpost draft save send critic -s Later`',
      )
    const now = context.now()
    const draft = {
      id: id ?? newDraftId(now),
      owner: context.actor.address,
      operation,
      fields: await sealFields(context, fields),
      savedAt: now,
      sendAt: sendIn === undefined ? null : requireTime(sendIn, now, '--send-in'),
    }
    await context.store.drafts.save(draft)
    return draftValue({ ...draft, fields })
  },
})

/** @throws MailError `usage` what the operation does not take */
async function fieldsOf(operation: Draftable, letter: Input<typeof written>): Promise<JsonObject> {
  const { input } = writerOf(operation)
  const given = Object.entries({ ...letter, ...wordsOf(letter, input) })
  const fields = given.filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  const strange = fields.flatMap(([name]) => (Object.hasOwn(input, name) ? [] : [name]))
  if (strange.length > 0)
    throw new MailError(
      'usage',
      `Unknown input of ${operation}: ${strange.join(', ')}.`,
      `See \`watchpost ${operation} --help\`.`,
    )
  return Object.fromEntries(fields) as JsonObject
}

/** Replies and forwards begin with the message. */
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
