import type { Departure } from '../../../store/mail-store.ts'
import { type Delivery, statusOf } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Format, Reference } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import { type Parcel, type ParcelCopy, untimed } from '../../formats/parcel.ts'
import type { Context } from '../operation.ts'
import { openEnvelopes } from './envelopes.ts'
import { openRounds } from './rounds.ts'

export type Named = { readonly message: number; readonly id: string }
/** `parcels`: one, or a part for each swarm that it goes to. */
export type Outgoing = {
  readonly parcels: readonly Parcel[]
  readonly names: readonly Named[]
  readonly message: number
}

/** Those that can leave, and those whose bodies are damaged, by their ids. */
export function parted(
  departures: readonly Departure[],
): readonly [readonly Departure[], readonly Skipped[]] {
  const damaged = departures.flatMap(({ message, problem }) =>
    problem === null ? [] : [{ where: shortId(message.id), why: problem }],
  )
  return [departures.filter(({ problem }) => problem === null), damaged]
}

const mostRemembered = 20_000

/** Messages of the store in a foreign format. Answered messages are looked up unless they were seen recently. */
export function openOutgoing(context: Context, format: Format) {
  const { store } = context
  const envelopes = openEnvelopes(context, format)
  const roundOf = openRounds(context)
  const seen = new Map<
    number,
    Reference & {
      readonly owners: readonly string[]
      readonly answered: string | null
    }
  >()

  function remember({ message, uuid, ids, copies }: Departure) {
    const reference = { uuid, ids, from: message.from }
    const answered = format.correlate?.(reference, message.meta) ?? null
    const known = { ...reference, answered, owners: copies.map(({ owner }) => owner) }
    seen.set(message.id, known)
    const [oldest] = seen.keys()
    if (seen.size > mostRemembered && oldest !== undefined) seen.delete(oldest)
    return known
  }

  /** The id of a message as `reader` knows it. */
  async function idFor(message: number, reader: string, answering: boolean): Promise<string | null> {
    let known = seen.get(message)
    if (known === undefined) {
      const [departure] = await store.exchange.departuresOf(format.name, [message])
      if (departure === undefined) return null
      known = remember(departure)
    }
    if (answering && known.answered !== null) return known.answered
    return format.idOf(known, known.owners.includes(reader) ? reader : (known.owners[0] ?? null))
  }

  return async (departure: Departure): Promise<Outgoing> => {
    const { message } = departure
    remember(departure)
    const replyTo = message.replyTo === null ? null : await idFor(message.replyTo, message.from, true)
    const thread = message.thread === message.id ? null : await idFor(message.thread, message.from, false)
    // Imported mail is exported as it was imported.
    const counts = format.printDebates !== undefined && message.meta === null
    const round = counts ? await roundOf(message) : null
    const parcel = parcelOf(format, departure, { replyTo, thread, round })
    const ids = new Set([parcel.id, ...parcel.copies.flatMap((copy) => copy.id ?? [])])
    const names = [...ids].filter((one) => one !== departure.uuid && !departure.ids.includes(one))
    return {
      parcels: await envelopes(parcel),
      message: message.id,
      names: names.map((id) => ({ message: message.id, id })),
    }
  }
}

function parcelOf(
  format: Format,
  departure: Departure,
  found: Pick<Parcel, 'replyTo' | 'thread' | 'round'>,
): Parcel {
  const { message, copies, uuid, ids } = departure
  const idFor = (owner: string | null) => format.idOf({ uuid, ids, from: message.from }, owner)
  const links = linksOf(format, message.meta)
  const single = copies.length === 1 && message.to.length === 1 && copies[0]?.via === 'to'
  const { to, cc, kind, priority, subject, body, payload, context, attachments, tags, swarm, task } = message
  return {
    id: idFor(copies[0]?.owner ?? null),
    aliases: [],
    from: textOf(links, 'from') ?? message.from,
    fromKind: kindOfLink(links) ?? (message.tier === 1 ? 'system' : message.tier === 2 ? 'user' : null),
    to,
    cc,
    kind,
    priority,
    subject,
    body,
    payload,
    context,
    attachments,
    tags,
    swarm,
    task,
    sentAt: links['sentAt'] === untimed ? untimed : message.sentAt,
    expiresAt: links['expiresAt'] === 'default' ? 'default' : (message.expiresAt ?? endOf(copies)),
    replyTo: textOf(links, 'replyTo') ?? found.replyTo,
    thread: textOf(links, 'thread') ?? found.thread,
    round: found.round,
    copies: copies.map(
      (copy): ParcelCopy => ({
        ...copyOf(copy),
        owner: single ? (message.to[0] ?? copy.owner) : copy.owner,
        id: idFor(copy.owner),
      }),
    ),
    meta: message.meta,
  }
}

/** Mail to sessions alone ends with the last of its copies. */
function endOf(copies: readonly Delivery[]): number | null {
  const ends = copies.map(({ expiresAt }) => expiresAt)
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.filter((at) => at !== null))
}

function linksOf(format: Format, meta: JsonObject | null): JsonObject {
  const all = meta?.['links']
  const own = isJsonObject(all) ? all[format.name] : undefined
  return isJsonObject(own) ? own : {}
}

/** The sender's kind as stated by the file, if that gave it no tier here. */
function kindOfLink({ fromKind }: JsonObject): Parcel['fromKind'] {
  return fromKind === 'system' || fromKind === 'user' ? fromKind : null
}

function textOf(record: JsonObject, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' ? value : null
}

export function copyOf(delivery: Delivery): Omit<ParcelCopy, 'id'> {
  const { owner, box, was, readAt, acknowledgedAt, completedAt, heldBy, heldUntil } = delivery
  const claimed = box === 'processing' && heldUntil !== null
  return {
    owner,
    status: statusOf(delivery),
    was: box === 'archived' ? was : null,
    readAt,
    acknowledgedAt,
    completedAt,
    claimedBy: claimed ? heldBy : null,
    claimedAt: claimed ? readAt : null,
  }
}
