import { parseId, shortId } from '../../domain/id.ts'

/** A context is a thread: its id is that of the message that began it, as people see it. */
export function contextIdOf(thread: number): string {
  return shortId(thread)
}

/** `null` for what is no id of a thread. */
export function threadOf(contextId: string): number | null {
  const reference = parseId(contextId)
  return reference.form === 'short' && shortId(reference.id) === contextId ? reference.id : null
}
