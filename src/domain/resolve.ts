import { type Address, matchesPattern, parseAddress } from './address.ts'
import { MailError } from './errors.ts'
import { expandGroup } from './group.ts'
import { type Place, placeAddress } from './places.ts'
import { type Agent, isLiving, rolesOf, swarmOf } from './roster.ts'

/** What the roster must be asked before these addresses can be resolved. */
export type RosterQuestion = {
  readonly names: readonly string[]
  readonly roles: readonly string[]
  readonly tags: readonly string[]
  readonly swarms: readonly string[]
  readonly people: boolean
  readonly everyone: boolean
  /** Names of groups, queues and channels. */
  readonly places?: readonly string[]
}

/**
 * The roster's answer: every agent that any question touches, subscribers of channels among them, the groups, queues
 * and channels that were asked for, and the roster's version at that moment.
 */
export type Directory = {
  readonly agents: readonly Agent[]
  readonly version: number
  readonly places?: readonly Place[]
}

/** `via` says what brought a copy: the recipient itself (`to`), or a selector such as `role:architect`. */
export type Recipient = { readonly address: string; readonly via: string }

/**
 * Where a message goes. `selectors` are remembered with the message, so that who gains a role, a tag or a
 * place in a swarm later finds it; `held` are names not yet known, kept for them.
 */
export type Resolution = {
  readonly recipients: readonly Recipient[]
  readonly selectors: readonly string[]
  readonly held: readonly string[]
  readonly unknown: readonly string[]
  /** Channels by name: a post stays there, whoever is subscribed. */
  readonly channels: readonly string[]
  /** Members of groups that reach nobody. */
  readonly absent: readonly string[]
  /** What each address turned out to be. */
  readonly ways: readonly Address['type'][]
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
  for (const address of addresses) {
    if (address.type === 'agent') {
      names.push(...namesOf(address.name, sender))
      roles.push(address.name)
      if (isBare(address)) places.push(address.name)
    } else if (address.type === 'session') names.push(address.name)
    else if (address.type === 'remote') names.push(address.name, `${address.swarm}/${address.name}`)
    else if (address.type === 'role') roles.push(address.name)
    else if (address.type === 'tag') tags.push(address.tag)
    else if (address.type === 'swarm') swarms.push(address.swarm)
    else if (address.type === 'set' && address.rig === null) places.push(address.set)
    else if (address.type === 'group' || address.type === 'queue' || address.type === 'channel')
      places.push(address.name)
  }
  const people = addresses.some(({ type }) => type === 'person')
  const everyone = addresses.some(({ type }) => type === 'all' || type === 'pattern' || type === 'set')
  return { names, roles, tags, swarms, people, everyone, ...(places.length > 0 ? { places } : {}) }
}

/** Only a name without any mark may be that of a role, a group, a queue or a channel as well. */
function isBare({ name, explicit }: Extract<Address, { type: 'agent' }>): boolean {
  return explicit === undefined && !name.includes('/')
}

/** What must be asked as well before groups can be opened: their members. */
export function memberAddresses({ places = [] }: Directory): readonly Address[] {
  return places.flatMap((place) => (place.type === 'group' ? place.members.map(parseAddress) : []))
}

/** An address as written, with what it says. */
export type Written = { readonly text: string; readonly address: Address }

export function readAddresses(texts: readonly string[]): readonly Written[] {
  return texts.map((text) => ({ text, address: parseAddress(text) }))
}

/**
 * Finds the recipients of addresses in what the roster answered. Every address is looked at, so that all the
 * unknown ones can be told at once. Copies are deduplicated; broadcasts leave out their sender and `exclude`.
 * @throws MailError `ambiguous`, listing the spellings that are not.
 */
export function resolveAddresses(
  written: readonly Written[],
  directory: Directory,
  sender: Sender,
  options: { readonly hold: boolean; readonly exclude: readonly string[] },
): Resolution {
  const gathering = openGathering(directory, sender, options)
  for (const { text, address } of written) gathering.add(text, address)
  return gathering.resolution()
}

