import type { MailboxFilter } from '../../../store/mail-store.ts'
import { holdTime, isHeld } from '../../domain/delivery.ts'
import { isBusy, isLost, isMailError, MailError } from '../../domain/errors.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import type { FullLetter, Letter } from '../../domain/message.ts'
import { durationText } from '../../domain/moment.ts'
import { duration, flag } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { filterFields, filterOf } from '../../services/mail/filter.ts'
import { openMailBell } from '../../services/mail/mail-bell.ts'
import type { Offer } from '../../services/offer.ts'
import { opened } from '../../services/sealing/opened.ts'
import { oneAsItStands } from '../../services/taking/as-it-stands.ts'
import { holdOpenable, mostLocked, stillUnread } from '../../services/taking/hold-openable.ts'
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
  takes: 'wait',
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
    const locked = new Map<number, string>()
    const look: Look = { context, filter, known, lost, locked }
    const offer = await untilFound(context, input.timeout ?? null, () =>
      input.take ? takeOne(look, input) : peek(look),
    )
    if (offer !== null) return offer
    const hint = notesOf(look).join(' ')
    const which = locked.size === 0 ? '' : ' that can be opened'
    throw new MailError(
      'timeout',
      `No unread mail${which} arrived within ${durationText(input.timeout ?? 0)}.`,
      hint,
    )
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
  /** Sealed mail that cannot be opened: waited past, and named once. */
  readonly locked: Map<number, string>
}

function notesOf({ lost, locked }: Look): readonly string[] {
  return [...lostNotes([...lost]), ...locked.values()]
}

/**
 * Looks now, whenever the store changes, and now and then. `null` when the time is over.
 * @throws MailError `busy` where the store could not be asked at the end of the time
 */
async function untilFound(
  context: Context,
  timeout: number | null,
  look: () => Promise<Found>,
): Promise<Found> {
  const end = timeout === null ? Number.POSITIVE_INFINITY : context.now() + timeout
  // Often there is some already, and listening costs more than this look.
  const first = await lookAnyway(look)
  if (first.found !== null) return first.found
  if (timeout === 0 && first.problem !== null) throw first.problem
  if (timeout === 0) return null
  const ending = new AbortController()
  const bell = openMailBell(context.store.live, context.actor.address, ending.signal)
  try {
    for (;;) {
      // Listening begins before the look: what comes in between is heard.
      const change = bell.rung()
      const { found, problem } = await lookAnyway(look)
      const left = end - context.now()
      if (found !== null) return found
      if (left > 0) await within(Math.min(left, timely, longest), change)
      else if (problem === null) return null
      else throw problem
    }
  } finally {
    ending.abort()
  }
}

type Looked = { readonly found: Found; readonly problem: unknown }

/** Who waits for mail also waits for a store that cannot be asked for a while. */
async function lookAnyway(look: () => Promise<Found>): Promise<Looked> {
  try {
    return { found: await look(), problem: null }
  } catch (problem) {
    if (!isBusy(problem)) throw problem
    return { found: null, problem }
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

/** The first of them whose body can be read. The key of one that cannot be opened may come while it is waited for. */
async function findSound<T>(
  { context, filter, known, lost, locked }: Look,
  use: (letter: FullLetter) => Promise<T>,
): Promise<T | null> {
  const closed = new Set<number>()
  while (closed.size < mostLocked) {
    const isAny = lost.size + closed.size === 0
    const passed = isAny ? known : new Set([...(known ?? []), ...lost, ...closed])
    const found = await findOne(context, filter, passed)
    if (found === null) return null
    const { id } = found.message
    try {
      const letter = await context.store.messages.read(id, context.actor.address)
      if (letter === null) return null
      const open = await opened(context, letter)
      const why = open.message.locked
      if (why === undefined) {
        locked.delete(id)
        return await use(open)
      }
      closed.add(id)
      locked.set(id, stillUnread(id, why))
    } catch (error) {
      if (!isLost(error)) throw error
      lost.add(id)
    }
  }
  return null
}

async function peek(look: Look): Promise<Found> {
  const letter = await findSound(look, async (found) => found)
  if (letter === null) return null
  const nothing = async () => {}
  const message = await oneAsItStands(look.context, fullMessageValue(letter), letter.message.id)
  return { value: { message }, notes: notesOf(look), settle: nothing, release: nothing }
}

/** More mail may come, or the key of what is there. */
function waitOn(error: unknown): { readonly held: null; readonly notes: readonly string[] } {
  if (isMailError(error) && error.code === 'nothing') return { held: null, notes: [] }
  throw error
}

async function takeOne(look: Look, input: Parameters<typeof offerHeld>[2]): Promise<Found> {
  const { context, filter, known, lost, locked } = look
  const { deliveries } = context.store
  const { address } = context.actor
  const now = context.now()
  const doer = doerOf(context)
  // What cannot be opened is held and told once, not with every look.
  if (known === null && locked.size === 0) {
    const { held, notes } = await holdOpenable(context, filter, locked).catch(waitOn)
    for (const message of held?.lost ?? []) lost.add(message)
    const offer = await offerHeld(context, held, input)
    return offer === null ? null : { ...offer, notes: [...notes, ...offer.notes] }
  }
  const held = await findSound(look, async ({ message: { id } }) => {
    const [one] = await deliveries.hold(doer, address, [id], now + holdTime, now)
    // Says what is wrong with it.
    if (one?.why === 'lost') await context.store.messages.read(id, address)
    return one ?? null
  })
  const offer = await offerHeld(context, held === null ? null : { ...held, lost: [...lost] }, input)
  return offer === null ? null : { ...offer, notes: [...locked.values(), ...offer.notes] }
}
