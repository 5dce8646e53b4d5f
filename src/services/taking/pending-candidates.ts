import type { MailboxFilter, MessageCursor } from '../../../store/mail-store.ts'
import { isLost } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { type Kind, kindRules } from '../../domain/kind.ts'
import type { FullMessage, Letter, Message } from '../../domain/message.ts'
import { type Priority, priorities } from '../../domain/priority.ts'
import { type Pending, type PendingBudget, pendingOf } from '../../domain/prompt/pending-mail.ts'
import { goesFirst, sessionOrder } from '../../domain/prompt/session-order.ts'
import { returnedWords } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { opened } from '../sealing/opened.ts'
import { newerFacts } from './as-it-stands.ts'
import { endsNow } from './ends-now.ts'
import { replacedFact } from './replaced.ts'
import { returnedFirst } from './returned-first.ts'

/** The part of a session's known mail that is left out. */
export const scopes = ['changed', 'untold', 'newer'] as const

export type Wanted = {
  readonly budget: PendingBudget
  readonly minPriority: Priority | undefined
  readonly limit: number
  readonly only: (typeof scopes)[number] | null
  /** The session begins: what binds it comes first, then the newest. */
  readonly begins: boolean
}

export type Candidate = {
  readonly message: number
  readonly pending: Pending
  /** Sealed, and its reader cannot open it. */
  readonly isLocked: boolean
}
type Waiting = {
  readonly waiting: readonly Candidate[]
  readonly newest: MessageCursor
  /** Where the session begins: all unread mail that was looked at. */
  readonly looked?: readonly Letter[]
}

/** So much unread mail is looked at where a session begins: the most pressing, and the newest. */
const [mostPressing, mostNewest] = [100, 500]
/** As many owed answers as are printed again. */
const mostAgain = 20

/** The most pressing unread mail, bodies read as far as the budget may take them; and the cursor after all messages. */
export async function findWaiting(context: Context, wanted: Wanted): Promise<Waiting> {
  const { budget, minPriority, limit, only, begins } = wanted
  const filter = { boxes: ['unread'] as const, ...(minPriority === undefined ? {} : { minPriority }) }
  const looked = begins ? await lookedAt(context, filter) : undefined
  const rowsOf = async (most: number) => {
    const rows = looked?.slice(0, most) ?? (await returnedFirst(context, filter, most))
    return { rows, known: await knownHere(context, rows) }
  }
  let { rows, known } = await rowsOf(limit)
  // Mail that was shown as far as it fits must not keep fresh mail out for ever.
  if (only === null && known.portioned.size > 0) {
    ;({ rows, known } = await rowsOf(limit + known.portioned.size))
    const isOld = ({ message }: Letter) => known.portioned.has(message.id)
    rows = [...rows.filter((row) => !isOld(row)), ...rows.filter(isOld)].slice(0, limit)
  }
  const ways = waysOf(context)
  const newer = await newerFacts(
    context,
    rows.map(({ message }) => message.id),
  )
  const waiting: Candidate[] = []
  let room = budget.maxChars
  for (const letter of rows) {
    const { id } = letter.message
    const portioned = known.portioned.has(id)
    // A reader that was shown a portion is stopped for it once.
    if (only === 'untold' && known.told.has(id) && (!portioned || known.stopped.has(id))) continue
    const isOld = known.earlier.has(id) && letter.delivery?.returned === undefined
    if (only === 'newer' && (known.told.has(id) || isOld)) continue
    const whole = room > 0 ? await wholeOf(context, letter.message) : null
    const body = whole?.body ?? null
    if (body !== null && fits(body, budget)) room -= Math.min(body.length, mostOf(body, budget))
    const told = only !== null && only !== 'untold' && known.told.has(id)
    waiting.push({
      message: id,
      isLocked: whole?.locked !== undefined,
      pending: {
        ...(await pendingFrom(context, { ...letter, message: whole ?? letter.message }, { body, ways })),
        newer: newer.get(id),
        told,
        portioned,
        first: begins && goesFirst(letter),
      },
    })
  }
  return { waiting, newest: known.newest, ...(looked !== undefined && { looked }) }
}

