import type { TaskRow } from '../../../store/mail-store.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { isMailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { remoteSwarms } from '../../domain/task.ts'
import { checkInput } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { CompletedTask } from '../../values/tasks-schema.ts'
import type { Context } from '../context.ts'
import { letterFields } from '../posting/letter.ts'
import { storeLetter } from '../posting/store-letter.ts'
import { rootOf } from './root.ts'
import { settleHeld } from './settle-held.ts'
import { requireTask, taskValue } from './value.ts'

export type Finish = { readonly subject: string; readonly body: string; readonly payload: JsonObject | null }
export type Ended = Pick<CompletedTask, 'duplicate' | 'warnings'>
type How = {
  /** What it answers; else the last message of the task to which the actor owes an answer. */
  readonly replyTo?: number
  /** The last message of the task, where it matters that nothing came after it. */
  readonly newest?: number
  /** A message that its caller settles. */
  readonly except?: number
  /** Sent once under it; else once for each time that the task ends. */
  readonly key?: string
  /** Whether it is news to one who took part: a question is none to who asks it. */
  readonly isNews?: (name: string) => boolean
}

/**
 * The `complete` message of a task: to all here, unread for those who took part, and to all of every swarm that has a
 * part in it. Once until reopened:
 * if two agents end it at the same time, the first one does, and the other gets an error.
 */
export async function endTask(given: Context, id: string, finish: Finish, how: How = {}): Promise<Ended> {
  // A result goes to everyone, whatever the sender's `talksTo` says.
  const context = { ...given, actor: { ...given.actor, talksTo: [] } }
  const row = await requireTask(context, id)
  if (row.status === 'completed') return endedBefore(context, id)
  const commission = await context.store.commissions.find(id)
  const letter = checkInput(letterFields, {
    ...finish,
    kind: 'complete',
    task: id,
    key: how.key ?? `task_ended:${id}:${row.endings}`,
  })
  const thread = (await rootOf(context, id))?.thread ?? null
  // It is for everyone, but news only to those who had a part in the task: others would drown in results.
  const { isNews = () => true } = how
  const only = new Set((await context.store.tasks.participants(id)).filter(isNews))
  const composed = { ...letter, defaultKind: 'complete' as const, thread, hold: true }
  const held = await heldOf(context, row)
  const { replyTo = held.findLast(({ owes }) => owes)?.message ?? null, newest } = how
  const answering = {
    replyTo,
    answers: replyTo !== null,
    ...(newest !== undefined && { taskNewest: newest }),
  }
  let sent: SentValue
  try {
    sent = await storeLetter(context, { ...composed, ...answering, to: ['all'], only, endings: row.endings })
  } catch (error) {
    const isEnded = (await requireTask(context, id)).status === 'completed'
    if (isMailError(error) && (error.code === 'stale' || error.code === 'conflict') && isEnded)
      return endedBefore(context, id)
    throw error
  }
  await settleHeld(given, given.actor.address, held, how.except)
  const warnings = [...sent.warnings]
  // For tasks of a server, the server notifies the others.
  const others =
    commission === null ? remoteSwarms((await taskValue(context, row)).contributors, context.swarm) : []
  for (const swarm of others) {
    const key = `${letter.key}:${swarm}`
    try {
      await storeLetter(context, { ...composed, hold: false, key, task: undefined, to: [`all@${swarm}`] })
    } catch (error) {
      if (!isMailError(error)) throw error
      warnings.push(`The swarm ${swarm} contributed to ${id} but could not be notified: ${error.message}`)
    }
  }
  return { duplicate: sent.duplicate, warnings }
}

/** The existing result; the second agent is warned that its result was not sent. */
async function endedBefore(context: Context, id: string): Promise<Ended> {
  const { ended } = await requireTask(context, id)
  const letter = ended === null ? null : await context.store.messages.read(ended, null)
  const by = letter?.message.from
  if (by === undefined || by === context.actor.address) return { duplicate: true, warnings: [] }
  return {
    duplicate: true,
    warnings: [`${by} has already ended ${id}; that result stays, and yours was not sent.`],
  }
}

/** The actor's copies of what was said in the task since it ended last, oldest first. */
async function heldOf({ store, actor }: Context, { id, ended }: TaskRow): Promise<readonly Delivery[]> {
  const held: Delivery[] = []
  if (actor.kind === 'system') return held
  for (let after = ended === null ? null : String(ended); ; ) {
    const page: Awaited<ReturnType<typeof store.tasks.messages>> = await store.tasks.messages(id, {
      limit: 200,
      after,
    })
    for (const { message } of page.rows) {
      if (message.from === actor.address || message.kind === 'complete') continue
      const copy = await store.deliveries.find(actor.address, message.id)
      if (copy !== null) held.push(copy)
    }
    if (page.next === null) return held
    after = page.next
  }
}