function openGathering(
  directory: Directory,
  sender: Sender,
  options: { readonly hold: boolean; readonly exclude: readonly string[] },
) {
  const found = new Map<string, Recipient>()
  const selectors = new Set<string>()
  const held = new Set<string>()
  const channels = new Set<string>()
  const absent = new Set<string>()
  const unknown: string[] = []
  const ways: Address['type'][] = []

  /** Whether an answer reaches anybody, now or later. */
  function take(answer: Answer, via: string): boolean {
    const reached = answer.agents.filter(
      ({ address }) =>
        !(answer.leavesOut && (address === sender.address || options.exclude.includes(address))),
    )
    for (const { address } of reached)
      if (!found.has(address)) found.set(address, { address, via: answer.selector ?? answer.via ?? via })
    if (answer.selector !== null) selectors.add(answer.selector)
    return reached.length > 0 || answer.kept
  }

  function enter(place: Place): boolean {
    const address = placeAddress(place.type, place.name)
    if (place.type === 'group') return open(place.name, address)
    if (place.type === 'queue') {
      if (!found.has(address)) found.set(address, { address, via: address })
      return true
    }
    channels.add(place.name)
    const subscribed = directory.agents.filter(
      (agent) => isLiving(agent) && place.subscribers.includes(agent.address),
    )
    take({ ...noAnswer, agents: subscribed, leavesOut: true }, address)
    return true
  }

  function open(group: string, via: string): boolean {
    // Queues and channels are nobody's members, whatever a member's name may be.
    const places = (directory.places ?? []).filter(({ type }) => type === 'group')
    const known = { ...directory, places }
    let reaches = false
    for (const { text, address } of membersOf(group, known, sender)) {
      const answer = resolveOne(address, known, sender)
      if (answer.place === undefined && take({ ...answer, leavesOut: true }, via)) reaches = true
      else if (answer.agents.length === 0) absent.add(text)
    }
    if (!options.hold) return reaches
    // Whoever of them is not known yet finds the mail when it comes.
    for (const text of absent) held.add(text)
    return reaches || absent.size > 0
  }

  return {
    add(text: string, address: Address): void {
      const answer = resolveOne(address, directory, sender)
      ways.push(answer.place?.type ?? address.type)
      if (answer.place === undefined ? take(answer, 'to') : enter(answer.place)) return
      if (options.hold) held.add(answer.holds ?? text.trim())
      else unknown.push(text.trim())
    },
    resolution: (): Resolution => ({
      recipients: [...found.values()],
      selectors: [...selectors],
      held: [...held],
      unknown,
      channels: [...channels],
      absent: [...absent],
      ways,
    }),
  }
}

/** A group's members, its groups opened: a bare name is an agent's, a session's or a role's before it is a group's. */
function membersOf(group: string, directory: Directory, sender: Sender): readonly Written[] {
  const places = (directory.places ?? []).filter((place) => place.type === 'group')
  const groups = new Map(places.map(({ name, members }) => [name, members]))
  return readAddresses(
    expandGroup(group, groups, (name) => matchesOf(name, directory, sender).all.length > 0),
  )
}

type Answer = {
  readonly agents: readonly Agent[]
  readonly selector: string | null
  /** A broadcast: not to its own sender. */
  readonly leavesOut: boolean
  /** Kept for who comes later even when it reaches nobody now. */
  readonly kept: boolean
  readonly holds?: string
  /** What brought it, where that is not remembered for who comes later: a session. */
  readonly via?: string
  /** It is no agent at all. */
  readonly place?: Place
}

const noAnswer: Answer = { agents: [], selector: null, leavesOut: false, kept: false }

