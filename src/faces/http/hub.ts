import { pause } from '../../after.ts'
import { isElsewhere, isLost } from '../../domain/errors.ts'
import type { Message } from '../../domain/message.ts'
import type { Followed } from '../../operations/tasks/followed.ts'
import type { ServerMailbox } from '../../server-mailbox.ts'
import { within } from '../../services/within.ts'

/** Follows the mail of all tasks, no matter which process writes it, and wakes those who wait for a task. */
export type Hub = {
  /** Calls back with each message of a task that is seen from now on, in their order. */
  listen(task: string, heard: (message: number) => void): () => void
  /** Calls back for each new message, no matter whose it is. */
  onMessage(come: () => void): () => void
  /** Tasks that somebody waits for. */
  awaited(): readonly string[]
  /** Looks now. Resolves once everything that is stored has been seen. */
  look(): Promise<void>
  stop(): Promise<void>
}

const batch = 500
/** Failed work is tried again at this interval. */
const patience = 1000
/** After a crash so much is gone through once more at most; what follows from it is done once all the same. */
const mostRepeated = 200

/**
 * @param each what is done with each message, in order, before anybody is woken for it; again where it failed
 * @param pulse a message of which no bell rang is found after this time at most, ms
 */
export async function openHub(
  mailbox: ServerMailbox,
  each: (message: Message) => Promise<void>,
  failed: (error: unknown) => void,
  pulse: number,
): Promise<Hub> {
  const listeners = new Map<string, Set<(message: number) => void>>()
  const watchers = new Set<() => void>()
  const ending = new AbortController()
  const start = await mailbox.followed()
  const followUps = openFollowUps(each, failed)
  let upto = start.upto
  /** The number of messages since the position was last stored. */
  let unremembered = start.isFirst ? mostRepeated : 0
  let looking: Promise<void> | undefined
  let again = false

  async function read(): Promise<void> {
    do {
      again = false
      await followUps.again()
      for (;;) {
        const { rows, next, more, came } = await mailbox.taskTraffic({ after: upto, most: batch })
        for (const message of rows) {
          await followUps.add(message, upto)
          for (const heard of listeners.get(message.task ?? '') ?? []) heard(message.id)
        }
        upto = next
        unremembered += rows.length
        if (came) for (const come of watchers) come()
        if (unremembered >= mostRepeated) await remember()
        if (!more) break
      }
    } while (again)
  }

  /** The next server begins with the work that is left. */
  async function remember(): Promise<void> {
    await mailbox.noteFollowed({ upto: followUps.firstFailing() ?? upto })
    unremembered = 0
  }

  function look(): Promise<void> {
    if (looking !== undefined) again = true
    looking ??= read()
      .catch(failed)
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  /** Positions in the old store mean nothing in the new one. */
  async function beginAgain(): Promise<void> {
    await looking
    followUps.forget()
    upto = (await mailbox.followed()).upto
  }

  const following = look()
    .then(() => followOn(mailbox, { pulse, look, beginAgain, failed, signal: ending.signal }))
    .catch(failed)
  return {
    listen(task, heard) {
      const own = listeners.get(task) ?? new Set()
      listeners.set(task, own.add(heard))
      return () => {
        own.delete(heard)
        if (own.size === 0 && listeners.get(task) === own) listeners.delete(task)
      }
    },
    onMessage(come) {
      watchers.add(come)
      return () => void watchers.delete(come)
    },
    awaited: () => [...listeners.keys()],
    look,
    async stop() {
      ending.abort()
      await following
      await look()
      await remember()
    },
  }
}

type Following = {
  readonly pulse: number
  readonly look: () => Promise<void>
  readonly beginAgain: () => Promise<void>
  readonly failed: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Looks at every change. A store that was removed may come back. */
async function followOn(mailbox: ServerMailbox, following: Following): Promise<void> {
  const { failed, signal } = following
  for (let isGone = false; !signal.aborted; ) {
    try {
      await follow(mailbox, following)
    } catch (error) {
      if (!isElsewhere(error)) throw error
      if (!isGone) failed(error)
      isGone = true
      await pause(patience, { signal })
    }
  }
}

async function follow(mailbox: ServerMailbox, { pulse, look, beginAgain, signal }: Following): Promise<void> {
  const changes = mailbox.watch({}, signal)[Symbol.asyncIterator]()
  let change: Promise<void> | undefined
  while (!signal.aborted) {
    change ??= changes.next().then(async ({ value }) => {
      change = undefined
      if (value?.replaced) await beginAgain()
    })
    await within(pulse, change)
    await look()
  }
}

type Cursor = Followed['upto']
type Failing = { readonly message: Message; readonly before: Cursor; readonly at: number }

/** The work that messages cause; failed work is done again. */
function openFollowUps(each: (message: Message) => Promise<void>, failed: (error: unknown) => void) {
  const failing = new Map<number, Failing>()

  async function add(message: Message, before: Cursor): Promise<void> {
    try {
      await each(message)
      failing.delete(message.id)
    } catch (error) {
      if (!failing.has(message.id)) failed(error)
      // A lost body stays lost; any other failure may pass.
      if (isLost(error)) failing.delete(message.id)
      else failing.set(message.id, { message, before, at: performance.now() })
    }
  }

  return {
    add,
    async again(): Promise<void> {
      for (const { message, before, at } of failing.values())
        if (performance.now() - at > patience) await add(message, before)
    },
    forget: () => failing.clear(),
    /** Before what failed first and fails still. */
    firstFailing(): Cursor | null {
      const [first] = failing.values()
      return first?.before ?? null
    },
  }
}
