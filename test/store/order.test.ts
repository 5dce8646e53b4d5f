import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventCursor, MailStore, MessageCursor } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { bundled } from '../support/bundled.ts'
import { makeFolder, openBare } from '../support/store-bare.ts'
import { act, enroll, hour, idsIn, minute, send, start } from './fixture.ts'

const script = await bundled('order-sender.ts')
let folder: ReturnType<typeof makeFolder>
let store: MailStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  await enroll(store, 'writer', 'reader')
})
afterEach(async () => {
  await store.close()
  folder.remove()
})

const rising = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)
const arrivals = () => {
  const bare = openBare(folder.location)
  try {
    return bare.column('SELECT arrived_at FROM messages ORDER BY id').all() as number[]
  } finally {
    bare.database.close()
  }
}

/** A reader of one list who asks again and again for what came since. */
function tail<C>(
  more: (after: C | null) => Promise<{ readonly found: readonly number[]; readonly next: C }>,
) {
  const seen: number[] = []
  let after: C | null = null
  return {
    seen,
    async look() {
      const { found, next } = await more(after)
      seen.push(...found)
      after = next
    },
  }
}

/** Everybody who goes on from where they were: by mailbox, by the log, by the traffic of tasks. */
const tails = () => ({
  mailbox: tail(async (since: MessageCursor | null) => {
    const { cursor: next } = await store.messages.newest()
    // Of one priority and tier, a mailbox is in the order of arrival.
    const filter = { boxes: ['unread', 'read'] as const, until: next, ...(since === null ? {} : { since }) }
    const page = await store.deliveries.page('reader', filter, start, { limit: 500, after: null })
    return { found: page.rows.map(({ message }) => message.id), next }
  }),
  log: tail(async (after: EventCursor | null) => {
    const { rows, next } = await store.log.since(after, 500)
    return { found: rows.map(({ seq }) => seq), next }
  }),
  tasks: tail(async (after: MessageCursor | null) => {
    const { rows, next } = await store.tasks.traffic(after, 500)
    return { found: rows.map(({ id }) => id), next }
  }),
})

describe('the order of arrival', () => {
  it('is that of sending, when the clock jumps back between any two', async () => {
    const times = [start, start - 24 * hour, start + hour, start - minute, start + hour, start]
    const sent: number[] = []
    for (const sentAt of times) sent.push(await send(store, { task: 'T-1', sentAt }))
    expect(sent).toEqual(rising(sent))
    expect(await idsIn(store, 'reader')).toEqual(sent)
    const [first = 0] = sent
    const thread = await store.tasks.messages('T-1', { limit: 50, after: null })
    expect(thread.rows.map(({ message }) => message.id)).toEqual(sent)
    expect(arrivals()).toEqual(rising(arrivals()))
    for (const [at, id] of sent.entries()) await act(store, 'reader', 'ack', id, {}, times.at(-at - 1))
    const { rows: events } = await store.log.since(null, 50)
    expect(events.filter(({ what }) => what === 'ack').map(({ message }) => message)).toEqual(sent)
    expect(first).toBe(1)
  })

  it('goes on where it was for who was away while the clock was set back', async () => {
    const { mailbox, log, tasks } = tails()
    const looks = () => Promise.all([mailbox.look(), log.look(), tasks.look()])
    await act(store, 'reader', 'ack', await send(store, { task: 'T-1', sentAt: start + hour }), {}, start)
    await looks()
    await act(store, 'reader', 'ack', await send(store, { task: 'T-1', sentAt: start }), {}, start - hour)
    await looks()
    expect([mailbox.seen, log.seen, tasks.seen]).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  it('is one for all, while processes with clocks of their own send at once', async () => {
    const count = 60
    const clocks = [
      [start, 0],
      [start + 24 * hour, -minute],
      [start - 24 * hour, hour],
    ]
    const senders = clocks.map(([clock, step]) =>
      spawn(process.execPath, [script, folder.location, String(clock), String(step), `${count}`], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    await Promise.all(senders.map(({ stdout }) => once(stdout, 'data')))
    const { mailbox, log, tasks } = tails()
    let running = senders.length
    for (const sender of senders) {
      sender.once('exit', () => (running -= 1))
      sender.stdin.write('go\n')
    }
    while (running > 0) {
      await Promise.all([mailbox.look(), log.look(), tasks.look()])
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (const { look } of [mailbox, log, tasks]) await look()
    const all = Array.from({ length: count * clocks.length }, (_, at) => at + 1)
    // Nothing came before what had been seen: that would be missing, and nothing was seen twice.
    expect(mailbox.seen).toEqual(all)
    expect(tasks.seen).toEqual(all)
    expect(log.seen).toEqual(all)
    expect(arrivals()).toEqual(rising(arrivals()))
  })
})
