import type { Arrival, Taken } from '../../../store/mail-store.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { waitingName } from '../../domain/foreign-names.ts'
import type { Due, Format } from '../../formats/format.ts'
import type { Refused, Skipped } from '../../formats/gather.ts'
import type { Placed } from '../../formats/pile.ts'
import type { Context } from '../context.ts'
import { readDebate } from '../debates/read.ts'
import type { Addressing } from './addressing.ts'
import type { Folder } from './folder.ts'
import { openJoining } from './joining.ts'
import { openRefusals } from './refusals.ts'
import { requireSendable } from './sending-rules.ts'

/** How mail of one round is addressed and stored, and what is reported of it. */
export type Carrying = {
  readonly addressing: Addressing
  readonly directory: Directory
  readonly skipped: Skipped[]
  /** Ids of messages that were not stored. */
  readonly left: Set<string>
  /** Places of messages that are tried again when the roster changes, and when the store does. */
  readonly unaddressed: string[]
  readonly waiting: string[]
  /** @throws MailError for an invalid message, or one without an address */
  arrivalOf(one: Placed): Arrival
  store(arrival: Arrival): Promise<Taken>
}

export type Orchestrator = {
  /** Those that this process is to deliver: the others were delivered, or taken, before. */
  dueAmong(batch: readonly Placed[]): Promise<ReadonlySet<Placed>>
  /** Stores what the rules of sending allow; counts it. */
  deliver(one: Placed, carrying: Carrying): Promise<number>
  /** Notifies the writers of entries that are not messages. Returns those to report. */
  refuseAll(refused: readonly Refused[], addressing: Addressing): Promise<readonly Skipped[]>
  /** A round has ended: from now on nobody else delivers. */
  ended(): void
}

const tries = 5
/** Errors of a message; all others are the store's, and pass. */
const refusable: ReadonlySet<string> = new Set(['usage', 'conflict', 'not-allowed'])
const full = 'a recipient has as much unread mail as mailbox.max_queue_size allows; it waits'

/**
 * Delivers the mail of outboxes by the rules that `send` has.
 * @param notifies whether the writers of refused entries are notified
 */
export function openOrchestrator(
  context: Context,
  format: Format,
  folder: Folder,
  { notifies }: { readonly notifies: boolean },
): Orchestrator {
  const refusals = openRefusals(context, format)
  const tell = notifies ? refusals.tell : async () => {}
  const deliverNow = openDelivering(context, openJoining(context, format, folder))
  /** Some recipients have their copies. */
  const begun = new WeakSet<Placed>()
  let later = false
  /** Reported entries by id, because an entry moves when others are taken out before it. */
  const reported = new Set<string>()
  const isOurs = (due: Due | undefined): due is Due => due !== undefined && (later || !due.delivered)
  const isNews = ({ id, digest }: Due, why: string) => {
    const key = `${id} ${digest} ${why}`
    const isNew = !reported.has(key)
    reported.add(key)
    return isNew
  }

  /** Answers what to do about an error of a message. @throws any other error */
  async function onError(error: unknown, due: Due, where: string, carrying: Carrying): Promise<string> {
    if (!isMailError(error)) throw error
    if (error.code === 'ambiguous' || error.code === 'unknown-recipient') carrying.unaddressed.push(where)
    else if (refusable.has(error.code)) await tell(due, error.message, carrying.addressing)
    else throw error
    return error.message
  }

  return {
    async dueAmong(batch) {
      const candidates = batch.filter(({ due, outboxed }) => due !== undefined || outboxed !== undefined)
      const names = candidates.map(({ parcel }) => parcel.id)
      const ids = await context.store.exchange.known(format.name, names)
      const waiting = await context.store.exchange.known(waitingName(format.name), names)
      for (const [at, one] of candidates.entries()) if (waiting[at] !== null) begun.add(one)
      return new Set(candidates.filter((one, at) => begun.has(one) || (isOurs(one.due) && ids[at] === null)))
    },
    async deliver(one, carrying) {
      const { parcel } = one
      const { due, where } = one.outboxed ?? one
      if (due === undefined) return 0
      const earlier = await refusals.earlier(due)
      const { written, why } =
        earlier === null
          ? await deliverNow(unrouted(one), carrying, begun.has(one)).catch(async (error: unknown) => ({
              written: 0,
              why: await onError(error, due, where, carrying),
            }))
          : { written: 0, why: earlier }
      if (why === null) return written
      carrying.left.add(parcel.id)
      if (isNews(due, why)) carrying.skipped.push({ where, why })
      return written
    },
    async refuseAll(refused, addressing) {
      for (const { due, why } of refused)
        if (isOurs(due) && (await refusals.earlier(due)) === null) await tell(due, why, addressing)
      return refused.filter(({ due, why }) => isNews(due, why)).map(({ where, why }) => ({ where, why }))
    },
    ended() {
      later = true
    },
  }
}

