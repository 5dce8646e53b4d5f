import { flag } from '../input.ts'
import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { iso, type MessageValue, messageValue } from '../values.ts'

export type OwedValue = {
  readonly owed: readonly {
    readonly message: MessageValue
    /** The other one: whom I owe, or who owes me. */
    readonly who: string
    readonly since: string
    readonly kind: 'by-me' | 'to-me'
  }[]
  readonly next: string | null
}

export const owed = operation({
  summary: 'List answers that are owed, the oldest first: by you and to you',
  access: 'read',
  input: {
    byMe: flag('Only what you owe'),
    toMe: flag('Only what others owe you'),
    ...pageFields,
  },
  value: 'owed',
  examples: [['watchpost owed --to-me', 'who has not answered you yet, and for how long']],
  async run(context, { byMe, toMe, ...page }): Promise<OwedValue> {
    const me = context.actor.address
    const both = byMe === toMe
    const question = { by: byMe || both ? me : null, to: toMe || both ? me : null }
    const { rows, next } = await context.store.deliveries.owed(question, context.now(), pageOf(page))
    return {
      owed: rows.map((letter) => {
        const owner = letter.delivery?.owner ?? me
        const mine = owner === me
        return {
          message: messageValue(letter),
          who: mine ? letter.message.from : owner,
          since: iso(letter.message.sentAt),
          kind: mine ? 'by-me' : 'to-me',
        }
      }),
      next,
    }
  },
})
