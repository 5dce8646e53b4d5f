import { flag } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { outcomesFor } from '../../services/log/outcomes.ts'
import { findWorking } from '../../services/sessions/shown.ts'
import { iso, messageValue } from '../../services/values.ts'
import type { ClosedRow, OwedRow } from '../../values/mail-schema.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

/** More failures than this are not listed at once; `attention --why request-failed` lists all. */
const mostFailures = 50
/** The number of recent messages that are checked for completion without an answer. */
const mostSent = 100
const closedFor = 86_400_000

export const owed = operation({
  summary: 'List owed answers, oldest first: by you and to you, and requests that failed',
  access: 'read',
  input: {
    byMe: flag('Only what you owe'),
    toMe: flag('Only what others owe you'),
    ...pageFields,
  },
  value: 'owed',
  examples: [['watchpost owed --to-me', 'answers that others owe you, with their age']],
  async run(context, { byMe, toMe, ...page }): Promise<Values['owed']> {
    const me = context.actor.address
    const both = byMe === toMe
    const question = { by: byMe || both ? me : null, to: toMe || both ? me : null }
    const asksAll = question.to !== null && page.after === undefined
    const [{ rows, next }, failed, closed] = await Promise.all([
      context.store.deliveries.owed(question, context.now(), pageOf(page)),
      asksAll ? failedRows(context) : [],
      asksAll ? closedRows(context) : [],
    ])
    const workingOn = await findWorking(context, rows)
    const open = rows.map((letter): OwedRow => {
      const owner = letter.delivery?.owner ?? me
      const mine = owner === me
      return {
        message: messageValue(letter),
        who: mine ? letter.message.from : owner,
        since: iso(letter.message.sentAt),
        kind: mine ? 'by-me' : 'to-me',
        state: 'open',
        reason: null,
        working: workingOn(letter),
      }
    })
    return { owed: [...failed, ...open], closed, next }
  },
})

async function failedRows({ store, actor }: Context): Promise<readonly OwedRow[]> {
  const page = { limit: mostFailures, after: null }
  const { rows } = await store.deliveries.failedRequests(actor.address, page)
  return rows.map(({ letter, failure }) => ({
    message: messageValue(letter),
    who: failure.owner,
    since: iso(letter.message.sentAt),
    kind: 'to-me',
    state: 'failed',
    reason: failure.reason,
    working: null,
  }))
}

/** Completing says that it is done; who asked would otherwise see the request vanish without a word. */
async function closedRows(context: Context): Promise<readonly ClosedRow[]> {
  const { store, actor } = context
  const { rows } = await store.messages.sent(actor.address, { limit: mostSent, after: null })
  const outcomes = await outcomesFor(
    context,
    rows.map(({ message }) => message),
  )
  const since = iso(context.now() - closedFor)
  return rows.flatMap((letter) =>
    (outcomes.get(letter.message.id) ?? []).flatMap(({ owner, state, by, at }): readonly ClosedRow[] =>
      state === 'completed' && at !== null && at >= since && owner !== actor.address
        ? [
            {
              message: messageValue(letter),
              who: owner,
              since: iso(letter.message.sentAt),
              by: by ?? owner,
              at,
            },
          ]
        : [],
    ),
  )
}
