import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventCursor, MailStore, MessageCursor, RecordCursor } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { act, enroll, firstPage, openMail, send, start } from '../store/fixture.ts'
import { withPostgres } from '../support/postgres.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const steps = scaled(150, 10_000)
const [writers, sendsEach] = [6, scaled(60, 1_000)]
const random = generator(20_261_125)
const choose = (most: number) => Math.floor(random() * most)

type Page<C> = { readonly ids: readonly number[]; readonly next: C; readonly more: boolean }

/** Reads on from a cursor, in pages of random length, until there is nothing more. Each row comes once, and all of them come. */
function openReader<C>(cursor: C, page: (cursor: C, limit: number) => Promise<Page<C>>) {
  const seen: number[] = []
  let at = cursor
  return {
    async read(): Promise<readonly number[]> {
      for (let more = true; more; ) {
        const found: Page<C> = await page(at, 1 + choose(4))
        seen.push(...found.ids)
        ;({ next: at, more } = found)
      }
      return seen.toSorted((one, other) => one - other)
    },
  }
}

/** Four cursors of a reader, each read on from where it was. */
async function openCursors(reader: MailStore) {
  const messages = openReader<MessageCursor>(
    (await reader.messages.newest()).cursor,
    async (cursor, limit) => {
      const { rows, next, more } = await reader.tasks.traffic(cursor, limit)
      return { ids: rows.map(({ id }) => id), next, more }
    },
  )
  const events = openReader<EventCursor>(await reader.log.newest(), async (cursor, limit) => {
    const { rows, next, more } = await reader.log.since(cursor, limit)
    return { ids: rows.map(({ message }) => message), next, more }
  })
  const records = openReader<RecordCursor>(await reader.log.newestRecord(), async (cursor, limit) => {
    const { rows, next, more } = await reader.log.recorded(cursor, limit)
    const sent = rows.filter(({ what }) => what === 'sent')
    return { ids: sent.map(({ message }) => message ?? 0), next, more }
  })
  let looked = (await reader.messages.newest()).cursor
  const mailbox: number[] = []
  const readMailbox = async () => {
    const until = (await reader.messages.newest()).cursor
    const filter = { ...openMail, since: looked, until }
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<MailStore['deliveries']['page']>> = await reader.deliveries.page(
        'reader',
        filter,
        start,
        { ...firstPage(3), after },
      )
      mailbox.push(...page.rows.map(({ message }) => message.id))
      after = page.next
      if (after === null) break
    }
    looked = until
    return mailbox.toSorted((one, other) => one - other)
  }
  /** What each has read so far. */
  return async () => ({
    messages: await messages.read(),
    events: await events.read(),
    records: await records.read(),
    mailbox: await readMailbox(),
  })
}

/** All of it is what each cursor must have read. */
function eachOf(stored: readonly number[]) {
  const wanted = stored.toSorted((one, other) => one - other)
  return { messages: wanted, events: wanted, records: wanted, mailbox: wanted }
}

/** Each writer has a task of its own: who writes in one task waits for whoever does so just now. */
async function write(store: MailStore, who: number): Promise<number> {
  const id = await send(store, { to: ['reader'], task: `T-${who}` })
  await act(store, 'reader', 'ack', id)
  return id
}

/** Transactions of others on the server: an open change, a look that keeps its moment, and both in one. */
const foreigners = [
  { isElsewhere: true, sql: 'BEGIN; SELECT pg_current_xact_id()' },
  { isElsewhere: false, sql: 'BEGIN; SELECT pg_current_xact_id()' },
  {
    isElsewhere: false,
    sql: 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM watchpost.messages',
  },
  {
    isElsewhere: false,
    sql: 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*), pg_current_xact_id() FROM watchpost.messages',
  },
]

async function openForeigners(
  address: string,
): Promise<readonly { toggle(): Promise<void>; end(): Promise<void> }[]> {
  return Promise.all(
    foreigners.map(async ({ isElsewhere, sql }) => {
      const url = new URL(address)
      if (isElsewhere) url.pathname = '/postgres'
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      let isOpen = false
      return {
        async toggle() {
          await client.query(isOpen ? 'COMMIT' : sql)
          isOpen = !isOpen
        },
        end: () => client.end(),
      }
    }),
  )
}

await withPostgres((server) => {
  let address: string
  let opened: MailStore[]
  let strangers: Awaited<ReturnType<typeof openForeigners>>

  beforeEach(async () => {
    address = await server.fresh()
    opened = []
    strangers = await openForeigners(address)
  })
  afterEach(async () => {
    for (const one of [
      ...strangers.map((stranger) => stranger.end()),
      ...opened.map((store) => store.close()),
    ])
      await one
    server.recycle(address)
  })

  async function open(): Promise<MailStore> {
    const store = await openPostgresStore(address, { create: false })
    opened.push(store)
    return store
  }

  it(
    proof(
      'PostgreSQL: no cursor skips what is stored late, none stands still for the open transactions of others',
      steps,
      'steps',
    ),
    async () => {
      const [reader, direct] = [await open(), await open()]
      const slow = [await open(), await open()]
      await enroll(reader, 'writer', 'reader')
      const read = await openCursors(reader)
      const stored: number[] = []
      const gathered: number[][] = slow.map(() => [])
      const check = async () => expect(await read()).toEqual(eachOf(stored))
      const commit = async (at: number) => {
        await slow[at]?.commit()
        stored.push(...(gathered[at]?.splice(0) ?? []))
      }
      for (let step = 0; step < steps; step += 1) {
        const at = choose(slow.length)
        switch (choose(6)) {
          case 0:
          case 1:
            slow[at]?.gather()
            gathered[at]?.push(await write(slow[at] as MailStore, at))
            break
          case 2:
            await commit(at)
            break
          case 3:
            stored.push(await write(direct, slow.length))
            break
          case 4:
            await strangers[choose(strangers.length)]?.toggle()
            break
          case 5:
            await check()
        }
      }
      for (const late of slow.keys()) await commit(late)
      await check()
      expect(stored.length).toBeGreaterThan(steps / 5)
    },
    proofPatience(1_800_000),
  )

  it(
    proof(
      `PostgreSQL: ${writers} programs write while others hold snapshots open: each write is stored, and read by each cursor once, meanwhile`,
      writers * sendsEach,
      'messages',
    ),
    async () => {
      const reader = await open()
      await enroll(reader, 'writer', 'reader')
      const stores = await Promise.all(Array.from({ length: writers }, open))
      const read = await openCursors(reader)
      for (const stranger of strangers) await stranger.toggle()
      const stored: number[] = []
      let isWriting = true
      const writing = Promise.all(
        stores.map(async (store, who) => {
          for (let at = 0; at < sendsEach; at += 1) stored.push(await write(store, who))
        }),
      ).finally(() => {
        isWriting = false
      })
      while (isWriting) {
        const before = [...stored]
        // What was stored by now is there, and nothing twice.
        for (const found of Object.values(await read())) {
          const seen = new Set(found)
          expect(before.filter((id) => !seen.has(id))).toEqual([])
          expect(seen.size).toBe(found.length)
        }
      }
      await writing
      expect(stored.length).toBe(writers * sendsEach)
      expect(await read()).toEqual(eachOf(stored))
      for (const stranger of strangers) await stranger.toggle()
      expect(await read()).toEqual(eachOf(stored))
    },
    proofPatience(1_800_000),
  )
})