function resolveOne(address: Address, directory: Directory, sender: Sender): Answer {
  const living = directory.agents.filter(isLiving)
  const broadcast = (selector: string | null, agents: readonly Agent[]): Answer => ({
    agents,
    selector,
    leavesOut: true,
    kept: false,
  })
  switch (address.type) {
    case 'agent':
      return one(address.name, directory, sender, !isBare(address))
    case 'session':
      return {
        ...noAnswer,
        agents: living.filter(({ session }) => session === address.name),
        via: `session:${address.name}`,
      }
    case 'person':
      return { ...noAnswer, agents: living.filter(({ kind }) => kind === 'user' || kind === 'admin') }
    case 'role':
      return {
        agents: living.filter((agent) => rolesOf(agent).includes(address.name)),
        selector: `role:${address.name}`,
        leavesOut: false,
        kept: true,
      }
    case 'tag':
      return {
        agents: living.filter(({ tags }) => tags.includes(address.tag)),
        selector: address.tag,
        leavesOut: true,
        kept: false,
      }
    case 'all':
      return broadcast('all', living)
    case 'swarm':
      return broadcast(
        `swarm:${address.swarm}`,
        living.filter((agent) => swarmOf(agent) === address.swarm),
      )
    case 'pattern':
      return broadcast(
        null,
        living.filter((agent) => matchesPattern(address.pattern, agent.address, agent.longForm)),
      )
    case 'set': {
      const stored = address.rig === null ? findPlace(directory, 'group', address.set) : undefined
      if (stored !== undefined) return { ...noAnswer, place: stored }
      return broadcast(
        null,
        living.filter((agent) => inSet(agent, address.set, address.rig)),
      )
    }
    case 'remote': {
      if (address.swarm !== sender.swarm) return noAnswer
      return one(`${address.swarm}/${address.name}`, directory, sender, true)
    }
    case 'group':
    case 'queue':
    case 'channel': {
      const place = findPlace(directory, address.type, address.name)
      const holds = placeAddress(address.type, address.name)
      return place === undefined ? { ...noAnswer, holds } : { ...noAnswer, holds, place }
    }
  }
}

function findPlace({ places = [] }: Directory, type: Place['type'], name: string): Place | undefined {
  return places.find((place) => place.type === type && place.name === name)
}

/** One agent by its name; an agent and the role that it alone holds are one match. */
function one(name: string, directory: Directory, sender: Sender, explicit: boolean): Answer {
  const { named, sessions, holders, all } = matchesOf(name, directory, sender, explicit)
  const places = explicit ? [] : (directory.places ?? []).filter((place) => place.name === name)
  const [place] = places
  if (all.length + places.length <= 1)
    return {
      ...noAnswer,
      agents: all,
      holds: name,
      ...(named.length + holders.length === 0 && all.length > 0 ? { via: `session:${name}` } : {}),
      ...(place === undefined ? {} : { place }),
    }
  const spellings = [
    ...named.map(({ address }) => `agent:${address}`),
    ...(sessions.length > 0 ? [`session:${name}`] : []),
    ...(holders.length > 0 ? [`role:${name}`] : []),
    ...places.map(({ type }) => placeAddress(type, name)),
  ]
  throw new MailError(
    'ambiguous',
    `${name} could be ${spellings.length === 1 ? 'several agents' : spellings.join(' or ')}`,
    `Write one of ${spellings.join(', ')}.`,
  )
}

/** Who bears a name: agents, who runs in the session, and, unless an agent is asked for, who holds the role. */
function matchesOf(name: string, directory: Directory, sender: Sender, explicit = false) {
  const living = directory.agents.filter(isLiving)
  const exact = living.find(({ address }) => address === name)
  const slash = name.indexOf('/')
  const [swarm, member] = slash < 0 ? [sender.swarm, name] : [name.slice(0, slash), name.slice(slash + 1)]
  const members = living.filter(
    (agent) =>
      agent !== exact &&
      swarm !== null &&
      (agent.address === `${swarm}/${member}` || (agent.address === member && swarmOf(agent) === swarm)),
  )
  const only = explicit && slash < 0
  const sessions = only ? [] : living.filter(({ session }) => session === name)
  const holders = explicit || slash >= 0 ? [] : living.filter((agent) => rolesOf(agent).includes(name))
  const named = exact ? [exact] : members
  return { named, sessions, holders, all: [...new Set([...named, ...sessions, ...holders])] }
}

/** Gas Town's sets, by the roles and places that its addresses spell. */
function inSet(agent: Agent, set: string, rig: string | null): boolean {
  const form = agent.longForm ?? agent.address
  const [place = '', part = ''] = form.split('/')
  if (rig !== null) return place === rig && (set === 'rig' || part === set)
  switch (set) {
    case 'town':
      return form === 'mayor/' || form === 'deacon/' || form === 'mayor' || form === 'deacon'
    case 'crew':
      return part === 'crew'
    case 'witnesses':
      return part === 'witness'
    case 'refineries':
      return part === 'refinery'
    case 'dogs':
      return place === 'deacon' && part === 'dogs'
    case 'deacons':
      return agent.address === 'deacon/'
    case 'overseer':
      return agent.kind === 'user' || agent.kind === 'admin'
    default:
      return false
  }
}
