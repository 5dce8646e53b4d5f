import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isMailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { schemaVersion } from '../../store/schema-version.ts'
import { withPostgres } from '../support/postgres.ts'
import { act, doer, enroll, idsIn, minute, openMail, post, send, start, system } from './fixture.ts'

const openQueue = {
  name: 'q',
  status: 'active',
  maxConcurrency: null,
  claimers: ['*'],
  lease: minute,
  attempts: 3,
} as const

await withPostgres((server) => {
  let address: string
  let opened: MailStore[]
  let store: MailStore

  beforeEach(async () => {
    address = await server.fresh()
    opened = []
    store = await open()
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
    server.recycle(address)
  })

  /** As another machine would. */
  async function open(): Promise<MailStore> {
    const made = await openPostgresStore(address, { create: false })
    opened.push(made)
    return made
  }

  async function ask(
    sql: string,
    ...values: readonly unknown[]
  ): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return (await client.query(sql, [...values])).rows
    } finally {
      await client.end()
    }
  }

  const killAll = () =>
    ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    )

  it.each([
    ["UPDATE messages SET subject = 'x'", 'messages'],
    ['DELETE FROM messages', 'messages'],
    ["UPDATE events SET what = 'x'", 'events'],
    ['DELETE FROM deeds', 'deeds'],
  ])('what was written stays as it is: %s', async (sql, table) => {
    const id = await send(store)
    await store.deliveries.move(doer('reader'), 'reader', [{ message: id }], { verb: 'read', at: start })
    await expect(ask(sql)).rejects.toThrow(`${table} are never changed`)
  })

  it('is made once by many who open it at the same moment', async () => {
    const bare = await server.bare()
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore(bare, { create: true, swarm: 'dev' })),
    )
    const facts = await Promise.all(stores.map((one) => one.facts.read()))
    expect(new Set(facts.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(facts[0]).toMatchObject({ swarm: 'dev' })
    for (const one of stores) await one.close()
  })

  it('is not made unasked, and a newer one is refused', async () => {
    await expect(openPostgresStore(await server.bare(), { create: false })).rejects.toMatchObject({
      code: 'no-store',
    })
    await ask("UPDATE facts SET value = '4711' WHERE name = 'schema'")
    await expect(openPostgresStore(address, { create: false })).rejects.toMatchObject({
      code: 'newer-version',
    })
    await ask("UPDATE facts SET value = $1 WHERE name = 'schema'", schemaVersion)
  })

  it.each(['fifo', 'priority'] as const)('gives each item of a queue (%s) to one claimant', async (order) => {
    const other = await open()
    await store.queues.create({ ...openQueue, order }, system, start)
    for (let item = 0; item < 30; item += 1) await send(store, { to: ['queue:q'] })
    const request = { queue: 'q', forms: ['reader'], lease: null }
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? store : other).queues.claim(doer(`reader`), request, start),
      ),
    )
    const given = claims.flatMap((claim) => (claim === null ? [] : [claim.letter.message.id]))
    expect(new Set(given).size).toBe(given.length)
    expect(given.length).toBe(30)
  })

  it('hands unread mail to one reader each', async () => {
    const other = await open()
    for (let item = 0; item < 20; item += 1) await send(store)
    const holds = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        (at % 2 === 0 ? store : other).deliveries.holdNext(
          doer('reader', { session: `s${at}` }),
          'reader',
          openMail,
          start + minute,
          start,
        ),
      ),
    )
    const held = holds.flatMap((one) => (one === null ? [] : [one.message]))
    expect(new Set(held).size).toBe(held.length)
    expect(held.length).toBe(20)
  })

  it('stores one message for a key, whoever sends it at the same moment', async () => {
    const other = await open()
    const posted = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? store : other).messages.deliver(post({ key: 'k' })),
      ),
    )
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1)
    expect(posted.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  })

  it('ends every send with done or busy where connections are cut, and loses and doubles nothing', async () => {
    const outcomes = new Map<string, number | null>()
    const sending = Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        await new Promise((next) => setTimeout(next, at * 5))
        const key = `k${at}`
        try {
          outcomes.set(key, (await store.messages.deliver(post({ key }))).id)
        } catch (error) {
          expect(isMailError(error) && error.code).toBe('busy')
          outcomes.set(key, null)
        }
      }),
    )
    for (let kills = 0; kills < 5; kills += 1) {
      await new Promise((next) => setTimeout(next, 50))
      await killAll()
    }
    await sending
    // A key makes it safe to send again what ended as busy; the last cut may reach a first try.
    for (const key of outcomes.keys()) outcomes.set(key, await sendAgain(key))
    const ids = await idsIn(store, 'reader')
    const [{ count } = {}] = await ask('SELECT count(*)::int FROM messages')
    expect(count).toBe(60)
    expect(new Set(outcomes.values()).size).toBe(60)
    expect(ids.length).toBe(50)
  })

  async function sendAgain(key: string): Promise<number> {
    for (let tries = 0; ; tries += 1)
      try {
        return (await store.messages.deliver(post({ key }))).id
      } catch (error) {
        if (tries > 10 || !isMailError(error) || error.code !== 'busy') throw error
      }
  }

  it('fills a mailbox up to its limit and no further, whoever sends at the same moment', async () => {
    const other = await open()
    const sends = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? store : other).messages.deliver(post({ expect: { mostUnread: 5 } })),
      ),
    )
    expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const one of sends)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
    expect(await idsIn(store, 'reader')).toHaveLength(5)
  })

  describe('asks its server once', () => {
    let asked = 0
    const { query } = pg.Client.prototype
    beforeEach(async () => {
      pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
        asked += 1
        return Reflect.apply(query, this, args)
      } as typeof query
      await store.queues.create({ ...openQueue, order: 'fifo' }, system, start)
    })
    afterEach(() => {
      pg.Client.prototype.query = query
    })

    const by = doer('reader', { session: 's1' })
    const claim = { queue: 'q', forms: ['reader'], lease: null }
    const hold = () => store.deliveries.holdNext(by, 'reader', openMail, start + minute, start)
    const page = () => store.deliveries.page('reader', openMail, start, { limit: 50, after: null })
    const reply = (to: number) =>
      post({ from: 'reader', to: ['writer'], kind: 'response', replyTo: to, thread: to, answers: true })
    const settle = async (held: Awaited<ReturnType<typeof hold>>) => {
      if (held?.hold == null) throw new Error('Nothing is held.')
      return store.deliveries.settle(by, 'reader', [held.hold], { verb: 'read' }, start)
    }
    const complete = async (item: Awaited<ReturnType<typeof store.queues.claim>>) => {
      if (item === null) throw new Error('Nothing is claimed.')
      const claims = [{ message: item.letter.message.id, attempt: item.attempt }]
      return store.queues.finish(by, claims, { verb: 'complete', keep: false }, start)
    }
    const sendItem = () => send(store, { to: ['queue:q'] })

    it.each<[string, () => Promise<unknown>, (prepared: never) => Promise<unknown>]>([
      ['to send', async () => null, () => send(store, { channels: [] })],
      ['to answer', () => send(store), (id) => store.messages.deliver(reply(id))],
      ['to show a page', () => send(store), page],
      ['to hold what is next', () => send(store), hold],
      ['to find that nothing is next', async () => null, hold],
      ['to settle what it held', () => send(store).then(hold), settle],
      ['to claim', sendItem, () => store.queues.claim(by, claim, start)],
      [
        'to complete what it claimed',
        () => sendItem().then(() => store.queues.claim(by, claim, start)),
        complete,
      ],
    ])('%s', async (_, prepare, change) => {
      // Names and queues are asked for once.
      await change((await prepare()) as never)
      const prepared = await prepare()
      asked = 0
      await change(prepared as never)
      expect(asked).toBe(1)
    })
  })

  it('does again what it remembered wrongly', async () => {
    const other = await open()
    const id = await send(store)
    const held = await store.deliveries.holdNext(doer('reader'), 'reader', openMail, start + minute, start)
    await other.deliveries.move(doer('reader'), 'reader', [{ message: id }], { verb: 'pin', at: start })
    if (held?.hold == null) throw new Error('Nothing is held.')
    const settled = await store.deliveries.settle(
      doer('reader'),
      'reader',
      [held.hold],
      { verb: 'read' },
      start,
    )
    expect(settled).toMatchObject([{ changed: true, letter: { delivery: { box: 'read', pinned: true } } }])
    const again = await store.deliveries.settle(
      doer('reader'),
      'reader',
      [held.hold],
      { verb: 'read' },
      start,
    )
    expect(again).toMatchObject([{ changed: false, problem: { code: 'stale' } }])
  })

  it('reaches another machine over TLS alone', async () => {
    const plain = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end('N')),
    )
    await once(plain.listen(0, '::'), 'listening')
    const far = `postgres://ada@localhost:${(plain.address() as AddressInfo).port}/mail?host=::ffff:127.0.0.1`
    for (const url of [far, `${far}&sslmode=disable`, `${far}&ssl=0`])
      await expect(openPostgresStore(url, { create: false })).rejects.toMatchObject({ code: 'not-allowed' })
    await new Promise((closed) => plain.close(closed))
  })

  it('ends a change as busy that waits for too long', async () => {
    const [version] = await ask("SELECT current_setting('server_version_num')::int AS number")
    if (Number(version?.['number']) < 170_000) return
    const other = new pg.Client({ connectionString: address })
    await other.connect()
    await other.query('BEGIN; LOCK watchpost.messages')
    await expect(send(store)).rejects.toMatchObject({ code: 'busy' })
    await other.end()
    await send(store)
  })

  it('says that a server that is not there is busy, and names no password', async () => {
    const error = await openPostgresStore('postgres://somebody:secret@127.0.0.1:9/none', {
      create: false,
    }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'busy', hint: expect.stringContaining('--key') })
    expect(JSON.stringify([(error as Error).message, error])).not.toContain('secret')
  })

  it('wakes those who wait for changes, once their connection was cut too', async () => {
    const other = await open()
    const abort = new AbortController()
    for (const cut of [false, true, false]) {
      const woken = store.live.changed(abort.signal)
      await new Promise((next) => setTimeout(next, 50))
      if (cut) await killAll()
      else await send(other)
      await woken
    }
    const mail = store.live.mail('writer', abort.signal)
    await send(other)
    await send(other, { from: 'reader', to: ['writer'] })
    await mail
    abort.abort()
  })

  it('wakes those who wait while another one gathers changes', async () => {
    const [gatherer, sender] = [await open(), await open()]
    const mail = store.live.mail('reader', new AbortController().signal)
    const rested = async () => (await ask('SELECT rung FROM machines')).map(({ rung }) => rung)
    await expect.poll(rested).toEqual([false])
    gatherer.gather()
    await send(gatherer, { from: 'reader', to: ['writer'] })
    await send(sender)
    await mail
    await gatherer.commit()
    await expect.poll(rested).toEqual([false])
    const change = store.live.changed(new AbortController().signal)
    gatherer.gather()
    await send(gatherer)
    await gatherer.commit()
    await change
  })

  it('counts each minute in rows of its own, and adds them up while others count', async () => {
    let folding = true
    const folded = (async () => {
      while (folding) await ask('SELECT fold_counts(0)')
    })()
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let round = 0; round < 30; round += 1) {
          const id = await send(store, { to: ['reader'] })
          if (round % 3 > 0) await act(store, 'reader', round % 3 === 1 ? 'read' : 'archive', id)
        }
      }),
    )
    folding = false
    await folded
    await ask('SELECT fold_counts(0)')
    expect(await ask('SELECT sum(lasting)::int AS n, max(shard) AS most FROM unread_parts')).toEqual([
      { n: 60, most: 0 },
    ])
    expect(await ask('SELECT sum(owed)::int AS n, max(shard) AS most FROM debts_parts')).toEqual([
      { n: 120, most: 0 },
    ])
    await send(store, { to: ['reader'] })
    await ask('SELECT fold_counts()')
    // The present minute is left to those who count in it.
    expect(await ask('SELECT count(*)::int AS n FROM unread_parts WHERE shard >= 64')).toEqual([{ n: 1 }])
    await ask('UPDATE unread_parts SET shard = 64 + (shard - 64 + 498 * 64) % 32000 WHERE shard >= 64')
    await ask('SELECT fold_counts()')
    expect(await ask('SELECT lasting::int, shard FROM unread_parts')).toEqual([{ lasting: 61, shard: 0 }])
  })

  it('rings a machine once until it looks again', async () => {
    await ask('INSERT INTO machines DEFAULT VALUES')
    const listener = new pg.Client({ connectionString: address })
    await listener.connect()
    let rings = 0
    listener.on('notification', () => (rings += 1))
    await listener.query('LISTEN watchpost_1')
    for (let sent = 0; sent < 5; sent += 1) await send(store)
    await listener.query('SELECT 1')
    expect(rings).toBe(1)
    await listener.query('UPDATE watchpost.machines SET rung = FALSE')
    await send(store)
    await listener.query('SELECT 1')
    expect(rings).toBe(2)
    await listener.end()
  })

  it('rings a machine that waits for the mail of some agents for that alone', async () => {
    await ask("INSERT INTO machines(agents) SELECT ARRAY[id] FROM agents WHERE address = 'other'")
    await ask("INSERT INTO machines(agents) SELECT ARRAY[0, id] FROM agents WHERE address = 'reader'")
    const rung = async () =>
      (await ask('SELECT id FROM machines WHERE rung ORDER BY id')).map(({ id }) => Number(id))
    const id = await send(store, { to: ['reader'] })
    expect(await rung()).toEqual([2])
    await ask('UPDATE machines SET rung = FALSE')
    await act(store, 'reader', 'read', id)
    expect(await rung()).toEqual([2])
    await send(store, { to: ['reader', 'other'] })
    expect(await rung()).toEqual([1, 2])
  })
})
