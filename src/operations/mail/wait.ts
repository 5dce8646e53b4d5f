import type { MailboxFilter } from '../../../store/mail-store.ts'
import { holdTime, isHeld } from '../../domain/delivery.ts'
import { isLost, isMailError, MailError } from '../../domain/errors.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import type { Letter } from '../../domain/message.ts'
import { durationText } from '../../domain/moment.ts'
import { duration, flag } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { filterFields, filterOf } from '../../services/mail/filter.ts'
import type { Offer } from '../../services/offer.ts'
import { opened } from '../../services/sealing/opened.ts'
import { withEnd } from '../../services/taking/ends-now.ts'
import { holdOpenable } from '../../services/taking/hold-openable.ts'
import { offerHeld, takeFields } from '../../services/taking/take.ts'
import { fullMessageValue } from '../../services/values.ts'
import { within } from '../../services/within.ts'
import type { Values } from '../../values/schemas.ts'
import { offering } from '../operation.ts'

/** Changes by time alone (a snooze ends, a hold expires) ring no bell, so they are checked this often. */
const timely = 1000
/** As long as one timer can run. */
const longest = 2 ** 31 - 1
const pageSize = 500

export const wait = offering({
  summary: 'Wait for unread mail and print the most urgent message; it stays unread unless you --take it',
  access: 'write',
  needs: 'own',
  keepsUp: 'mail',
  input: {
    timeout: duration('Stop waiting after this long (exit code 124)'),
    new: flag('Only mail that arrives after this call'),
    ...takeFields,
    ...filterFields,
  },
  value: 'oneMessage',
  lookingOnly: (input) => (input.take ? null : input),
  examples: [
    ['watchpost wait --timeout 5m --json', 'sleeps until there is unread mail, consuming nothing'],
    ['watchpost wait --take --kind request', 'takes the next request to work on, as soon as there is one'],
  ],
  async run(context, input): Promise<Offer<Values['oneMessage']>> {
    const filter = filterOf(input, ['unread'])
    const known = input.new ? await idsOf(context, filter) : null
    const lost = new Set<number>()
    const look: Look = { context, filter, known, lost }
    const offer = await untilFound(context, input.timeout ?? null, () =>
      input.take ? takeOne(look, input) : peek(look),
    )
    if (offer !== null) return offer
    const hint = lostNotes([...lost]).join(' ')
    throw new MailError('timeout', `No unread mail arrived within ${durationText(input.timeout ?? 0)}.`, hint)
  },
})

type Found = Offer<Values['oneMessage']> | null

type Look = {
  readonly context: Context
  readonly filter: MailboxFilter
  /** The newest mail before the call, if only newer mail is waited for. */
  readonly known: ReadonlySet<number> | null
  /** Mail whose body cannot be read: passed over, and named at the end. */
  readonly lost: Set<number>
}

/** Looks now, whenever the store changes, and now and then. `null` when the time is over. */
async function untilFound(
  context: Context,
  timeout: number | null,
  look: () => Promise<Found>,
): Promise<Found> {
  const end = timeout === null ? Number.POSITIVE_INFINITY : context.now() + timeout
  // Often there is some already, and listening costs more than this look.
  const found = await look()
  if (found !== null || timeout === 0) return found
  const ending = new AbortController()
  let change: Promise<void> | null = null
  try {
    for (;;) {
      // Listening begins before the look: what comes in between is heard.
      change ??= context.store.live.mail(context.actor.address, ending.signal).then(() => {
        change = null
      })
      const found = await look()
      const left = end - context.now()
      if (found !== null || left <= 0) return found
      await within(Math.min(left, timely, longest), change)
    }
  } finally {
    ending.abort()
  }
}

/** The most pressing one that nobody is being handed and that was not there before. */
async function findOne(
  context: Context,
  filter: MailboxFilter,
  known: ReadonlySet<number> | null,
): Promise<Letter | null> {
  const isFree = ({ message, delivery }: Letter) =>
    !known?.has(message.id) && !isHeld(delivery?.heldUntil ?? null, context.now())
  for await (const rows of pages(context, filter, known === null ? 1 : pageSize)) {
    const found = rows.find(isFree)
    if (found !== undefined) return found
  }
  return null
}

async function* pages(
  context: Context,
  filter: MailboxFilter,
  first: number,
): AsyncIterable<readonly Letter[]> {
  const { page } = context.store.deliveries
  for (let after: string | null = null, limit = first; ; limit = pageSize) {
    const { rows, next } = await page(context.actor.address, filter, context.now(), { limit, after })
    yield rows
    if (next === null) return
    after = next
  }
}

async function idsOf(context: Context, filter: MailboxFilter): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for await (const rows of pages(context, filter, pageSize))
    for (const { message } of rows) ids.add(message.id)
  return ids
}

/** The first of them whose body can be read. */
async function findSound<T>(
  { context, filter, known, lost }: Look,
  look: (message: number) => Promise<T>,
): Promise<T | null> {
  for (;;) {
    const passed = lost.size === 0 ? known : new Set([...(known ?? []), ...lost])
    const found = await findOne(context, filter, passed)
    if (found === null) return null
    try {
      return await look(found.message.id)
    } catch (error) {
      if (!isLost(error)) throw error
      lost.add(found.message.id)
    }
  }
}

async function peek(look: Look): Promise<Found> {
  const { store, actor } = look.context
  const letter = await findSound(look, (id) => store.messages.read(id, actor.address))
  if (letter === null) return null
  const nothing = async () => {}
  const notes = lostNotes([...look.lost])
  const message = await withEnd(look.context, fullMessageValue(await opened(look.context, letter)))
  return { value: { message }, notes, settle: nothing, release: nothing }
}

/** More mail may come, or the key of what is there. */
function waitOn(error: unknown): { readonly held: null; readonly notes: readonly string[] } {
  if (isMailError(error) && error.code === 'nothing') return { held: null, notes: [] }
  throw error
}

async function takeOne(look: Look, input: Parameters<typeof offerHeld>[2]): Promise<Found> {
  const { context, filter, known, lost } = look
  const { deliveries } = context.store
  const { address } = context.actor
  const now = context.now()
  const doer = doerOf(context)
  if (known === null) {
    const { held, notes } = await holdOpenable(context, filter).catch(waitOn)
    for (const message of held?.lost ?? []) lost.add(message)
    const offer = await offerHeld(context, held, input)
    return offer === null ? null : { ...offer, notes: [...notes, ...offer.notes] }
  }
  const held = await findSound(look, async (id) => {
    const [one] = await deliveries.hold(doer, address, [id], now + holdTime, now)
    // Says what is wrong with it.
    if (one?.why === 'lost') await context.store.messages.read(id, address)
    return one ?? null
  })
  return offerHeld(context, held === null ? null : { ...held, lost: [...lost] }, input)
}
