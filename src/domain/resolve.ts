import { type Address, matchesPattern, parseAddress } from './address.ts'
import { MailError } from './errors.ts'
import { type Agent, isLiving, rolesOf, swarmOf } from './roster.ts'

/** What the roster must be asked before these addresses can be resolved. */
export type RosterQuestion = {
  readonly names: readonly string[]
  readonly roles: readonly string[]
  readonly tags: readonly string[]
  readonly swarms: readonly string[]
  readonly people: boolean
  readonly everyone: boolean
}

/** The roster's answer: every agent that any question touches, and the roster's version at that moment. */
export type Directory = { readonly agents: readonly Agent[]; readonly version: number }

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
  for (const address of addresses) {
    if (address.type === 'agent') {
      names.push(...namesOf(address.name, sender))
      roles.push(address.name)
    } else if (address.type === 'session') names.push(address.name)
    else if (address.type === 'remote') names.push(address.name, `${address.swarm}/${address.name}`)
    else if (address.type === 'role') roles.push(address.name)
    else if (address.type === 'tag') tags.push(address.tag)
    else if (address.type === 'swarm') swarms.push(address.swarm)
  }
  const people = addresses.some(({ type }) => type === 'person')
  const everyone = addresses.some(({ type }) => type === 'all' || type === 'pattern' || type === 'set')
  return { names, roles, tags, swarms, people, everyone }
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
  const found = new Map<string, Recipient>()
  const selectors = new Set<string>()
  const held = new Set<string>()
  const unknown: string[] = []
  for (const { text, address } of written) {
    const answer = resolveOne(address, directory, sender)
    const reached = answer.agents.filter(
      ({ address }) =>
        !(answer.leavesOut && (address === sender.address || options.exclude.includes(address))),
    )
    for (const { address } of reached)
      if (!found.has(address)) found.set(address, { address, via: answer.selector ?? 'to' })
    if (answer.selector !== null) selectors.add(answer.selector)
    if (reached.length > 0 || answer.kept) continue
    if (options.hold) held.add(answer.holds ?? text.trim())
    else unknown.push(text.trim())
  }
  return { recipients: [...found.values()], selectors: [...selectors], held: [...held], unknown }
}

type Answer = {
  readonly agents: readonly Agent[]
  readonly selector: string | null
  /** A broadcast: not to its own sender. */
  readonly leavesOut: boolean
  /** Kept for who comes later even when it reaches nobody now. */
  readonly kept: boolean
  readonly holds?: string
}

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
      return one(address.name, directory, sender)
    case 'session':
      return {
        agents: living.filter(({ session }) => session === address.name),
        selector: null,
        leavesOut: false,
        kept: false,
      }
    case 'person':
      return {
        agents: living.filter(({ kind }) => kind === 'user' || kind === 'admin'),
        selector: null,
        leavesOut: false,
        kept: false,
      }
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
    case 'set':
      return broadcast(
        null,
        living.filter((agent) => inSet(agent, address.set, address.rig)),
      )
    case 'remote': {
      if (address.swarm !== sender.swarm) return { agents: [], selector: null, leavesOut: false, kept: false }
      return one(`${address.swarm}/${address.name}`, directory, sender)
    }
    case 'group':
    case 'queue':
    case 'channel':
      return { agents: [], selector: null, leavesOut: false, kept: false }
  }
}

/** One agent by its name; an agent and the role that it alone holds are one match. */
function one(name: string, directory: Directory, sender: Sender): Answer {
  const to = (agents: readonly Agent[]): Answer => ({
    agents,
    selector: null,
    leavesOut: false,
    kept: false,
    holds: name,
  })
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
  const sessions = living.filter(({ session }) => session === name)
  const holders = slash < 0 ? living.filter((agent) => rolesOf(agent).includes(name)) : []
  const named = exact ? [exact] : members
  const all = [...new Set([...named, ...sessions, ...holders])]
  if (all.length <= 1) return to(all)
  const spellings = [
    ...named.map(({ address }) => `agent:${address}`),
    ...(sessions.length > 0 ? [`session:${name}`] : []),
    ...(holders.length > 0 ? [`role:${name}`] : []),
  ]
  throw new MailError(
    'ambiguous',
    `${name} could be ${spellings.length === 1 ? 'several agents' : spellings.join(' or ')}`,
    `Write one of ${spellings.join(', ')}.`,
  )
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
