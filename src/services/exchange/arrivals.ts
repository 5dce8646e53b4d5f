import type { Arrival, ArrivedCopy } from '../../../store/mail-store.ts'
import type { Status } from '../../domain/delivery.ts'
import type { JsonObject } from '../../domain/json.ts'
import { kindRules } from '../../domain/kind.ts'
import { previewWith } from '../../domain/message.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { type AgentKind, tierOf } from '../../domain/priority.ts'
import type { Agent } from '../../domain/roster.ts'
import { latest, orderedWays, type Ways, waysOf, waysOfCopy } from '../../domain/ways.ts'
import type { Format } from '../../formats/format.ts'
import { everyone, type Parcel, type ParcelCopy, unreadCopy, untimed } from '../../formats/parcel.ts'
import { type Addressing, senderKind } from './addressing.ts'
import { personTiers, provenTier } from './proven-tier.ts'

/** The importing agent, and the source of a message. */
export type Source = {
  readonly importer: Pick<Agent, 'address' | 'kind'>
  readonly file: string
  /** It was delivered before: recipients that no box has it for have dealt with it. */
  readonly routed: boolean
}

export type Times = {
  readonly now: number
  /** Mail from before this time owes no answer, so that no one is reminded of the past. */
  readonly owedSince: number
}

/**
 * A foreign message as the store takes it: its recipients resolved, each copy as it was left there. Mail that expired
 * unseen stays expired, without a notice. @throws MailError for an invalid address
 */
export function arrivalOf(
  format: Format,
  parcel: Parcel,
  addressing: Addressing,
  times: Times,
  source: Source,
): Arrival {
  const { to, cc, sender } = addressing.resolve(parcel)
  const retired = (name: string) => addressing.agents.get(name)?.state === 'dead'
  const ways = new Map<string, readonly string[]>()
  const add = (address: string, by: readonly string[]) =>
    ways.set(address, [...(ways.get(address) ?? []), ...by])
  const main = new Set([...to.recipients.map(({ address }) => address), ...to.held])
  for (const one of cc.recipients) add(one.address, waysOfCopy(one))
  for (const one of to.recipients) add(one.address, waysOf(one))
  for (const name of cc.held.filter(retired)) add(name, ['cc'])
  for (const name of to.held.filter(retired)) add(name, ['to'])
  const told = toldCopies(parcel, addressing)
  const waiting = [...to.held, ...cc.held].filter((name) => !retired(name))
  const selectors = [...new Set([...to.selectors, ...cc.selectors, ...held(waiting)])]
  for (const owner of told.keys())
    if (owner !== everyone && !ways.has(owner)) add(owner, [readerVia(selectors)])
  const recipients = [...ways].flatMap(([address, found]): readonly ArrivedCopy[] => {
    const by = orderedWays(found)
    const copy = told.get(address) ?? told.get(everyone)
    const claimedBy = copy?.claimedBy ?? null
    const claimant = claimedBy === null ? null : addressing.owner(claimedBy)
    const isCopy = by.via === 'cc' && !main.has(address)
    const named = { address, by, isCopy, claimant, sender, times, retired: retired(address) }
    const arrived = arrivedCopy(format, parcel, {
      ...named,
      copy: copy ?? (source.routed ? dealtWith : unreadCopy),
    })
    // Nobody needs a copy of what was for all and is long over, but who had to do with it.
    return arrived.box === 'expired' && copy === undefined && isForMany(by.via) ? [] : [arrived]
  })
  const ends = (via: string) => expiryOf(format, parcel, via)
  const lasting = selectors.map((selector) => ({ selector, expiresAt: ends(selector) }))
  const { subject, body, payload, context, attachments, tags, swarm, task, kind, priority } = parcel
  const sentAt = parcel.sentAt === untimed ? times.now : parcel.sentAt
  const claimed = tierOf(parcel.fromKind ?? senderKind(sender, addressing.agents.get(sender)), kind)
  const tier = provenTier(claimed, kind, source.importer.kind)
  return {
    importedBy: source.importer.address,
    file: source.file,
    foreignId: parcel.id,
    aliases: parcel.aliases,
    from: sender,
    to: parcel.to,
    cc: parcel.cc,
    kind,
    priority,
    tier,
    subject,
    body,
    preview: previewWith(body, payload),
    payload,
    context,
    attachments,
    tags,
    swarm,
    task,
    sentAt,
    expiresAt: messageExpiry(format, parcel, selectors, recipients),
    meta: metaOf(format, parcel, sender, tier === claimed ? null : personTiers[claimed]),
    replyTo: parcel.replyTo,
    thread: parcel.thread,
    recipients,
    channels: [...new Set([...to.channels, ...cc.channels])],
    selectors: lasting.filter(({ expiresAt }) => expiresAt === null || expiresAt > times.now),
  }
}

