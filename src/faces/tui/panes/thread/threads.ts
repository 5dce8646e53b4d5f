import type { Mailbox } from '../../../../mailbox.ts'
import type { ThreadName } from '../../effect.ts'
import type { EventOf } from '../../event.ts'
import type { Lane } from '../../lanes.ts'
import { threadDebate } from '../roster/fetch-roster.ts'
import { fetchThread } from './reading.ts'

export type LoadedEvent = Omit<EventOf<'thread-loaded'>, 'request'>
type Kept = { readonly loaded: LoadedEvent; readonly round: number }

export type Threads = {
  /**
   * Shows a thread. One that is already loaded is shown before this returns, so that one frame has it and the selected
   * row; it is read again if something changed since. Then the neighbouring threads are read.
   */
  open(asked: ThreadName, beside: readonly ThreadName[], tell: (loaded: LoadedEvent) => void): void
  /** Reads the open thread again, with at least this many of its messages. */
  again(asked: ThreadName, least: number, tell: (loaded: LoadedEvent) => void): void
  /** The loaded threads may have changed. */
  changed(): void
}

/** As many as are gone back and forth between. */
const most = 8
const none: LoadedEvent = { type: 'thread-loaded', thread: null, receipts: [] }

/** The threads of a mailbox, those of the neighbouring rows read ahead. */
export function openThreads(mailbox: Mailbox, self: string, lane: Lane): Threads {
  const kept = new Map<string, Kept>()
  let round = 0
  /** A thread that was read before a change does not count as read after it. */
  const read = async (asked: ThreadName, least: number): Promise<LoadedEvent> => {
    const began = round
    const loaded = await load(mailbox, self, asked, least).catch(() => none)
    kept.delete(keyOf(asked))
    if (loaded.thread !== null) kept.set(keyOf(asked), { loaded, round: began })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return loaded
  }
  const fresh = (asked: ThreadName): Kept | undefined => {
    const known = kept.get(keyOf(asked))
    return known?.round === round ? known : undefined
  }
  return {
    open(asked, beside, tell) {
      const told = kept.get(keyOf(asked))
      if (told !== undefined) tell(told.loaded)
      lane.push(async (superseded) => {
        // While this waited for its turn, it may have been read.
        const known = fresh(asked)
        if (known === undefined) tell(await read(asked, told?.loaded.thread?.messages.length ?? 0))
        else if (known !== told) tell(known.loaded)
        for (const one of beside) {
          if (superseded()) return
          if (fresh(one) === undefined) await read(one, 0)
        }
      })
    },
    again(asked, least, tell) {
      lane.push(async () => tell(await read(asked, least)))
    },
    changed() {
      round += 1
    },
  }
}

function keyOf({ message, of }: ThreadName): string {
  return `${message} ${of}`
}

async function load(
  mailbox: Mailbox,
  self: string,
  { message, of }: ThreadName,
  least: number,
): Promise<LoadedEvent> {
  const [thread, { receipts }] = await Promise.all([
    fetchThread(mailbox, message, of === self ? undefined : of, least),
    mailbox.receipts({ message, limit: 50 }),
  ])
  const debate = await threadDebate(mailbox, thread)
  return { type: 'thread-loaded', thread: { ...thread, of, debate }, receipts }
}
