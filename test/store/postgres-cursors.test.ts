import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore, MessageCursor, RecordCursor } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { act, doer, enroll, minute, type Opened, openings, openMail, send, start } from './fixture.ts'

await withPostgres((server) => {
  let foreign: pg.Client
  let address: string
  let opened: Opened
  let store: MailStore
  let slow: MailStore
  beforeEach(async () => {
    address = await server.fresh()
    opened = await openings(
      () => openPostgresStore(address, { create: false }),
      () => server.recycle(address),
    )
    store = opened.store
    slow = await opened.again()
    await enroll(store, 'writer', 'reader', 'other')
    // A write in another database of the same server, which has nothing to do with us.
    const elsewhere = new URL(address)
    elsewhere.pathname = '/postgres'
    foreign = new pg.Client({ connectionString: elsewhere.href })
    await foreign.connect()
  })
  afterEach(async () => {
    await foreign.end()
    await opened.close()
  })

  const mail = async (since: MessageCursor, until?: MessageCursor) => {
    const filter = { ...openMail, since, ...(until === undefined ? {} : { until }) }
    const { rows } = await store.deliveries.page('reader', filter, start, { limit: 50, after: null })
    return rows.map(({ message }) => message.id)
  }
  const newest = async () => (await store.messages.newest()).cursor

  it('a record that was begun first and stored last is neither missed nor told twice, and holds up no other', async () => {
    const before = await store.log.newestRecord()
    const records = async (after: RecordCursor) => {
      const { rows, next } = await store.log.recorded(after, 99)
      return { told: rows.map(({ what, message, about }) => `${what} ${message ?? about}`), next, rows }
    }
    await foreign.query('BEGIN; SELECT pg_current_xact_id()')
    slow.gather()
    const late = await send(slow, { task: 'T-1' })
    await act(slow, 'reader', 'ack', late)
    const early = await send(store, { task: 'T-2' })
    const paths = { project: '/p', paths: ['src'], shared: false, until: start + minute }
    await store.reservations.reserve({ doer: doer('other'), at: start }, paths)
    expect(late).toBeLessThan(early)
    const first = await records(before)
    expect(first.told).toEqual([`sent ${early}`, 'reserve src'])
    await slow.commit()
    expect((await records(first.next)).told).toEqual([`sent ${late}`, `ack ${late}`])
    // A reader who stopped in the middle of the first page goes on there.
    expect((await records(first.rows[0]?.cursor ?? before)).told).toEqual(['reserve src'])
    await foreign.query('COMMIT')
  })

  it('a message that was begun first and stored last is neither missed nor told twice', async () => {
    const before = await newest()
    const events = await store.log.newest()
    slow.gather()
    const late = await send(slow, { task: 'T-1' })
    await act(slow, 'reader', 'ack', late)
    const early = await send(store, { task: 'T-2' })
    await act(store, 'reader', 'ack', early)
    expect(late).toBeLessThan(early)
    const first = await store.tasks.traffic(before, 9)
    expect(first.rows.map(({ id }) => id)).toEqual([early])
    const log = await store.log.since(events, 9)
    expect(log.rows.map(({ message }) => message)).toEqual([early])
    const middle = await newest()
    const beside = await store.messages.cursorAt(early, 'after')
    await slow.commit()
    expect((await store.tasks.traffic(first.next, 9)).rows.map(({ id }) => id)).toEqual([late])
    expect((await store.log.since(log.next, 9)).rows.map(({ message }) => message)).toEqual([late])
    expect(await mail(before, middle)).toEqual([early])
    expect(await mail(middle)).toEqual([late])
    expect(await store.messages.arrivedAfter(middle, [late, early])).toEqual([late])
    if (beside === null) throw new Error('The message is gone.')
    expect(await mail(beside)).toEqual([late])
  })

  it('a page goes on in the look that it began with, and then with what came meanwhile', async () => {
    const before = await newest()
    slow.gather()
    const late = await send(slow, { task: 'T-1' })
    const ids = [await send(store, { task: 'T-2' }), await send(store, { task: 'T-3' })]
    const first = await store.tasks.traffic(before, 1)
    await slow.commit()
    const seen = [...first.rows]
    for (let after = first.next, more = first.more; more; ) {
      const page = await store.tasks.traffic(after, 1)
      seen.push(...page.rows)
      ;({ next: after, more } = page)
    }
    expect(seen.map(({ id }) => id)).toEqual([...ids, late])
  })

  it('a write elsewhere that goes on and on holds nothing back', async () => {
    await foreign.query('BEGIN; SELECT pg_current_xact_id()')
    const before = await newest()
    const first = await send(store, { task: 'T-1' })
    const middle = await newest()
    const second = await send(store, { task: 'T-1' })
    expect(await mail(before, middle)).toEqual([first])
    expect(await mail(middle)).toEqual([second])
    expect((await store.tasks.history('T-1', middle, 9)).rows.map(({ id }) => id)).toEqual([second])
    await foreign.query('COMMIT')
    expect(await mail(middle)).toEqual([second])
    expect(await mail(await newest())).toEqual([])
  })

  it('a session knows what there was when it was told, whatever its number', async () => {
    slow.gather()
    // To somebody else: one who counts a mailbox waits for whoever counts it just now.
    const late = await send(slow, { to: ['other'] })
    const shown = await send(store)
    const by = { actor: 'reader', principal: null, session: 's1', command: 'inject' }
    const { newest: upto } = await store.log.told('reader', 's1', [shown])
    const [held] = await store.deliveries.hold(by, 'reader', [shown], start + 60_000, start)
    if (held?.hold == null) throw new Error(`Not held: ${held?.why}`)
    await store.deliveries.settle(by, 'reader', [held.hold], { verb: 'read', upto }, start)
    await slow.commit()
    expect((await store.log.told('reader', 's1', [late, shown])).earlier).toEqual([shown])
  })
})
