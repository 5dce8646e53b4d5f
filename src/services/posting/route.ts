import {
  type Resolution,
  readAddresses,
  resolveAddresses,
  type Written,
} from '../../domain/addressing/resolve.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { MailError } from '../../domain/errors.ts'
import { type RosterEntry, swarmOf } from '../../domain/roster.ts'
import { orderedWays, waysOf, waysOfCopy } from '../../domain/ways.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { absenceWarnings, absentMembers, askRoster, refuseClosed, stateOf } from './directory.ts'
import { isBroadcast } from './lifetimes.ts'
import { refuseForbidden } from './talks-to.ts'
import { refuseUnknown } from './unknown.ts'

/** As much of a letter as says where it goes. */
export type Envelope = {
  readonly to: readonly string[]
  readonly cc?: readonly string[] | undefined
  readonly hold?: boolean | undefined
  readonly exclude?: readonly string[] | undefined
  /** The agent that it answers: always allowed, whatever the sender's `talksTo` says. */
  readonly answering?: string | undefined
}

/** Where a message goes by the roster of one version, with all that follows from its addresses alone. */
export type Route = {
  readonly roster: number
  /** Mail to everyone is a notification, not a request. */
  readonly announces: boolean
  readonly isBroadcast: boolean
  /** Selectors of the swarms that it goes to. */
  readonly swarms: readonly string[]
  /** A recipient in `cc` owes no answer. */
  readonly copies: readonly {
    readonly address: string
    readonly via: string
    readonly alsoVia?: readonly string[] | undefined
    readonly cc: boolean
    /** Its address is its session's id, so its mail does not outlive the session. */
    readonly isSession: boolean
  }[]
  readonly channels: readonly string[]
  readonly selectors: readonly string[]
  readonly recipients: SentValue['recipients']
  readonly warnings: readonly string[]
  /** Members of groups that reach nobody. */
  readonly absent: readonly string[]
}

const announced: ReadonlySet<string> = new Set(['all', 'swarm', 'tag', 'channel'])

/**
 * Resolves every address and refuses what may not be sent. With `remembered` an earlier answer of the roster will do.
 * @throws MailError `unknown-recipient` · `ambiguous` · `not-allowed` · `conflict` · `usage`
 */
export async function findRoute(
  context: Context,
  envelope: Envelope,
  suffices?: 'remembered',
): Promise<Route> {
  const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
  const isToSystem = envelope.answering === 'system'
  const main = readAddresses(isToSystem ? [] : envelope.to)
  const copies = readAddresses(envelope.cc ?? [])
  const directory = await askRoster(context, [...main, ...copies].map(addressOf), sender, suffices)
  const options = { hold: envelope.hold ?? false, exclude: envelope.exclude ?? [] }
  const to = resolveAddresses(main, directory, sender, options)
  const cc = resolveAddresses(copies, directory, sender, options)
  await refuseUnknown(context, [...to.unknown, ...cc.unknown], directory)
  refuseClosed(directory, [to, cc])
  if (!isToSystem && to.recipients.length + to.selectors.length + to.held.length + to.channels.length === 0)
    throw new MailError('usage', 'The message has no recipient.', 'Give an agent, `all` or `role:NAME`.')
  refuseForbidden(context, envelope.answering, [...to.recipients, ...cc.recipients], directory.agents)
  return routeOf(to, cc, directory, isToSystem)
}

function addressOf({ address }: Written): Written['address'] {
  return address
}

function routeOf(
  to: Resolution,
  cc: Resolution,
  { agents, version: roster }: Directory,
  isToSystem: boolean,
): Route {
  const channels = [...new Set([...to.channels, ...cc.channels])]
  const held = [...to.held, ...cc.held]
  const names = held.map((name) => (name.includes(':') ? name : `agent:${name}`))
  const selectors = [...new Set([...to.selectors, ...cc.selectors, ...names])]
  const copies = copiesOf(to, cc, agents)
  const vias = new Set(copies.flatMap(waysOf))
  const absent = absentMembers([to, cc])
  const waiting = selectors.filter((selector) => selector.startsWith('role:') && !vias.has(selector))
  return {
    roster,
    announces: !isToSystem && to.ways.every((type) => announced.has(type)),
    isBroadcast: isBroadcast(to),
    swarms: to.selectors.filter((selector) => selector.startsWith('swarm:')),
    copies,
    channels,
    selectors,
    recipients: [
      ...copies.map(({ address }) => ({ address, state: stateOf(address) })),
      ...channels.map((name) => ({ address: `channel:${name}`, state: 'posted' as const })),
      ...[...waiting, ...held].map((address) => ({ address, state: 'held' as const })),
    ],
    warnings: absenceWarnings(absent),
    absent,
  }
}

function copiesOf(to: Resolution, cc: Resolution, agents: readonly RosterEntry[]): Route['copies'] {
  const sessions = new Set(agents.flatMap(({ address, session }) => (session === address ? [address] : [])))
  const ways = new Map(cc.recipients.map((one) => [one.address, waysOfCopy(one)]))
  const copy = (address: string, by: readonly string[], isCc: boolean) => ({
    address,
    ...orderedWays(by),
    cc: isCc,
    isSession: sessions.has(address),
  })
  const first = new Set(to.recipients.map(({ address }) => address))
  const also = cc.recipients.filter(({ address }) => !first.has(address))
  return [
    ...to.recipients.map((one) =>
      copy(one.address, [...waysOf(one), ...(ways.get(one.address) ?? [])], false),
    ),
    ...also.map((one) => copy(one.address, waysOfCopy(one), true)),
  ]
}
