import { type Commission, systemSubjects } from '../../domain/commission.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { FullMessage } from '../../domain/message.ts'
import { breakpointCalls } from '../../domain/task.ts'
import { stateAfter } from '../../domain/task-state.ts'
import type { Following as FollowingTask, TaskStep } from '../../operations/tasks/follow.ts'
import type { TaskLetter } from '../../services/interswarm/surroundings.ts'
import type { World } from '../http/world.ts'
import { wireMessage } from './wire/to-wire.ts'

/** One event of a task's stream. `response` stands where the task came to its end. */
export type TaskEvent = {
  readonly event: string
  readonly id: string | null
  readonly data: JsonObject
  readonly response: string | null
}

export type Following = FollowingTask & { readonly signal: AbortSignal }

/** The events of the protocol for a task, from the caller's message to the finish that follows it. */
export async function* followTask(
  world: World,
  { signal, ...following }: Following,
): AsyncGenerator<TaskEvent> {
  const { task, own } = following
  const { listen } = world.hub
  for await (const step of world.mailbox.followTask({ ...following, listen }, signal)) {
    yield step.type === 'finish' ? finishEvent(task, own, step.message) : eventOf(world, task, own, step)
    if (step.type === 'message' && step.isFinish) yield finishEvent(task, own, step.message)
  }
}

function eventOf(
  world: World,
  task: Commission,
  own: number,
  step: Exclude<TaskStep, { type: 'finish' }>,
): TaskEvent {
  if (step.type === 'message') return newMessage(task, own, step)
  const data = { timestamp: new Date(world.now()).toISOString(), task_id: task.id }
  if (step.type === 'ping') return { event: 'ping', id: null, data, response: null }
  const { response } = step
  return { event: 'task_error', id: null, data: { ...data, response }, response }
}

function newMessage(task: Commission, own: number, { message, around }: TaskLetter): TaskEvent {
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

/** Calls as servers of the protocol hand them on; each is known by its place where it has no id. `null` for other text. */
export function wireCalls(body: string): readonly JsonObject[] | null {
  const calls = breakpointCalls(jsonIn(body))
  if (calls === null) return null
  return calls.filter(isJsonObject).map((call, at) => {
    const id = typeof call['call_id'] === 'string' ? call['call_id'] : `call_${at + 1}`
    const given = call['arguments'] ?? {}
    return {
      arguments: typeof given === 'string' ? given : JSON.stringify(given),
      call_id: id,
      name: call['name'] ?? '',
      type: 'function_call',
      id: `fc_${id}`,
      status: 'completed',
    }
  })
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function finishEvent(task: Commission, own: number, message: FullMessage): TaskEvent {
  // A question to the owner is told in its own words.
  const breaks = message.subject === systemSubjects.breakpoint && message.from !== 'system'
  const calls = breaks ? wireCalls(message.body) : null
  const response = calls === null ? message.body : JSON.stringify(calls)
  const state = stateAfter(message)
  return {
    event: state === 'failed' || state === 'canceled' ? 'task_error' : 'task_complete',
    id: `${own}-${message.id}-end`,
    data: {
      timestamp: new Date(message.sentAt).toISOString(),
      task_id: task.id,
      response,
    },
    response,
  }
}
