import type { MessageCursor } from '../../../store/mail-store.ts'
import { type Commission, systemSubjects } from '../../domain/commission.ts'
import { isLost } from '../../domain/errors.ts'
import type { FullMessage } from '../../domain/message.ts'
import { endsWaitFor } from '../../domain/task-end.ts'
import type { Context } from '../../services/context.ts'
import { surroundingsOf, type TaskLetter } from '../../services/interswarm/surroundings.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { endAsSystem } from '../../services/tasks/system-word.ts'
import { openWaiting } from '../../services/tasks/waiting.ts'
import { internalStream } from '../internal.ts'

export type Following = {
  readonly task: Commission
  /** The caller's own message: the finish that follows it is the caller's. */
  readonly own: number
  /** Starts after the last message already sent, or before this one; `null`: from the task's first one. */
  readonly from: { readonly message: number; readonly side: 'before' | 'after' } | null
  /** Milliseconds between signs of life; `null` for a caller that needs none. */
  readonly heartbeat: number | null
}

/** One step of a task. `isFinish`: the task came to the caller's end with it. */
export type TaskStep =
  | ({ readonly type: 'message'; readonly isFinish: boolean } & TaskLetter)
  /** The finish itself was sent before, but not the end of the task. */
  | { readonly type: 'finish'; readonly message: FullMessage }
  | { readonly type: 'ping' }
  | { readonly type: 'unreadable'; readonly response: string }

type Followed = Following & {
  /** Calls back with each message of a task that comes from now on, in their order. Answers with what ends that. */
  readonly listen: (task: string, heard: (message: number) => void) => () => void
}

/** Replaces the caller's own message if there is none: the caller wants every message, and no finish of its own. */
export const everything = Number.MAX_SAFE_INTEGER
const batch = 20
/** The most read ahead for a slow reader, in characters of bodies. */
const readAhead = 1024 * 1024

export const followTask = internalStream({
  summary: "Follow a task from a client's message to the finish that follows it",
  access: 'write',
  needs: 'own',
  /**
   * Messages are read from the store as fast as the caller takes them, so only numbers pile up for a slow caller, and one that was
   * away continues where it stopped.
   */
  async *run(context, following: Followed, signal): AsyncIterable<TaskStep> {
    const { task, own, heartbeat, listen } = following
    const { from } = following
    /** Within one task numbers rise in the order of arrival. */
    let told = from?.side === 'after' ? from.message : 0
    const finish = await finishAt(context, task, own, told)
    if (finish !== null) {
      yield { type: 'finish', message: finish }
      return
    }
    const waiting = openWaiting(signal)
    const heard: number[] = []
    const stop = listen(task.id, (message) => {
      heard.push(message)
      waiting.wake()
    })
    let isCaughtUp = false
    let at = from && (await context.store.messages.cursorAt(from.message, from.side))
    try {
      while (!signal.aborted) {
        waiting.rest()
        const read: Read | null = await (isCaughtUp
          ? readHeard(context, heard, told)
          : readOn(context, task, at))
        if (read === null) {
          yield await endUnreadable(context, task, own)
          return
        }
        for (const message of read.messages) {
          told = message.id
          const isFinish = endsWait(message, own)
          yield { type: 'message', isFinish, message, around: await surroundingsOf(context, message, task) }
          if (isFinish) return
        }
        isCaughtUp ||= read.isAll
        at = read.next ?? at
        if (!isCaughtUp || heard.length > 0) continue
        while (!signal.aborted && !(await waiting.woken(heartbeat))) yield { type: 'ping' }
      }
    } finally {
      stop()
      waiting.end()
    }
  },
})

/** The finish that was sent last, if a stream broke off between it and its end. */
async function finishAt({ store }: Context, task: Commission, own: number, told: number) {
  if (told <= own) return null
  const message = (await readAnyway(store, told, null))?.message
  return message?.task === task.id && endsWait(message, own) ? message : null
}

/** The task's end ends the wait of all; each caller may have an end of its own before that. */
function endsWait(message: FullMessage, own: number): boolean {
  if (message.id <= own) return false
  return message.kind === 'complete' || endsWaitFor(own, message)
}

/** `isAll`: there was no more by then. `next` goes on after what was read from the history. */
type Read = {
  readonly messages: readonly FullMessage[]
  readonly isAll: boolean
  readonly next?: MessageCursor
}

/** `null` where a message of the task cannot be read any more. */
async function readOn(
  { store }: Context,
  { id }: Commission,
  after: MessageCursor | null,
): Promise<Read | null> {
  const found = await unlessLost(store.tasks.history(id, after, batch, readAhead))
  return found && { messages: found.rows, isAll: !found.more, next: found.next }
}

/** The next announced message; those up to `told` were read before. */
async function readHeard({ store }: Context, heard: number[], told: number): Promise<Read | null> {
  const known = heard.findIndex((message) => message > told)
  const [next] = heard.splice(0, known < 0 ? heard.length : known + 1).slice(-1)
  if (next === undefined || next <= told) return { messages: [], isAll: true }
  const letter = await unlessLost(store.messages.read(next, null))
  return letter && { messages: [letter.message], isAll: true }
}

async function unlessLost<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/** A task with a missing message cannot continue; a new message continues after the gap. */
async function endUnreadable(context: Context, task: Commission, own: number): Promise<TaskStep> {
  const response = 'A message of the task can no longer be read.'
  const known = await context.store.commissions.find(task.id)
  if (own !== everything && known?.status === 'running')
    await endAsSystem(context, task.id, systemSubjects.error, response)
  return { type: 'unreadable', response }
}
