import type { Departure } from '../../../store/mail-store.ts'
import { noQuestion } from '../../domain/addressing/roster-question.ts'
import { type Delivery, statusOf } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { openRecent } from '../../domain/recent.ts'
import type { Format, Reference } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import { type Parcel, type ParcelCopy, untimed } from '../../formats/parcel.ts'
import type { Context } from '../context.ts'
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
  return [departures.filter(({ problem }) => problem === null).flatMap(letOut), damaged]
}

/** What is held back as a loop goes to nobody; once a person lets it go on, it has changed, and goes then. */
function letOut(departure: Departure): readonly Departure[] {
  const copies = departure.copies.filter(({ box }) => box !== 'withheld')
  return copies.length > 0 || departure.copies.length === 0 ? [{ ...departure, copies }] : []
}

const remembered = 10_000

/** Messages of the store in a foreign format. Answered messages are looked up unless they were seen recently. */
export function openOutgoing(context: Context, format: Format) {
  const { store } = context
  const namesFor = openPeople(context, format)
  const envelopes = openEnvelopes(context, format)
  const roundOf = openRounds(context)
  const seen = openRecent<
    number,
    Reference & {
      readonly owners: readonly string[]
      readonly answered: string | null
      /** The name of its thread, if it came with one. */
      readonly thread: string | null
    }
  >(remembered)

  function remember({ message, uuid, ids, copies }: Departure) {
    const reference = { uuid, ids, from: message.from }
    const answered = format.correlate?.(reference, message.meta) ?? null
    const thread = textOf(linksOf(format, message.meta), 'thread')
    const known = { ...reference, answered, thread, owners: copies.map(({ owner }) => owner) }
    seen.set(message.id, known)
    return known
  }

  async function recall(message: number) {
    const known = seen.get(message)
    if (known !== undefined) return known
    const [departure] = await store.exchange.departuresOf(format.name, [message])
    return departure === undefined ? null : remember(departure)
  }

  /** The id of a message as `reader` knows it. */
  async function idFor(message: number, reader: string, answering: boolean): Promise<string | null> {
    const known = await recall(message)
    if (known === null) return null
    if (answering && known.answered !== null) return known.answered
    return format.idOf(known, known.owners.includes(reader) ? reader : (known.owners[0] ?? null))
  }

  /** The name that the thread came with, or the id of its first message. */
  async function threadFor({ id, thread, replyTo, from }: Departure['message']): Promise<string | null> {
    if (thread === id) return null
    for (const one of [replyTo, thread]) {
      const name = one === null ? null : (await recall(one))?.thread
      if (name != null) return name
    }
    return idFor(thread, from, false)
  }

  return async (departure: Departure): Promise<Outgoing> => {
    const { message } = departure
    remember(departure)
    const replyTo = message.replyTo === null ? null : await idFor(message.replyTo, message.from, true)
    const thread = await threadFor(message)
    // Imported mail is exported as it was imported.
    const counts = format.printDebates !== undefined && message.meta === null
    const round = counts ? await roundOf(message) : null
    const parcel = (await namesFor())(parcelOf(format, departure, { replyTo, thread, round }))
    const parts = format.parts?.(parcel, departure.uuid) ?? [parcel]
    const ids = new Set(parts.flatMap(({ id, copies }) => [id, ...copies.flatMap((copy) => copy.id ?? [])]))
    const names = [...ids].filter((one) => one !== departure.uuid && !departure.ids.includes(one))
    const known = seen.get(message.id)
    if (known !== undefined && names.length > 0)
      seen.set(message.id, { ...known, ids: [...known.ids, ...names] })
    return {
      parcels: (await Promise.all(parts.map(envelopes))).flat(),
      message: message.id,
      names: names.map((id) => ({ message: message.id, id })),
    }
  }
}

const anyPerson = /^(?:human|user|ceo)$/u

/** Names people as the format does, in mail that did not come from it. */
function openPeople({ store }: Context, format: Format): () => Promise<(parcel: Parcel) => Parcel> {
  return async () => {
    const { person } = format
    if (person === undefined) return (parcel) => parcel
    const { agents } = await store.roster.lookUp({ ...noQuestion, people: true }, 'remembered')
    const people = new Set(
      agents.flatMap(({ address, kind }) => (kind === 'user' || kind === 'admin' ? [address] : [])),
    )
    const named = (name: string) =>
      people.has(name.replace(/^agent:/u, '')) || anyPerson.test(name) ? person : name
    return (parcel) =>
      parcel.meta === null
        ? {
            ...parcel,
            from: named(parcel.from),
            to: [...new Set(parcel.to.map(named))],
            cc: [...new Set(parcel.cc.map(named))],
            copies: parcel.copies.map((copy) => ({ ...copy, owner: named(copy.owner) })),
          }
        : parcel
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
  const { kind, priority, subject, body, payload, context, attachments, tags, swarm, task } = message
  // No other system knows our prefix. A message from another system goes back as it was written.
  const named = message.imported === undefined ? withoutPrefix : (name: string) => name
  const [to, cc] = [message.to.map(named), message.cc.map(named)]
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
        owner: single ? (to[0] ?? copy.owner) : copy.owner,
        id: idFor(copy.owner),
      }),
    ),
    meta: message.meta,
  }
}

function withoutPrefix(address: string): string {
  return address.startsWith('agent:') ? address.slice('agent:'.length) : address
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
    was: box === 'archived' || box === 'retracted' ? was : null,
    readAt,
    acknowledgedAt,
    completedAt,
    claimedBy: claimed ? heldBy : null,
    claimedAt: claimed ? readAt : null,
  }
}
