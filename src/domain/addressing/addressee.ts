import { MailError } from '../errors.ts'
import { type Place, placeAddress } from '../places.ts'
import { isLiving, type RosterEntry, rolesOf, swarmOf } from '../roster.ts'
import type { Address } from './address.ts'
import { type Directory, isBare, isShorthand, type Sender } from './roster-question.ts'
import { fits, inSet } from './sets.ts'

/** The result of resolving one address on its own. */
export type Answer = {
  readonly agents: readonly RosterEntry[]
  readonly selector: string | null
  /** A broadcast, which leaves out its sender. */
  readonly leavesOut: boolean
  /** Held for later recipients, even if there are none now. */
  readonly kept: boolean
  readonly holds?: string
  /** The selector of the copy if it is not stored for later recipients: a session. */
  readonly via?: string
  /** An agent of another swarm. Only that swarm knows whether it exists. */
  readonly remote?: string
  /** It is not an agent. */
  readonly place?: Place
}

export const noAnswer: Answer = { agents: [], selector: null, leavesOut: false, kept: false }

/** @throws MailError `ambiguous`, listing the spellings that are not */
export function resolveOne(address: Address, directory: Directory, sender: Sender): Answer {
  const living = directory.agents.filter(isLiving)
  const broadcast = (selector: string | null, agents: readonly RosterEntry[]): Answer => ({
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
        living.filter((agent) => fits(address, agent)),
      )
    case 'set': {
      const stored = address.rig === null ? findPlace(directory, 'group', address.set) : undefined
      if (stored !== undefined) return { ...noAnswer, place: stored }
      return broadcast(
        null,
        living.filter((agent) => inSet(agent, address.set, address.rig)),
      )
    }
    case 'remote':
      return remote(address, directory, sender)
    case 'best':
      throw chosenLater()
    case 'group':
    case 'queue':
    case 'channel': {
      const place = findPlace(directory, address.type, address.name)
      const holds = placeAddress(address.type, address.name)
      return place === undefined ? { ...noAnswer, holds } : { ...noAnswer, holds, place }
    }
  }
}

/** The best agent is chosen per message, so it is known only once there is a new message. */
function chosenLater(): MailError {
  return new MailError(
    'usage',
    'best: chooses a recipient only for the TO of mail that is written here.',
    'Name an agent, or write to role:NAME.',
  )
}

function findPlace({ places = [] }: Directory, type: Place['type'], name: string): Place | undefined {
  return places.find((place) => place.type === type && place.name === name)
}

/** A member of another swarm that is known, or of one that has members here: our own is one of those. */
function remote(
  { name, swarm }: Extract<Address, { type: 'remote' }>,
  directory: Directory,
  sender: Sender,
): Answer {
  const own = swarm === sender.swarm
  if (!own && (directory.peers ?? []).includes(swarm)) return { ...noAnswer, remote: `${name}@${swarm}` }
  const member = one(`${swarm}/${name}`, directory, sender, true)
  if (member.agents.length > 0) return member
  if (!own) return noAnswer
  // Agents without a swarm belong to the store's swarm.
  const local = directory.agents.filter(
    (agent) => isLiving(agent) && agent.address === name && swarmOf(agent) === null,
  )
  return { ...member, agents: local, holds: name }
}

/**
 * One agent by its name, or the role that a bare name means. An agent and the role of its own name that it alone holds
 * are one match.
 */
function one(name: string, directory: Directory, sender: Sender, explicit: boolean): Answer {
  const matches = matchesOf(name, directory, sender, explicit)
  const { named, sessions, holders, all } = matches
  const places = explicit ? [] : (directory.places ?? []).filter((place) => place.name === name)
  const [place] = places
  if (!explicit && places.length === 0 && isRoleOnly(name, directory, matches))
    return resolveOne({ type: 'role', name }, directory, sender)
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
    `${name} could be ${spellings.length === 1 ? 'one of several agents' : spellings.join(' or ')}`,
    `Use one of ${spellings.join(', ')}.`,
  )
}

/** Whether a bare name is a role and no agent's own. Retired holders make it a role too: its mail waits for the next one. */
function isRoleOnly(
  name: string,
  { agents }: Directory,
  { named, sessions, holders, all }: ReturnType<typeof matchesOf>,
): boolean {
  if (holders.length > 0) return named.length === 0 && (sessions.length === 0 || all.length === 1)
  return (
    all.length === 0 &&
    !agents.some(({ address }) => address === name) &&
    agents.some((agent) => rolesOf(agent).includes(name))
  )
}

/** The agents that a name means: by address, by session and, unless `agent:` was written, by role. */
export function matchesOf(name: string, directory: Directory, sender: Sender, explicit = false) {
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
  const meant = living.filter(({ longForm }) => isShorthand(name) && longForm?.endsWith(`/${name}`))
  const named = exact ? [exact] : [...new Set([...members, ...meant])]
  return { named, sessions, holders, all: [...new Set([...named, ...sessions, ...holders])] }
}
