import { isSubscribingMany } from '../channel.ts'
import type { Place } from '../places.ts'
import type { RosterEntry } from '../roster.ts'
import { type Address, parseAddress } from './address.ts'

/** The questions to the roster that must be answered before these addresses can be resolved. */
export type RosterQuestion = {
  readonly names: readonly string[]
  readonly roles: readonly string[]
  readonly tags: readonly string[]
  readonly swarms: readonly string[]
  readonly people: boolean
  readonly everyone: boolean
  /** Names of groups, queues and channels. */
  readonly places?: readonly string[]
  /** Other swarms that the addresses name. */
  readonly peers?: readonly string[]
}

/** Nobody is asked for: the answer is the roster's version alone. */
export const noQuestion: RosterQuestion = {
  names: [],
  roles: [],
  tags: [],
  swarms: [],
  people: false,
  everyone: false,
}

/**
 * The roster's answer: every agent that any question touches, subscribers of channels among them, the groups, queues
 * and channels that were asked for, and the roster's version at that moment.
 */
export type Directory = {
  readonly agents: readonly RosterEntry[]
  readonly version: number
  readonly places?: readonly Place[]
  /** The named swarms that are registered. */
  readonly peers?: readonly string[]
}

export type Sender = { readonly address: string; readonly swarm: string | null }

/** The names a bare or slashed name may be registered under: as written, or as a member of a swarm. */
function namesOf(name: string, sender: Sender): readonly string[] {
  const slash = name.indexOf('/')
  if (slash < 0) return sender.swarm === null ? [name] : [name, `${sender.swarm}/${name}`]
  return slash === name.length - 1 ? [name] : [name, name.slice(slash + 1)]
}

export function questionFor(addresses: readonly Address[], sender: Sender): RosterQuestion {
  const names: string[] = []
  const roles: string[] = []
  const tags: string[] = []
  const swarms: string[] = []
  const places: string[] = []
  const peers: string[] = []
  for (const address of addresses) {
    if (address.type === 'agent') {
      names.push(...namesOf(address.name, sender))
      roles.push(address.name)
      if (isBare(address)) places.push(address.name)
    } else if (address.type === 'session') names.push(address.name)
    else if (address.type === 'remote') {
      names.push(address.name, `${address.swarm}/${address.name}`)
      if (address.swarm !== sender.swarm) peers.push(address.swarm)
    } else if (address.type === 'role') roles.push(address.name)
    else if (address.type === 'tag') tags.push(address.tag)
    else if (address.type === 'swarm') swarms.push(address.swarm)
    else if (address.type === 'set' && address.rig === null) places.push(address.set)
    else if (address.type === 'group' || address.type === 'queue' || address.type === 'channel')
      places.push(address.name)
  }
  const people = addresses.some(({ type }) => type === 'person')
  const everyone = addresses.some(
    (address) =>
      address.type === 'all' ||
      address.type === 'pattern' ||
      address.type === 'set' ||
      (address.type === 'agent' && isShorthand(address.name)),
  )
  return {
    names,
    roles,
    tags,
    swarms,
    people,
    everyone,
    ...(places.length > 0 ? { places } : {}),
    ...(peers.length > 0 ? { peers } : {}),
  }
}

/** Only a plain name can also mean a role, a group, a queue or a channel. */
export function isBare({ name, explicit }: Extract<Address, { type: 'agent' }>): boolean {
  return explicit === undefined && !name.includes('/')
}

/** Gas Town leaves out the rig where only one has such an agent: `crew/bob`, `polecats/nux`. */
export function isShorthand(name: string): boolean {
  return /^(?:crew|polecats)\/[^/]+$/u.test(name)
}

/** The extra questions before groups and channels can be expanded: their members and subscribers of many. */
export function memberAddresses({ places = [] }: Directory): readonly Address[] {
  return places.flatMap((place) =>
    place.type === 'group'
      ? place.members.map(parseAddress)
      : place.type === 'channel'
        ? place.subscribers.filter(isSubscribingMany).map(parseAddress)
        : [],
  )
}
