import { isUuid } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'

/** The id of a task for other swarms, whatever its name in this one. */
export function wireIdOf(swarm: string, id: string): string {
  return isUuid(id) ? id.toLowerCase() : uuidOfName(`${swarm} ${id}`)
}

/** The task of a message between swarms. A message without one starts its sender's own task, named after its thread. */
export function taskIdOf(swarm: string, { task, thread }: Pick<Message, 'task' | 'thread'>): string {
  return task ?? uuidOfName(`${swarm} thread ${thread}`)
}

/** A UUID that is always the same for a name, in the shape of version 8. */
export function uuidOfName(name: string): string {
  // Loading it takes longer than most commands run, and few ask.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
