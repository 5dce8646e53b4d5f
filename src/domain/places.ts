import { MailError } from './errors.ts'

/**
 * A place collects mail under its own name: a group passes it to its members, a queue to one claimant, a channel to its
 * subscribers.
 */
export type Place =
  | { readonly type: 'group'; readonly name: string; readonly members: readonly string[] }
  | { readonly type: 'queue'; readonly name: string; readonly status: 'active' | 'paused' | 'closed' }
  | {
      readonly type: 'channel'
      readonly name: string
      readonly status: 'active' | 'closed'
      readonly subscribers: readonly string[]
    }

export type PlaceType = Place['type']

/** The kinds of tags that address their bearers; each tag in use is a stream of the mail that was sent to it. */
export const tagKinds = ['concern', 'domain', 'project'] as const

const tagForm = /^(?:concern|domain|project):./su

export function isTag(address: string): boolean {
  return tagForm.test(address)
}

const nameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/u
const rigForm = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/u

export function isPlaceName(type: PlaceType, name: string): boolean {
  if (type !== 'queue') return nameForm.test(name)
  const [last = '', ...rest] = name.split('/').reverse()
  return nameForm.test(last) && rest.length <= 1 && rest.every((rig) => rigForm.test(rig))
}

/**
 * The name in `ops`, `group:ops` or `@ops`.
 * @throws MailError `usage` where no place can be called so
 */
export function requirePlaceName(type: PlaceType, written: string): string {
  const prefix = `${type}:`
  const bare = written.startsWith(prefix) ? written.slice(prefix.length) : written
  const name = type === 'group' && bare.startsWith('@') ? bare.slice(1) : bare
  if (isPlaceName(type, name)) return name
  throw new MailError(
    'usage',
    `Invalid name for a ${type}: ${JSON.stringify(written.slice(0, 100))}`,
    `Use at most 64 lowercase letters, digits, - and _${type === 'queue' ? '; write rig/name for the queue of a rig' : ''}.`,
  )
}

/** The address of a place, which also owns the items of a queue. */
export function placeAddress(type: PlaceType, name: string): string {
  return `${type}:${name}`
}

/** The place that owns a mailbox, if the owner is not an agent. */
export function placeOf(address: string): { readonly type: PlaceType; readonly name: string } | null {
  const [, type, name] = /^(group|queue|channel):(.+)$/su.exec(address) ?? []
  return type === undefined || name === undefined ? null : { type: type as PlaceType, name }
}

export function isQueueAddress(address: string): boolean {
  return address.startsWith('queue:')
}