const dealtWith: ParcelCopy = { ...unreadCopy, status: 'archived', was: 'read' }

/** A reader that a role's mail was not for has a copy to know of: what it does with it is not done for the holders. */
function readerVia(selectors: readonly string[]): string {
  const many = selectors.find(isForMany)
  return many ?? (selectors.some((selector) => selector.startsWith('role:')) ? 'cc' : (selectors[0] ?? 'to'))
}

/** A name of another swarm's is nobody's here, now or later. */
function held(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !name.includes('@'))
    .map((name) => (name.includes(':') ? name : `agent:${name}`))
}

function toldCopies({ copies }: Parcel, addressing: Addressing): ReadonlyMap<string, ParcelCopy> {
  return new Map(
    copies.flatMap((copy) => {
      const owner = copy.owner === everyone ? everyone : addressing.owner(copy.owner)
      return owner === null ? [] : [[owner, copy] as const]
    }),
  )
}

type Copying = {
  readonly address: string
  readonly by: Ways
  readonly isCopy: boolean
  readonly copy: ParcelCopy
  /** The claimant, in normal form. */
  readonly claimant: string | null
  readonly sender: string
  readonly times: Times
  readonly retired: boolean
}

function arrivedCopy(
  format: Format,
  parcel: Parcel,
  { address, by, isCopy, copy, claimant, sender, times, retired }: Copying,
): ArrivedCopy {
  const expiresAt = latest(waysOf(by).map((way) => expiryOf(format, parcel, way)))
  const { was, acknowledgedAt, completedAt } = copy
  const claimed = claimant !== null && isQueueAddress(address) && isOpen(copy.status)
  const status = claimed ? 'processing' : copy.status
  const readAt = claimed ? (copy.readAt ?? copy.claimedAt) : copy.readAt
  const over = expiresAt !== null && expiresAt <= times.now
  // It may have died before its mail expired by default; what the sender let expire stays expired.
  const dead = status === 'unread' && retired && (!over || parcel.expiresAt === 'default')
  const lapsed = status === 'unread' && over && !dead
  const owes =
    isOpen(status) && !lapsed && !dead && parcel.sentAt >= times.owedSince && kindRules[parcel.kind].owes
  const before = was ?? (completedAt !== null ? 'completed' : readAt !== null ? 'read' : 'unread')
  return {
    address,
    ...by,
    owes: owes && !isCopy && address !== sender && !isQueueAddress(address),
    expiresAt,
    box: dead ? 'dead' : lapsed ? 'expired' : status,
    was: dead || lapsed ? 'unread' : status === 'archived' ? before : null,
    readAt,
    acknowledgedAt,
    completedAt,
    claimedBy: claimed ? claimant : null,
  }
}

function isOpen(status: Status): boolean {
  return status === 'unread' || status === 'read' || status === 'processing'
}

function isForMany(via: string): boolean {
  return via === 'all' || /^(?:swarm|project|concern|domain):/u.test(via)
}

function expiryOf(format: Format, { expiresAt, sentAt }: Parcel, via: string): number | null {
  if (expiresAt !== 'default') return expiresAt
  const lifetime = format.lifetime(via)
  return lifetime === null ? null : sentAt + lifetime
}

function messageExpiry(
  format: Format,
  parcel: Parcel,
  selectors: readonly string[],
  recipients: readonly ArrivedCopy[],
): number | null {
  if (parcel.expiresAt !== 'default') return parcel.expiresAt
  const broadcasts = (via: string) => via === 'all' || via.startsWith('swarm:')
  const all =
    selectors.length > 0 && selectors.every(broadcasts) && recipients.every(({ via }) => broadcasts(via))
  return all ? expiryOf(format, parcel, 'all') : null
}

/** The format's own words for what it answers and where it belongs, which may name what never comes here. */
function metaOf(
  format: Format,
  { meta, from, replyTo, thread, expiresAt, sentAt }: Parcel,
  sender: string,
  fromKind: AgentKind | null,
): JsonObject | null {
  const links = {
    ...(from === sender ? {} : { from }),
    ...(fromKind === null ? {} : { fromKind }),
    ...(replyTo === null ? {} : { replyTo }),
    ...(thread === null ? {} : { thread }),
    ...(expiresAt === 'default' ? { expiresAt } : {}),
    ...(sentAt === untimed ? { sentAt } : {}),
  }
  if (Object.keys(links).length === 0) return meta
  return { ...meta, links: { [format.name]: links } }
}
