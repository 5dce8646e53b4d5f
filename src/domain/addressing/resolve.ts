import { isSubscribingMany } from '../channel.ts'
import { expandGroup } from '../group.ts'
import { type Place, placeAddress } from '../places.ts'
import { isLiving } from '../roster.ts'
import { orderedWays, type Ways } from '../ways.ts'
import { type Address, parseAddress } from './address.ts'
import { type Answer, matchesOf, noAnswer, resolveOne } from './addressee.ts'
import type { Directory, Sender } from './roster-question.ts'

/** What brought a copy: the recipient itself (`to`), or selectors such as `role:architect`. */
export type Recipient = Ways & { readonly address: string }

/**
 * Where a message goes. `selectors` are remembered with the message, so that who gains a role, a tag or a
 * place in a swarm later finds it; `held` are names not yet known, kept for them.
 */
export type Resolution = {
  readonly recipients: readonly Recipient[]
  readonly selectors: readonly string[]
  readonly held: readonly string[]
  readonly unknown: readonly string[]
  /** Channels by name. They keep the post, with or without subscribers. */
  readonly channels: readonly string[]
  /** Members of groups that reach nobody. */
  readonly absent: readonly string[]
  /** The meaning of each address. */
  readonly ways: readonly Address['type'][]
}

/** An address as written, with what it says. */
export type Written = { readonly text: string; readonly address: Address }

export function readAddresses(texts: readonly string[]): readonly Written[] {
  return texts.map((text) => ({ text, address: parseAddress(text) }))
}

/**
 * Finds the recipients of addresses in the roster's answer. It checks every address, so that one error can list all
 * unknown ones. It removes duplicate copies; broadcasts leave out the sender and `exclude`.
 * @throws MailError `ambiguous`, listing the unambiguous spellings
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
  const found = new Map<string, string[]>()
  const selectors = new Set<string>()
  const held = new Set<string>()
  const channels = new Set<string>()
  const absent = new Set<string>()
  const unknown: string[] = []
  const ways: Address['type'][] = []

  function enlist(address: string, via: string): true {
    const known = found.get(address)
    if (known === undefined) found.set(address, [via])
    else known.push(via)
    return true
  }

  /** Whether a resolution has recipients, now or later. */
  function take(answer: Answer, via: string): boolean {
    const reached = answer.agents.filter(
      ({ address }) =>
        !(answer.leavesOut && (address === sender.address || options.exclude.includes(address))),
    )
    for (const { address } of reached) enlist(address, answer.selector ?? answer.via ?? via)
    if (answer.selector !== null) selectors.add(answer.selector)
    if (answer.remote !== undefined) return enlist(answer.remote, via)
    return reached.length > 0 || answer.kept
  }

  function enter(place: Place): boolean {
    const address = placeAddress(place.type, place.name)
    if (place.type === 'group') return open(place.name, address)
    if (place.type === 'queue') return enlist(address, address)
    channels.add(place.name)
    const subscribed = directory.agents.filter(
      (agent) => isLiving(agent) && place.subscribers.includes(agent.address),
    )
    const many = readAddresses(place.subscribers.filter(isSubscribingMany))
    const meant = many.flatMap((one) => resolveOne(one.address, { ...directory, places: [] }, sender).agents)
    take({ ...noAnswer, agents: [...subscribed, ...meant], leavesOut: true }, address)
    return true
  }

  function open(group: string, via: string): boolean {
    // Nested groups were already expanded, so no member is a place here.
    const known = { ...directory, places: [] }
    let reaches = false
    for (const { text, address } of membersOf(group, directory, sender)) {
      const answer = resolveOne(address, known, sender)
      if (take({ ...answer, leavesOut: true }, via)) reaches = true
      else if (answer.agents.length === 0) absent.add(address.type === 'agent' ? address.name : text)
    }
    if (!options.hold) return reaches
    // Members who are not registered yet get the mail when they register.
    for (const text of absent) held.add(text)
    return reaches || absent.size > 0
  }

  return {
    add(text: string, address: Address): void {
      const answer = resolveOne(address, directory, sender)
      ways.push(answer.place?.type ?? (answer.kept ? 'role' : address.type))
      if (answer.place === undefined ? take(answer, 'to') : enter(answer.place)) return
      if (options.hold) held.add(holdsAs(answer) ?? text.trim())
      else unknown.push(text.trim())
    },
    resolution: (): Resolution => ({
      recipients: [...found].map(([address, by]) => ({ address, ...orderedWays(by) })),
      selectors: [...selectors],
      held: [...held],
      unknown,
      channels: [...channels],
      absent: [...absent],
      ways,
    }),
  }
}

/**
 * A group's members, with nested groups expanded. A bare name means an agent, a session or a role before it means a
 * group.
 */
function membersOf(group: string, directory: Directory, sender: Sender): readonly Written[] {
  const places = (directory.places ?? []).filter((place) => place.type === 'group')
  const groups = new Map(places.map(({ name, members }) => [name, members]))
  return readAddresses(
    expandGroup(group, groups, (name) => matchesOf(name, directory, sender).all.length > 0),
  )
}

/** The name under which mail is held for it: a place's own name, however it was written. */
function holdsAs({ place, holds }: Answer): string | undefined {
  return place === undefined ? holds : placeAddress(place.type, place.name)
}
