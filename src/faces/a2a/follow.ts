import type { JsonObject } from '../../domain/json.ts'
import { isAtRest, stateWith, type TaskState } from '../../domain/task-state.ts'
import { everything } from '../../operations/tasks/follow.ts'
import type { ToldTask } from '../../services/tasks/standing.ts'
import { openWaiting } from '../../services/tasks/waiting.ts'
import type { World } from '../http/world.ts'
import { gapUpdate, idsOf, updatesOf } from './task-value.ts'

/** Waits until a task of an owner is at rest; `false` where the signal comes first. No message of it is read. */
export async function untilAtRest(
  { hub, mailbox }: World,
  { owner, id }: { readonly owner: string; readonly id: string },
  signal: AbortSignal,
): Promise<boolean> {
  const waiting = openWaiting(signal)
  const stop = hub.listen(id, waiting.wake)
  try {
    while (!signal.aborted) {
      waiting.rest()
      const told = await mailbox.tellTask({ owner, id, history: 0, said: false })
      // What is not there any more is told by who waits.
      if (told === null || isAtRest(told.state)) return true
      await waiting.woken(null)
    }
    return false
  } finally {
    stop()
    waiting.end()
  }
}

/** An update of a stream, and the id that a broken one goes on after; `null`: a sign of life. */
export type Update = { readonly id: number; readonly value: JsonObject } | null

/** What happens in a task after a message of it, until it is at rest. */
export async function* updatesAfter(
  world: World,
  told: ToldTask,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Update> {
  const { mailbox, hub, limits, now } = world
  const ids = idsOf(told)
  const from = { message: after, side: 'after' } as const
  // Its end is the whole task's, and not that of one message.
  const following = {
    task: told.task,
    own: everything,
    from,
    heartbeat: limits.heartbeat,
    listen: hub.listen,
  }
  // What comes again was told in a state that is over.
  let state: TaskState = after < told.by ? 'working' : told.state
  for await (const step of mailbox.followTask(following, signal)) {
    if (step.type === 'ping') yield null
    if (step.type === 'unreadable') yield { id: after, value: gapUpdate(step.response, now(), ids) }
    if (step.type !== 'message') continue
    const { message } = step
    state = stateWith(state, message)
    for (const value of updatesOf(message, state, ids)) yield { id: message.id, value }
    // A question before that was answered since.
    if (message.kind === 'complete' && message.id >= told.by) return
  }
}
