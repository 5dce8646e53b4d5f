import { type Commission, systemSubjects } from '../../domain/commission.ts'
import { isLost } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { FullMessage } from '../../domain/message.ts'
import { endAsSystem } from '../../operations/tasks/system-word.ts'
import { surroundingsOf } from './wire/surroundings.ts'
import { wireMessage } from './wire/to-wire.ts'
import type { World } from './world.ts'

/** One event of a task's stream. `response` stands where the task came to its end. */
export type TaskEvent = {
  readonly event: string
  readonly id: string | null
  readonly data: JsonObject
  readonly response: string | null
}

export type Following = {
  readonly task: Commission
  /** The caller's own message: the finish that follows it is the caller's. */
  readonly own: number
  /** What was told already. */
  readonly after: number
  /** Milliseconds between signs of life; `null` for who needs none. */
  readonly heartbeat: number | null
  readonly signal: AbortSignal
}

const batch = 20
/** The caller's own message where there is none: all that is told is wanted, and no more than that. */
export const everything = Number.MAX_SAFE_INTEGER
const failures: ReadonlySet<string> = new Set([systemSubjects.error, systemSubjects.steps])

/**
 * What happens in a task from the caller's message to the finish that follows it. It is read from the store as fast
 * as it is taken, so nothing piles up for who is slow, and whoever was away goes on where they were.
 */
export async function* followTask(world: World, following: Following): AsyncGenerator<TaskEvent> {
  const { task, own, signal, heartbeat } = following
  let after = following.after
  const waiting = openWaiting(signal)
  const stop = world.hub.listen(task.id, waiting.wake)
  try {
    while (!signal.aborted) {
      waiting.rest()
      const messages = await readOn(world, task, after)
      if (messages === null) {
        yield await endUnreadable(world, task, own)
        return
      }
      for (const message of messages) {
        after = message.id
        const finish = message.kind === 'complete' && message.id > own
        yield await newMessage(world, task, own, message)
        if (finish) {
          yield finishEvent(task, own, message)
          return
        }
      }
      if (messages.length === batch) continue
      while (!signal.aborted && !(await waiting.woken(heartbeat))) yield ping(world, task)
    }
  } finally {
    stop()
    waiting.end()
  }
}

/** `null` where a message of the task cannot be read any more. */
async function readOn({ context }: World, { id }: Commission, after: number) {
  try {
    return await context.store.tasks.history(id, after, batch)
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/** A task with a hole in its history cannot go on; whoever writes to it again goes on after the hole. */
async function endUnreadable(world: World, task: Commission, own: number): Promise<TaskEvent> {
  const response = 'A message of the task can no longer be read.'
  const known = await world.context.store.commissions.find(task.id)
  if (own !== everything && known?.status === 'running')
    await endAsSystem(world.context, task.id, systemSubjects.error, response)
  const timestamp = new Date(world.context.now()).toISOString()
  return { event: 'task_error', id: null, data: { timestamp, task_id: task.id, response }, response }
}

async function newMessage(
  world: World,
  task: Commission,
  own: number,
  message: FullMessage,
): Promise<TaskEvent> {
  const around = await surroundingsOf(world.context, message, task)
  const full = wireMessage(message, around)
  return {
    event: 'new_message',
    id: `${own}-${message.id}`,
    data: {
      timestamp: full.timestamp,
      description: `${message.from} to ${message.to.map((name) => name.replace(/^agent:/u, '')).join(', ')}: ${message.subject || message.preview}`,
      task_id: task.id,
      extra_data: { full_message: full as unknown as JsonObject },
    },
    response: null,
  }
}

/** Calls as servers of the protocol hand them on; each is known by its place where it has no id. */
export function wireCalls(body: string): readonly JsonObject[] {
  const calls = (JSON.parse(body) as readonly Json[]).filter(isJsonObject)
  return calls.map((call, at) => {
    const id = typeof call['call_id'] === 'string' ? call['call_id'] : `call_${at + 1}`
    const given = call['arguments'] ?? {}
    return {
      arguments: typeof given === 'string' ? given : JSON.stringify(given),
      call_id: id,
      name: call['name'] ?? '',
      ...{ type: 'function_call', id: `fc_${id}`, status: 'completed' },
    }
  })
}

function finishEvent(task: Commission, own: number, message: FullMessage): TaskEvent {
  const breaks = message.subject === systemSubjects.breakpoint
  const response = breaks ? JSON.stringify(wireCalls(message.body)) : message.body
  const failed = message.from === 'system' && failures.has(message.subject)
  return {
    event: failed ? 'task_error' : 'task_complete',
    id: `${own}-${message.id}`,
    data: {
      timestamp: new Date(message.sentAt).toISOString(),
      task_id: task.id,
      response,
    },
    response,
  }
}

function ping(world: World, task: Commission): TaskEvent {
  const timestamp = new Date(world.context.now()).toISOString()
  return { event: 'ping', id: null, data: { timestamp, task_id: task.id }, response: null }
}

/** Wakes that come while nobody waits are not lost. */
function openWaiting(signal: AbortSignal) {
  let awake = false
  let tell: (() => void) | undefined
  const wake = () => {
    awake = true
    tell?.()
  }
  signal.addEventListener('abort', wake)
  return {
    wake,
    rest: () => void (awake = false),
    /** Whether it was woken, rather than that the time was over. */
    async woken(milliseconds: number | null): Promise<boolean> {
      if (awake || signal.aborted) return true
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        tell = resolve
        if (milliseconds !== null) timer = setTimeout(resolve, milliseconds)
      })
      tell = undefined
      clearTimeout(timer)
      return awake
    },
    end: () => signal.removeEventListener('abort', wake),
  }
}
