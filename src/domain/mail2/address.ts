import { isRemote, parseAddress, swarmIn } from '../addressing/address.ts'
import { MailError } from '../errors.ts'
import type { AgentKind } from '../priority.ts'
import { nameOfSlug, slugOf } from './slug.ts'

/** Where addresses of MAIL 2.0 are written: whose host it is, and how those who have names here are to be spelled. */
export type Here = {
  readonly swarm: string
  readonly host: string
  /** `null` for somebody who is not on the roster. */
  readonly kindOf: (address: string) => AgentKind | null
}

/** What an address of MAIL 2.0 means here: `address` is ours. `person`: only somebody of that kind is meant. */
export type Meant = { readonly address: string; readonly person?: 'user' | 'admin' }

/** Words that mean everybody, or the people, and are no groups. */
const words: ReadonlySet<string> = new Set(['all', 'overseer', 'human', 'user', 'ceo'])
const daemon = 'system'

/** One of our addresses, as it was written in a message, as one of MAIL 2.0. What may reach several is a list. */
export function mailAddressOf(written: string, here: Here): string {
  const text = written.startsWith('agent:') ? written.slice('agent:'.length) : written
  const { swarm, host } = here
  if (text === daemon) return `daemon:${daemon}@${host}`
  if (isForSeveral(text)) return `list:${listNameOf(text)}@${slugOf(swarm)}@${host}`
  if (isRemote(text) && swarmIn(text) !== swarm)
    return `${slugOf(text.slice(0, text.lastIndexOf('@')))}@${slugOf(swarmIn(text))}@${host}`
  const name = isRemote(text) ? text.slice(0, text.lastIndexOf('@')) : text
  const kind = here.kindOf(name)
  return kind === 'user' || kind === 'admin'
    ? `${kind}:${slugOf(name)}@${host}`
    : `${slugOf(name)}@${slugOf(swarm)}@${host}`
}

function isForSeveral(text: string): boolean {
  return words.has(text) || text.includes(':') || text.startsWith('@') || text.includes('*')
}

/** The name of a list: that of the group, or our address of whatever else reaches several. */
export function listNameOf(address: string): string {
  const group = /^(?:group:|@)([a-z0-9][a-z0-9_-]*)$/u.exec(address)?.[1]
  const isGroup = address.startsWith('group:') && group !== undefined && !words.has(group)
  return slugOf(isGroup ? group : address)
}

/** Our address of a list. @throws MailError `not-found` */
export function listOfName(slug: string): string {
  const name = nameOfSlug(slug)
  const address = name === null || isForSeveral(name) ? name : `group:${name}`
  if (address !== null && listNameOf(address) === slug) return address
  throw new MailError('not-found', `There is no list ${slug}.`, '')
}

/**
 * Reads an address of MAIL 2.0.
 * @param hosts the names of this server
 * @throws MailError `usage` it is malformed, or of another server · `not-found` nobody here can be called so
 */
export function readMailAddress(
  text: string,
  { swarm }: Pick<Here, 'swarm'>,
  hosts: readonly string[],
): Meant {
  const [, type, id = '', place = '', host = ''] = form.exec(text) ?? []
  if (id === '') throw malformed(text)
  if (!hosts.includes(host.toLowerCase()))
    throw new MailError('usage', `${text} is an address of another server; this one is ${hosts[0]}.`, '')
  if (place === '') return hostScoped(text, type, id)
  if (type !== undefined && type !== 'list') throw malformed(text)
  const [own, name] = [nameOfSlug(place) === swarm, nameOfSlug(id)]
  if (type === 'list') {
    if (own) return { address: requireOurs(listOfName(id), text) }
    throw new MailError('not-found', `There is no swarm ${place} with lists here.`, '')
  }
  const other = nameOfSlug(place)
  if (name === null || other === null) throw malformed(text)
  return { address: requireOurs(own ? `agent:${name}` : `${name}@${other}`, text) }
}

const form = /^(?:(\w+):)?([a-z0-9-]+)(?:@([a-z0-9-]+))?@(\[?[\w.:-]+\]?)$/iu

function hostScoped(text: string, type: string | undefined, id: string): Meant {
  const name = nameOfSlug(id)
  if (type === 'daemon') throw new MailError('usage', `${text} reads no mail.`, '')
  if (name === null || (type !== 'user' && type !== 'admin')) throw malformed(text)
  return { address: requireOurs(`agent:${name}`, text), person: type }
}

/** @throws MailError `usage` where nobody can be called so */
function requireOurs(address: string, text: string): string {
  try {
    parseAddress(address)
    return address
  } catch {
    throw malformed(text)
  }
}

function malformed(text: string): MailError {
  return new MailError(
    'usage',
    `${JSON.stringify(text.slice(0, 200))} is no address.`,
    'Addresses are NAME@SWARM@HOST, list:NAME@SWARM@HOST, user:NAME@HOST and admin:NAME@HOST.',
  )
}
