import { systemSubjects } from './commission.ts'
import type { Message } from './message.ts'

/**
 * How a task stands for its owner. Unlike a `TaskStatus`, its first real end is its last: with a message that comes later its
 * agents go on, and nothing changes here.
 */
export type TaskState =
  /** Stored; no agent was shown it yet. */
  | 'submitted'
  | 'working'
  /** It goes on with an answer of its owner. */
  | 'input-required'
  | 'completed'
  | 'failed'
  | 'canceled'

const finalStates: ReadonlySet<TaskState> = new Set(['completed', 'failed', 'canceled'])

export function isFinal(state: TaskState): boolean {
  return finalStates.has(state)
}

/** Whether it goes on only with a word of its owner, or not at all. */
export function isAtRest(state: TaskState): boolean {
  return state === 'input-required' || isFinal(state)
}

/** The state that an end by the system brings, by its subject; any other end completes the task. */
export const systemEnds: ReadonlyMap<string, TaskState> = new Map([
  [systemSubjects.error, 'failed'],
  [systemSubjects.steps, 'failed'],
  [systemSubjects.canceled, 'canceled'],
])

/** The state that a message brings with which a task was open before. */
export function stateAfter({ kind, from, subject }: Pick<Message, 'kind' | 'from' | 'subject'>): TaskState {
  if (kind !== 'complete') return 'working'
  if (subject === systemSubjects.breakpoint) return 'input-required'
  return (from === 'system' ? systemEnds.get(subject) : undefined) ?? 'completed'
}

/**
 * The state of a task after a message, by the one before it. While it waits for its owner, answers among agents, notices and words
 * of the system leave it waiting.
 */
export function stateWith(before: TaskState, message: Pick<Message, 'kind' | 'from' | 'subject'>): TaskState {
  const { kind, from } = message
  const goesOn = kind !== 'response' && kind !== 'notification' && from !== 'system'
  return before === 'input-required' && kind !== 'complete' && !goesOn ? before : stateAfter(message)
}

/** Whether what completed a task is its result: by the subject of an end, the system says that there is none. */
export function isResult({ from, subject }: Pick<Message, 'from' | 'subject'>): boolean {
  return from !== 'system' || subject !== systemSubjects.complete
}
