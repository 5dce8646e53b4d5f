import { parseAddress, requireAgentName } from '../../domain/addressing/address.ts'
import { type Resolution, readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { isMailError } from '../../domain/errors.ts'
import type { AgentKind } from '../../domain/priority.ts'
import { isAnotherRole, isLiving, type RosterEntry, rolesOf } from '../../domain/roster.ts'
import { unnamedSwarm } from '../../domain/task.ts'
import type { Format } from '../../formats/format.ts'
import type { Names } from '../../formats/gather.ts'
import { everyone, type Parcel } from '../../formats/parcel.ts'

/** Headers that are resolved once: mail mostly goes between the same few. */
const mostResolved = 10_000
const people = new Set(['overseer', 'human', 'user', 'ceo'])

/** The address of a sender, in normal form; one of another swarm keeps its swarm's name. @throws MailError `usage` */
export function senderOf(written: string, swarm: string | null): string {
  const text = written.trim()
  const [, name, abroad] = /^([^@]+)@([^@]+)$/u.exec(text) ?? []
  if (name !== undefined && abroad !== undefined) {
    const own = requireAgentName(name).name
    return abroad === (swarm ?? unnamedSwarm) ? own : `${own}@${abroad}`
  }
  return text === 'system' || people.has(text) ? text : requireAgentName(text).name
}

export function senderKind(sender: string, agent: RosterEntry | undefined): AgentKind {
  if (sender === 'system') return 'system'
  if (people.has(sender)) return 'user'
  return agent?.kind ?? 'agent'
}

/** How the names of many messages become recipients, with one look at the roster. */
export type Addressing = {
  readonly agents: ReadonlyMap<string, RosterEntry>
  /** Agents to register so that these messages have recipients, and roles that share a mailbox. */
  missing(names: Names): readonly { readonly address: string; readonly longForm: string | null }[]
  /** @throws MailError for an invalid address */
  resolve(parcel: Pick<Parcel, 'from' | 'to' | 'cc'>): {
    readonly to: Resolution
    readonly cc: Resolution
    readonly sender: string
  }
  /** The mailbox that a copy's owner means; `null` where nobody is called so. */
  owner(written: string): string | null
}

/** The roster's entry for a name, and how to interpret the name. */
function openNames(format: Format, directory: Directory, swarm: string | null) {
  const agents = new Map(directory.agents.map((agent) => [agent.address, agent]))
  const living = directory.agents.filter(isLiving)
  const sessions = new Map(
    living.flatMap(({ session, address }) => (session === null ? [] : [[session, address] as const])),
  )
  const others = new Set([
    ...directory.agents.flatMap(rolesOf),
    ...(directory.places ?? []).map(({ name }) => name),
    ...living.flatMap(({ address, swarm: own }) => (own === null ? [] : [`${own}/${address}`])),
  ])
  const isKnown = (name: string) =>
    agents.has(name) ||
    sessions.has(name) ||
    others.has(name) ||
    (swarm !== null && agents.has(`${swarm}/${name}`))
  return {
    agents,
    living,
    sessions,
    isKnown,
    /** An unknown plain name is a role in some formats, and an unregistered agent in others. */
    isNewRole: (text: string) => isBare(text) && !isKnown(text) && format.unknownName(text) === 'role',
    /** The agent of that name first; the role of a retired one if others hold it. */
    spelled(text: string): string {
      const agent = isBare(text) ? agents.get(text) : undefined
      if (agent === undefined) return text
      return isLiving(agent) || !living.some((one) => rolesOf(one).includes(text)) ? `agent:${text}` : text
    },
  }
}

function isBare(text: string): boolean {
  return /^[^:@*/]+$/u.test(text) && text !== 'all' && text !== 'system' && !people.has(text)
}

export function openAddressing(format: Format, directory: Directory, swarm: string | null): Addressing {
  const { agents, living, sessions, isKnown, isNewRole, spelled } = openNames(format, directory, swarm)
  const resolved = new Map<string, ReturnType<Addressing['resolve']>>()
  return {
    agents,
    missing({ senders, recipients, owners }) {
      const found = new Map<string, { readonly address: string; readonly longForm: string | null }>()
      const add = (written: string) => {
        if (found.has(written) || people.has(written) || written === everyone || written === 'system') return
        const name = agentNamed(written)
        if (name === null) return
        const holder = agents.get(name.name)
        const isNew = holder === undefined ? !isKnown(name.name) : isAnotherRole(holder, name.longForm)
        if (isNew) found.set(name.longForm ?? name.name, { address: name.name, longForm: name.longForm })
      }
      for (const written of senders) add(written.trim())
      for (const written of recipients) if (!isNewRole(written.trim())) add(written.trim())
      for (const written of owners) add(written)
      return [...found.values()]
    },
    resolve({ from, to, cc }) {
      const key = JSON.stringify([from, to, cc])
      const known = resolved.get(key)
      if (known !== undefined) return known
      const sender = senderOf(from, swarm)
      const by = { address: sender, swarm: agents.get(sender)?.swarm ?? swarm }
      const find = (names: readonly string[]) => {
        const texts = names.map((name) => name.trim()).filter((name) => name !== 'system')
        const roles = texts.filter(isNewRole)
        const spelling = texts.map((text) => (roles.includes(text) ? `role:${text}` : spelled(text)))
        const found = resolveAddresses(readAddresses(spelling), directory, by, { hold: true, exclude: [] })
        return roles.length === 0 ? found : { ...found, held: [...new Set([...found.held, ...roles])] }
      }
      const answer = { to: find(to), cc: find(cc), sender }
      if (resolved.size >= mostResolved) resolved.clear()
      resolved.set(key, answer)
      return answer
    },
    owner(written) {
      if (written.startsWith('queue:')) return written
      const name = agentNamed(written)?.name
      if (name !== undefined && agents.has(name)) return name
      if (people.has(written))
        return living.find(({ kind }) => kind === 'user' || kind === 'admin')?.address ?? null
      if (name === undefined) return null
      const member = swarm !== null && agents.has(`${swarm}/${name}`) ? `${swarm}/${name}` : undefined
      return sessions.get(name) ?? member ?? null
    },
  }
}

/** The agent that an address names; `null` for all other and invalid addresses. */
function agentNamed(written: string): { readonly name: string; readonly longForm: string | null } | null {
  try {
    return parseAddress(written).type === 'agent' ? requireAgentName(written) : null
  } catch (error) {
    if (isMailError(error)) return null
    throw error
  }
}
