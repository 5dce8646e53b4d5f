import type { Worker } from 'node:worker_threads'
import { after } from '../../after.ts'
import type { FoundStore, StoreLook, StoreLooks } from '../../faces/tui/stores.ts'
import { within } from '../../services/within.ts'
import type { Opening } from '../mailbox-thread/messages.ts'
import { workerFor } from '../mailbox-thread/wire.ts'
import type { KnownStore } from './known-stores.ts'

export type LookQuestion =
  | { readonly type: 'list' }
  | { readonly type: 'look'; readonly location: string; readonly rows: boolean }

export type LookAnswer = {
  readonly look: StoreLook | null
  /** Why there is none, in a word or two. */
  readonly problem: string | null
  readonly writtenAt: number | null
}

/** A round of looks begins so long after the one before, ms. */
const every = 5_000
/** The thread starts and lists stores within this time, or is started again at the next round, ms. */
const startWithin = 15_000
/** A store that takes longer is left alone for a while, ms. */
const lookWithin = 2_000
const leftAlone = 60_000
/** Rows are shown with what is known by then, ms; at first they wait longer, for the list itself. */
const [briefly, atFirst] = [250, 2_000]

type Asked = Pick<Opening, 'store' | 'as' | 'allowNetworkFilesystem'>

/** The thread that answers one question after another; it begins with the first one. */
function openAsker(opening: Asked, file: string | undefined) {
  let worker: Worker | null = null

  const drop = (): void => {
    void worker?.terminate()
    worker = null
  }

  /** `null`: it did not come in time, or the thread ended. */
  async function ask<T>(question: LookQuestion, milliseconds: number): Promise<T | null> {
    const asked = (worker ??= started())
    return new Promise((resolve) => {
      const finish = (answer: T | null): void => {
        timer.stop()
        asked.off('message', finish).off('exit', failed)
        resolve(answer)
      }
      const failed = (): void => finish(null)
      const timer = after(milliseconds, failed)
      asked.on('message', finish).on('exit', failed)
      asked.postMessage(question)
    })
  }

  function started(): Worker {
    const made = workerFor({ looks: opening }, file)
    made.unref()
    made.on('error', () => undefined)
    made.once('exit', () => {
      if (worker === made) worker = null
    })
    return made
  }

  return { ask, drop }
}

/**
 * Looks into the stores of the person's list in a thread of its own, one store after another, for as long as somebody asks. A store
 * that does not answer in time costs its thread, and no other store.
 */
export function openLooks(opening: Asked, present: string, file?: string): StoreLooks {
  let stores: readonly KnownStore[] | null = null
  let round: Promise<void> | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  /** Of a round that is still wanted; another one after each rest. */
  let wanted = {}
  let withRows = false
  const { ask, drop } = openAsker(opening, file)
  const answers = new Map<string, LookAnswer>()
  const slow = new Map<string, number>()
  let listed = (): void => undefined
  const isListed = new Promise<void>((resolve) => (listed = resolve))

  async function lookAround(): Promise<void> {
    const mine = wanted
    const known = await ask<readonly KnownStore[]>({ type: 'list' }, startWithin)
    if (mine !== wanted) return
    if (known === null) return drop()
    stores = known
    listed()
    for (const { location, isGone } of known) {
      if (isGone || location === present || (slow.get(location) ?? 0) > performance.now()) continue
      const answer = await ask<LookAnswer>({ type: 'look', location, rows: withRows }, lookWithin)
      if (mine !== wanted) return
      if (answer !== null) answers.set(location, answer)
      else {
        drop()
        slow.set(location, performance.now() + leftAlone)
        answers.set(location, { look: null, problem: 'slow', writtenAt: null })
      }
    }
  }

  const found = (): readonly FoundStore[] =>
    (stores ?? [])
      .filter(({ location }) => location !== present)
      .map(({ isGone, ...store }) => ({
        ...store,
        ...(isGone ? gone : (answers.get(store.location) ?? unknown)),
      }))

  return {
    async look(rows) {
      const lacksRows = rows && !withRows
      withRows = rows
      if (round === null && (lacksRows || performance.now() - begunAt >= every)) {
        begunAt = performance.now()
        const begun = lookAround().finally(() => {
          if (round === begun) round = null
        })
        round = begun
      }
      if (stores === null) await within(atFirst, isListed)
      if (round !== null) await within(briefly, round)
      return { stores: found(), isLooking: round !== null }
    },
    rest() {
      wanted = {}
      round = null
      withRows = false
      begunAt = Number.NEGATIVE_INFINITY
      drop()
    },
  }
}

const unknown: LookAnswer = { look: null, problem: null, writtenAt: null }
const gone: LookAnswer = { look: null, problem: 'gone', writtenAt: null }
