import { shortId } from '../../domain/id.ts'
import { type Context, doerOf } from '../operation.ts'

export const actNames = [
  'snoozes',
  'leases',
  'claims',
  'dead-letters',
  'retention',
  'archive',
  'overdue',
  'escalations',
  'silence',
  'redispatch',
  'debates',
  'handlers',
  'index',
  'cold',
  'checkpoint',
] as const
export type ActName = (typeof actNames)[number]

/** One thing that a patrol did, or would do. */
export type ActValue = {
  readonly act: ActName
  readonly what: string
  readonly why: string
  /** Ids of the messages that it concerned, or that it sent. */
  readonly messages: readonly string[]
}

/** What an act works with. In a rehearsal it only looks. */
export type Round = { readonly context: Context; readonly rehearsal: boolean }
export type Act = (round: Round) => Promise<readonly ActValue[]>

/** So many at most are looked for at one time. */
export const lookedFor = 200
/**
 * What changes under one lock: some milliseconds. In between senders have the store to themselves for a little longer
 * than one of them sleeps between two tries (10 ms), so that nobody waits for more than a batch or two.
 */
export const batchSize = 25
export const mostBatches = 400
const pause = 12

/** Repeats a deed in batches until one of them is not full, and gives all that they did. */
export async function inBatches<T>(batch: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const done: T[] = []
  for (let count = 0; count < mostBatches; count += 1) {
    const some = await batch()
    done.push(...some)
    if (some.length < batchSize) break
    await rest()
  }
  return done
}

export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pause))
}

/** Where nothing was done there is nothing to tell. */
export function told(
  act: ActName,
  what: string,
  why: string,
  messages: readonly number[],
): readonly ActValue[] {
  return messages.length === 0 ? [] : [{ act, what, why, messages: messages.map(shortId) }]
}

export function patrolDoer({ context }: Round) {
  return { ...doerOf(context), command: 'patrol' }
}

/** `1 message`, `3 messages`; what a rehearsal would do is said so. */
export function phrase(
  { rehearsal }: Round,
  count: number,
  one: string,
  done: string,
  would: string,
): string {
  const things = `${count} ${one}${count === 1 ? '' : 's'}`
  return rehearsal ? `would ${would} ${things}` : `${done} ${things}`
}
