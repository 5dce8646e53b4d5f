import type { Json } from '../../domain/json.ts'
import type { Priority } from '../../domain/priority.ts'
import { isMoment, timeOf, UnreadableError } from '../fields.ts'
import { nameIn } from '../names.ts'

/** The person who writes from its web page. */
const overseer = 'HumanOverseer'

/** Agents of two projects may be called alike, so each has its project before its name. */
export function addressOf(project: string, name: string): string {
  return name === overseer ? 'overseer' : `${nameIn(project)}/${nameIn(name)}`
}

export function isOverseer(name: string): boolean {
  return name === overseer
}

/** What the messages that were read are called here, by project and number. */
export type Names = Map<string, string>

/** A number alone is not unique: numbers begin anew after a reset. */
export function nameMessage(names: Names, project: string, number: string, sentAt: number): string {
  const id = `${project}/${number}-${sentAt}`
  names.set(`${project}/${number}`, id)
  return id
}

const priorities: readonly Priority[] = ['low', 'normal', 'high', 'urgent']

export function priorityOf(importance: string | null): Priority {
  return priorities.find((one) => one === importance) ?? 'normal'
}

/** Text in UTC, or a number: of microseconds where it is large. @throws UnreadableError */
export function momentOf(value: Json | undefined, name: string): number {
  if (typeof value === 'string') return timeOf(value, name)
  if (typeof value !== 'number') throw new UnreadableError(`${name} is missing`)
  const at = Math.floor(value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000)
  if (isMoment(at)) return at
  throw new UnreadableError(`${name} is no time: ${value}`)
}

export function optionalMoment(value: Json | undefined, name: string): number | null {
  return value === null || value === undefined ? null : momentOf(value, name)
}

/** The thread, and the message that began it where it is named after one: then its name is that message's number. */
export function threadOf(
  names: Names,
  project: string,
  thread: string | null,
  number: string,
): { readonly thread: string | null; readonly replyTo: string | null } {
  if (thread === null || thread.trim() === '') return { thread: null, replyTo: null }
  const first = /^\d+$/u.test(thread) ? names.get(`${project}/${thread}`) : undefined
  return { thread: first ?? `${project}/${thread}`, replyTo: thread === number ? null : (first ?? null) }
}

/** The paths of attachments; what is embedded is in the text already. */
export function pathsOf(attachments: Json | undefined): readonly string[] {
  const list = typeof attachments === 'string' ? parsed(attachments) : attachments
  if (!Array.isArray(list)) return []
  return (list as readonly Json[]).flatMap((one) => {
    const path = typeof one === 'object' && one !== null && 'path' in one ? one['path'] : undefined
    return typeof path === 'string' && path !== '' ? [path] : []
  })
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