/** Once this process delivers, nobody else does, whatever an entry says of itself. */
function unrouted({ routed: _, ...placed }: Placed): Placed {
  return placed
}

/** `why`: why a recipient waits; `null` if none does. */
type Delivered = { readonly written: number; readonly why: string | null }

type DueArrival = Arrival & { readonly due: NonNullable<Arrival['due']> }

/** Stores one message, judged by its thread as it is when it is stored. */
function openDelivering(context: Context, join: ReturnType<typeof openJoining>) {
  const mostUnread = context.settings.mailbox.maxQueueSize
  /** Senders' recipients without room: what comes later waits behind. */
  const blocked = new WeakMap<Carrying, Map<string, Set<string>>>()

  function behind(carrying: Carrying, sender: string): Set<string> {
    const all = blocked.get(carrying) ?? new Map<string, Set<string>>()
    blocked.set(carrying, all)
    const names = all.get(sender) ?? new Set<string>()
    all.set(sender, names)
    return names
  }

  /** @throws MailError where the rules of sending forbid it */
  async function judged(one: Placed, carrying: Carrying): Promise<DueArrival> {
    const joined = await join(one.parcel)
    const arrival = carrying.arrivalOf({ ...one, parcel: joined.parcel })
    const read = joined.thread === null ? null : await readDebate(context, joined.thread)
    requireSendable(context, { ...carrying, arrival, joined, read })
    const due = { thread: joined.thread, newest: read?.messages.at(-1)?.id ?? null, mostUnread, behind: [] }
    return { ...arrival, due }
  }

  /** It was judged when it was stored; its thread may have gone on since. */
  function begunBefore(one: Placed, carrying: Carrying): DueArrival {
    return { ...carrying.arrivalOf(one), due: { thread: null, newest: null, mostUnread, behind: [] } }
  }

  async function attempt(one: Placed, carrying: Carrying, isBegun: boolean): Promise<Delivered> {
    const arrival = isBegun ? begunBefore(one, carrying) : await judged(one, carrying)
    const late = behind(carrying, arrival.from)
    const taken = await carrying.store({ ...arrival, due: { ...arrival.due, behind: [...late] } })
    if (taken.differs)
      throw new MailError('conflict', `The id ${one.parcel.id} already belongs to another message.`)
    const written = taken.id > 0 && !taken.duplicate ? 1 : 0
    const { waiting = [] } = taken
    if (waiting.length === 0) return { written, why: null }
    for (const name of waiting) late.add(name)
    carrying.waiting.push((one.outboxed ?? one).where)
    return { written, why: full }
  }

  return async (one: Placed, carrying: Carrying, isBegun: boolean): Promise<Delivered> => {
    if (one.due?.problem != null) throw new MailError('usage', one.due.problem)
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(one, carrying, isBegun)
      } catch (error) {
        if (tried === tries || !isMailError(error) || error.code !== 'stale') throw error
      }
    }
  }
}
