import type { Departure, MailStore } from '../../../store/mail-store.ts'
import { type Delivery, statusOf } from '../../domain/delivery.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Format } from '../../formats/format.ts'
import type { Parcel, ParcelCopy } from '../../formats/parcel.ts'

export type Named = { readonly message: number; readonly id: string }
export type Outgoing = { readonly parcel: Parcel; readonly names: readonly Named[]; readonly message: number }

const mostRemembered = 20_000

/** Messages of the store as a format tells of them. What they answer is looked up where it was not seen of late. */
export function openOutgoing(store: MailStore, format: Format) {
  const seen = new Map<number, Pick<Departure, 'uuid' | 'ids'> & { readonly owners: readonly string[] }>()

  function remember({ message, uuid, ids, copies }: Departure) {
    const known = { uuid, ids, owners: copies.map(({ owner }) => owner) }
    seen.set(message.id, known)
    const [oldest] = seen.keys()
    if (seen.size > mostRemembered && oldest !== undefined) seen.delete(oldest)
    return known
  }

  /** The id of a message as `reader` knows it. */
  async function idFor(message: number, reader: string): Promise<string | null> {
    let known = seen.get(message)
    if (known === undefined) {
      const [departure] = await store.exchange.departuresOf(format.name, [message])
      if (departure === undefined) return null
      known = remember(departure)
    }
    return format.idOf(known, known.owners.includes(reader) ? reader : (known.owners[0] ?? null))
  }

  return async (departure: Departure): Promise<Outgoing> => {
    const { message, copies } = departure
    remember(departure)
    const links = linksOf(format, message.meta)
    const single = copies.length === 1 && message.to.length === 1 && copies[0]?.via === 'to'
    const parcelCopies = copies.map(
      (copy): ParcelCopy => ({
        ...copyOf(copy),
        owner: single ? (message.to[0] ?? copy.owner) : copy.owner,
        id: format.idOf(departure, copy.owner),
      }),
    )
    const id = format.idOf(departure, copies[0]?.owner ?? null)
    const replyTo = message.replyTo === null ? null : await idFor(message.replyTo, message.from)
    const thread = message.thread === message.id ? null : await idFor(message.thread, message.from)
    const { from, to, cc, kind, priority, subject, body, payload, context, attachments, tags, swarm, task } =
      message
    const parcel: Parcel = {
      id,
      aliases: [],
      from: textOf(links, 'from') ?? from,
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
      sentAt: message.sentAt,
      expiresAt: links['expiresAt'] === 'default' ? 'default' : message.expiresAt,
      replyTo: textOf(links, 'replyTo') ?? replyTo,
      thread: textOf(links, 'thread') ?? thread,
      copies: parcelCopies,
      meta: message.meta,
    }
    const ids = new Set([id, ...parcelCopies.flatMap((copy) => copy.id ?? [])])
    const names = [...ids].filter((one) => one !== departure.uuid && !departure.ids.includes(one))
    return { parcel, message: message.id, names: names.map((one) => ({ message: message.id, id: one })) }
  }
}

function linksOf(format: Format, meta: JsonObject | null): JsonObject {
  const all = meta?.['links']
  const own = isJsonObject(all) ? all[format.name] : undefined
  return isJsonObject(own) ? own : {}
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
