import { normalName } from '../../domain/addressing/address.ts'
import type { Json } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import type { Priority } from '../../domain/priority.ts'
import type { Parcel } from '../parcel.ts'

const types = ['task', 'scavenge', 'notification', 'reply', 'escalation'] as const
const kindOfType: Readonly<Record<(typeof types)[number], Kind>> = {
  task: 'request',
  scavenge: 'request',
  notification: 'notification',
  reply: 'response',
  escalation: 'escalation',
}
const typeOfKind: Readonly<Record<Kind, (typeof types)[number]>> = {
  request: 'task',
  response: 'reply',
  notification: 'notification',
  handoff: 'task',
  escalation: 'escalation',
  broadcast: 'notification',
  interrupt: 'task',
  complete: 'notification',
  claim: 'task',
  counter: 'task',
  evidence: 'task',
  agree: 'reply',
  concede: 'reply',
  query: 'task',
  directive: 'task',
}

/** An unknown word is a notification, as in Gas Town. */
export function kindOf(type: string | null): Kind {
  const known = types.find((one) => one === type)
  return known === undefined ? 'notification' : kindOfType[known]
}

export function typeOf(kind: Kind): string {
  return typeOfKind[kind]
}

const order: readonly Priority[] = ['urgent', 'high', 'normal', 'low']

/** A word, or a bead's number from 0; anything else is normal. */
export function priorityOf(value: Json | undefined): Priority {
  if (typeof value === 'number') return order[value] ?? 'normal'
  return order.find((word) => word === value) ?? 'normal'
}

export function numberOf(priority: Priority): number {
  return order.indexOf(priority)
}

/** Addresses in normal form: `mayor` is `mayor/`, `rig/crew/x` is `rig/x`; `queue:n` and the like stay. */
export function addressOf(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[\w-]+:|^@/u.test(trimmed) ? trimmed : normalName(trimmed)
}

/** `queue:n`, `channel:n` or an agent, by the fields of a message. */
export function placeIn(to: readonly string[], type: 'queue' | 'channel'): string | null {
  const only = to.length === 1 ? to[0] : undefined
  return only?.startsWith(`${type}:`) ? only.slice(type.length + 1) : null
}

/** Beads have titles of 1 to 500 bytes; without a subject the title is the beginning of the body. */
export function titleOf({ subject, body }: Pick<Parcel, 'subject' | 'body'>): string {
  const title = subject.trim() === '' ? (body.trim().split('\n')[0] ?? '') : subject
  const cut = Buffer.from(title)
    .subarray(0, 500)
    .toString()
    .replace(/\ufffd+$/u, '')
  return Buffer.byteLength(title) <= 500 ? title || '(no subject)' : cut
}
