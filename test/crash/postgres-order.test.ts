import pg from 'pg'
import { expect, it } from 'vitest'
import type { EventCursor, MailStore, MessageCursor } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { act, enroll, firstPage, openMail, send, start } from '../store/fixture.ts'
import { withPostgres } from '../support/postgres.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const steps = scaled(150, 10_000)
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

await withPostgres((server) => {
  it(
    proof('PostgreSQL: no cursor skips what is stored late, none stands still for others', steps, 'steps'),
    async () => {
      const address = await server.fresh()
      const open = () => openPostgresStore(address, { create: false })
      const [reader, direct, ...slow] = await Promise.all([open(), open(), open(), open()])
      if (reader === undefined || direct === undefined) throw new Error('Nothing was opened.')
      await enroll(reader, 'writer', 'reader', ...slow.map((_, at) => `reader-${at}`))
      const elsewhere = new URL(address)
      elsewhere.pathname = '/postgres'
      const foreign = new pg.Client({ connectionString: elsewhere.href })
      await foreign.connect()

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

      const stored: number[] = []
      const gathered: number[][] = slow.map(() => [])
      let isForeign = false
      /** Each writer has a task of its own: who writes in one task waits for whoever does so just now. */
      const write = async (store: MailStore, who: number): Promise<number> => {
        const id = await send(store, { to: ['reader'], task: `T-${who}` })
        await act(store, 'reader', 'ack', id)
        return id
      }
      const check = async () => {
        const wanted = stored.toSorted((one, other) => one - other)
        expect(await messages.read()).toEqual(wanted)
        expect(await events.read()).toEqual(wanted)
        expect(await readMailbox()).toEqual(wanted)
      }
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
            await foreign.query(isForeign ? 'COMMIT' : 'BEGIN; SELECT pg_current_xact_id()')
            isForeign = !isForeign
            break
          case 5:
            await check()
        }
      }
      for (const late of slow.keys()) await commit(late)
      await check()
      expect(stored.length).toBeGreaterThan(steps / 5)
      await foreign.end()
      for (const one of [reader, direct, ...slow]) await one.close()
      server.recycle(address)
    },
    scaled(60_000, 1_800_000),
  )
})
