import { pause } from '../../after.ts'
import { shortId } from '../../domain/id.ts'
import type { ActValue } from '../../values/upkeep-schema.ts'
import { type Context, doerOf } from '../context.ts'
import type { Pace } from './pace.ts'

export type ActName = ActValue['act']

/** The context of an act. A rehearsal only looks. A patrol sets no pace and runs to the end. */
export type Round = { readonly context: Context; readonly rehearsal: boolean; readonly pace?: Pace }
export type Act = (round: Round) => Promise<readonly ActValue[]>

/** How a process that stays for long does upkeep. */
export type Manner = {
  /** Also starts the programs that the settings name. */
  readonly programs: boolean
  /** Waits between two steps. `took` is the length of the last one, ms. */
  readonly rest?: (took: number) => Promise<void>
}

/** The batch size of a search. */
export const lookedFor = 200
/**
 * The rows changed under one lock: some milliseconds. In between, senders have the store for slightly longer
 * than their sleep between two attempts (10 ms), so that nobody waits for more than a batch or two.
 */
export const batchSize = 25
export const mostBatches = 400
const restTime = 12

/** Repeats a change in batches until one is not full, and returns all results. */
export async function inBatches<T>(
  round: Round,
  batch: (size: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const done: T[] = []
  const size = sizeOf(round)
  for (let count = 0; count < mostBatches; count += 1) {
    const some = await batch(size)
    done.push(...some)
    if (some.length < size || !(await goesOn(round))) break
  }
  return done
}

/** How much one batch changes. */
export function sizeOf({ pace }: Round): number {
  return pace?.batch ?? batchSize
}

/** How much is looked for at one time. */
export function lookedForIn({ pace }: Round): number {
  return pace === undefined || pace.batch >= batchSize ? lookedFor : pace.batch
}

/** Between two batches: lets senders in. `false`: the rest is left to the next slice. */
export async function goesOn({ pace }: Round): Promise<boolean> {
  if (pace !== undefined) return pace.goesOn()
  await rest()
  return true
}

export function rest(): Promise<void> {
  return pause(restTime)
}

/** Nothing is reported if nothing was done. */
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
