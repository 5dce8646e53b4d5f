import { afterEach, beforeEach, expect, it } from 'vitest'
import type {
  Arrivals,
  EventCursor,
  MailboxFilter,
  MailStore,
  MessageCursor,
} from '../../store/mail-store.ts'
import { act, enroll, type Open, type Opened, openMail, send, start } from './fixture.ts'

export function cursorCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const newest = async () => (await store.messages.newest()).cursor
  const at = async (message: number, side: 'before' | 'after') => {
    const cursor = await store.messages.cursorAt(message, side)
    if (cursor === null) throw new Error(`There is no message ${message}.`)
    return cursor
  }
  const mail = async (filter: Partial<MailboxFilter>) => {
    const page = { limit: 500, after: null }
    const { rows } = await store.deliveries.page('reader', { ...openMail, ...filter }, start, page)
    return rising(rows.map(({ message }) => message.id))
  }
  const before = (until: MessageCursor) => mail({ until })
  const between = (since: MessageCursor, until?: MessageCursor) =>
    mail({ since, ...(until === undefined ? {} : { until }) })

  it('stand after what is there, and before what comes', async () => {
    const none = await store.messages.newest()
    expect(none.message).toBeNull()
    const first = await send(store)
    const middle = await newest()
    const second = await send(store)
    expect((await store.messages.newest()).message).toBe(second)
    expect(await between(none.cursor)).toEqual([first, second])
    expect(await between(middle)).toEqual([second])
    expect(await between(none.cursor, middle)).toEqual([first])
    expect(await between(await newest())).toEqual([])
    expect(await store.messages.arrivedAfter(middle, [second, first])).toEqual([second])
  })

  it('stand on either side of a message', async () => {
    const [first, second, third] = [await send(store), await send(store), await send(store)]
    expect(await between(await at(second, 'before'))).toEqual([second, third])
    expect(await between(await at(second, 'after'))).toEqual([third])
    expect(await between(await at(first, 'before'), await at(second, 'after'))).toEqual([first, second])
    expect(await store.messages.cursorAt(third + 100, 'after')).toBeNull()
  })

  it('stand on either side of a message among others that were stored with it', async () => {
    const earlier = await send(store, { task: 'T-1' })
    store.gather()
    const together: number[] = []
    for (let count = 0; count < 3; count += 1) together.push(await send(store, { task: 'T-1' }))
    await store.commit()
    const later = await send(store, { task: 'T-1' })
    const [first = 0, second = 0, third = 0] = together
    expect(await between(await at(second, 'before'))).toEqual([second, third, later])
    expect(await between(await at(second, 'after'))).toEqual([third, later])
    expect(await before(await at(second, 'after'))).toEqual([earlier, first, second])
    expect(await before(await at(second, 'before'))).toEqual([earlier, first])
    const reader = byHistory('T-1', 1, await at(first, 'after'))
    await reader.look()
    expect(reader.seen).toEqual([second, third, later])
  })

  it('are text that may be kept, and mean the same to another opening', async () => {
    await act(store, 'reader', 'ack', await send(store, { task: 'T-1' }))
    const [messages, events] = [await newest(), await store.log.newest()]
    const kept = JSON.parse(JSON.stringify({ messages, events }))
    expect(kept).toEqual({ messages: expect.any(String), events: expect.any(String) })
    const id = await send(store, { task: 'T-1' })
    await act(store, 'reader', 'ack', id)
    const other = await opened.again()
    expect((await other.tasks.traffic(kept.messages, 9)).rows.map((row) => row.id)).toEqual([id])
    expect((await other.log.since(kept.events, 9)).rows.map(({ message }) => message)).toEqual([id])
  })

  const byTraffic = (most: number) =>
    follow((after: MessageCursor | null) => numbered(store.tasks.traffic(after, most), ({ id }) => id))
  const byHistory = (task: string, most: number, from: MessageCursor | null = null) =>
    follow(
      (after: MessageCursor | null) => numbered(store.tasks.history(task, after, most), ({ id }) => id),
      from,
    )
  const byLog = (most: number) =>
    follow((after: EventCursor | null) => numbered(store.log.since(after, most), ({ message }) => message))
  /** Mail has no pages by arrival: what came up to a cursor is looked for. */
  const byMailbox = () =>
    follow(async (after: MessageCursor | null) => {
      const next = await newest()
      const found = after === null ? await before(next) : await between(after, next)
      return { found, next, more: false }
    })

  it('go on where a page ended, until there is no more', async () => {
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await send(store, { task: 'T-1' }))
    for (const id of ids) await act(store, 'reader', 'ack', id)
    for (const reader of [byTraffic(2), byHistory('T-1', 2), byLog(2), byMailbox()]) {
      await reader.look()
      expect(reader.seen).toEqual(ids)
      await reader.look()
      expect(reader.seen).toEqual(ids)
    }
  })

  it('tell what is stored between two pages after them, once', async () => {
    const openings = [store, await opened.again()] as const
    const ids: number[] = []
    const write = async (one: MailStore) => {
      const id = await send(one, { task: 'T-1' })
      ids.push(id)
      await act(one, 'reader', 'ack', id)
    }
    for (let count = 0; count < 4; count += 1) await write(store)
    const readers = [byTraffic(2), byHistory('T-1', 2), byLog(2)]
    for (const { page } of readers) expect(await page()).toBe(true)
    for (const one of openings) await write(one)
    for (const { look, seen } of readers) {
      await look()
      await look()
      expect(seen).toEqual(ids)
    }
  })

  it('miss nothing and tell nothing twice while several openings write at once', async () => {
    const openings = [store, await opened.again(), await opened.again()]
    const readers = [byTraffic(3), byLog(3), byMailbox()]
    const history = byHistory('T-1', 3)
    const sent: number[] = []
    let isOver = false
    const write = async (one: MailStore) => {
      for (let count = 0; count < 12; count += 1) {
        const id = await send(one, { task: 'T-1', to: ['reader', 'other'] })
        await act(one, 'reader', 'ack', id)
        sent.push(id)
      }
    }
    const read = async () => {
      while (!isOver) {
        for (const reader of [...readers, history]) await reader.look()
        await new Promise((next) => setImmediate(next))
      }
      for (const reader of [...readers, history]) await reader.look()
    }
    const reading = read()
    await Promise.all(openings.map(write))
    isOver = true
    await reading
    for (const { seen } of [...readers, history]) expect(rising(seen)).toEqual(rising(sent))
    // Within a task nobody sees a message before an earlier one.
    expect(history.seen).toEqual(rising(sent))
  })
}

const rising = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

type Look<C> = { readonly found: readonly number[]; readonly next: C; readonly more: boolean }

async function numbered<Row, C extends MessageCursor | EventCursor>(
  page: Promise<Arrivals<Row, C>>,
  numberOf: (row: Row) => number,
): Promise<Look<C>> {
  const { rows, next, more } = await page
  return { found: rows.map(numberOf), next, more }
}

/** A reader who asks again and again for what came since. */
function follow<C>(ask: (after: C | null) => Promise<Look<C>>, from: C | null = null) {
  const seen: number[] = []
  let after = from
  /** Answers whether there is more. */
  const page = async (): Promise<boolean> => {
    const { found, next, more } = await ask(after)
    seen.push(...found)
    after = next
    return more
  }
  return {
    seen,
    page,
    async look() {
      while (await page());
    },
  }
}