/** Of a session that begins: the most pressing unread mail, what binds it however old that is, and the newest. */
async function lookedAt(context: Context, filter: MailboxFilter): Promise<readonly Letter[]> {
  const { deliveries } = context.store
  const [owner, now] = [context.actor.address, context.now()]
  const page = { limit: mostPressing, after: null }
  const pressing = await returnedFirst(context, filter, mostPressing)
  const { rows: binding } = await deliveries.page(
    owner,
    { ...filter, kind: ['handoff', 'response'] },
    now,
    page,
  )
  const newest = await deliveries.newestUnread(owner, mostNewest, now)
  const least = priorities.indexOf(filter.minPriority ?? 'low')
  const all = [...pressing, ...binding, ...newest].filter(
    ({ message }) => priorities.indexOf(message.priority) <= least,
  )
  return sessionOrder([...new Map(all.map((letter) => [letter.message.id, letter])).values()])
}

function mostOf(body: string, { maxCharsPerBody }: PendingBudget): number {
  return maxCharsPerBody ?? body.length
}

function fits(body: string, budget: PendingBudget): boolean {
  return Math.min(body.length, mostOf(body, budget)) <= budget.maxChars
}

const noneKnown = { told: [], portioned: [], stopped: [], earlier: [] }

async function knownHere({ store, actor, session }: Context, rows: readonly Letter[]) {
  const ids = rows.map(({ message }) => message.id)
  const known =
    session === null
      ? { ...noneKnown, newest: (await store.messages.newest()).cursor }
      : await store.log.told(actor.address, session, ids)
  const { portioned, stopped, earlier } = known
  // Work returned from an ended process of this same session was shown before, but is news again.
  const isNews = (id: number) =>
    rows.some(({ message, delivery }) => message.id === id && delivery?.returned?.session === session)
  const told = known.told.filter((id) => !isNews(id))
  return {
    told: new Set(told),
    portioned: new Set(portioned),
    stopped: new Set(stopped),
    earlier: new Set(earlier),
    newest: known.newest,
  }
}

/** With its body, opened if it is sealed; `null` if it is lost. */
async function wholeOf(context: Context, message: Message): Promise<FullMessage | null> {
  const { id } = message
  const letter = await context.store.messages.read(id, null).catch((error: unknown) => {
    if (isLost(error)) return undefined
    throw error
  })
  if (letter === undefined) return null
  return letter === null ? { ...message, body: '' } : (await opened(context, letter)).message
}

/** Mail that was shown before and whose answer is still owed: its headers. */
export async function findOwed(context: Context): Promise<readonly Pending[]> {
  const question = { by: context.actor.address, to: null }
  const page = { limit: mostAgain, after: null }
  const { rows } = await context.store.deliveries.owed(question, context.now(), page)
  const open = rows.filter(
    ({ delivery }) => delivery !== null && delivery.box !== 'unread' && delivery.readAt !== null,
  )
  const ways = waysOf(context)
  return Promise.all(
    open.map(async (letter) => ({
      ...(await pendingFrom(context, letter, { body: null, ways })),
      again: true,
    })),
  )
}

async function pendingFrom(
  context: Context,
  { message, delivery }: Letter,
  { body, ways }: { readonly body: string | null; readonly ways: Ways },
): Promise<Pending> {
  const ids = { id: shortId(message.id), thread: shortId(message.thread) }
  const owes = delivery?.owes ?? false
  const [answers, ends] = [await ways.answers(message), await ways.ends(message)]
  const owner = context.actor.address
  const replaces = await replacedFact(context, message)
  const pending = pendingOf({ ...message, body }, ids, { owner, owes, answers, ends, replaces })
  const { returned } = delivery ?? {}
  if (returned === undefined) return pending
  return { ...pending, returned: returnedWords(returned, context.actor.address, context.now()) }
}

/** The possible next steps for a message. */
type Ways = { readonly answers: AnswersNow; readonly ends: ReturnType<typeof endsNow> }

function waysOf(context: Context): Ways {
  return { answers: answersNow(context), ends: endsNow(context) }
}

type AnswersNow = (message: Message) => Promise<readonly Kind[] | undefined>

/** The kinds that may answer messages of debates as their threads stand now; `undefined` for other mail. */
export function answersNow(context: Context): AnswersNow {
  const known = new Map()
  return async (message) => {
    if (kindRules[message.kind].family !== 'debate') return undefined
    const { kindsNow } = await import('../debates/kinds-now.ts')
    return kindsNow(context, message, known)
  }
}
