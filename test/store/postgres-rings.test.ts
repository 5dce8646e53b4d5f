import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { hear, withoutPoll } from '../support/listeners.ts'
import { openProxies } from '../support/networks.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { act, enroll, post, send, start } from './fixture.ts'

const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))
const never = () => new AbortController().signal

/** What is stored as a sign of life takes half a second. */
const slowLifeSql = `CREATE OR REPLACE FUNCTION watchpost.linger() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER linger AFTER UPDATE ON watchpost.machines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.seen_at < NEW.seen_at - interval '1 minute') EXECUTE FUNCTION watchpost.linger()`
const agedSql = "UPDATE watchpost.machines SET seen_at = now() - interval '2 minutes'"

/** Runs a deed with a poll that comes thirty times as often. */
async function withFastPoll<T>(deed: () => Promise<T>): Promise<T> {
  const { setTimeout: begin } = globalThis
  globalThis.setTimeout = ((task: () => void, length = 0) =>
    begin(task, length >= 2_500 && length <= 6_000 ? length / 30 : length)) as typeof setTimeout
  try {
    return await deed()
  } finally {
    globalThis.setTimeout = begin
  }
}

/** Whether something happens within half a second. */
async function happens(one: Promise<unknown>): Promise<boolean> {
  return Promise.race([one.then(() => true), pause(500).then(() => false)])
}

await withOwnPostgres(['max_connections=60', 'autovacuum=off'], (server) => {
  let sender: MailStore
  let opened: MailStore[]

  beforeAll(async () => {
    const made = await openPostgresStore(server.address, { create: true })
    await enroll(made, 'writer', 'reader')
    await made.channels.create({ name: 'over', retainCount: null, retainHours: null }, start)
    await made.channels.close('over')
    await made.close()
  })
  beforeEach(async () => {
    opened = []
    sender = await open()
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
    await ask('DELETE FROM watchpost.machines')
  })

  async function open(address = server.address): Promise<MailStore> {
    const store = await openPostgresStore(address, { create: false })
    opened.push(store)
    return store
  }
  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.address })
    await client.connect()
    return client
  }
  async function ask(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = await connected()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  /** Until so many programs listen. */
  const untilIdle = (programs = 1) =>
    expect.poll(() => ask('SELECT 1 FROM watchpost.machines WHERE NOT rung')).toHaveLength(programs)
  const untilWaits = (event: string) =>
    expect.poll(() => ask(`SELECT 1 FROM pg_stat_activity WHERE wait_event = '${event}'`)).not.toEqual([])

  it('PostgreSQL: mail that comes while a waiting program shows that it lives wakes it', async () => {
    const program = await open()
    await ask(slowLifeSql)
    await withFastPoll(async () => {
      const heard = hear(program, 'reader')
      await untilIdle()
      await ask(agedSql)
      await untilWaits('PgSleep')
      const id = await send(sender)
      expect(await heard).toEqual([id])
      await act(sender, 'reader', 'archive', id)
    })
    await ask('DROP FUNCTION watchpost.linger CASCADE')
  })

  it('PostgreSQL: showing that it lives wakes nobody where nothing else happened', async () => {
    const program = await open()
    await withFastPoll(async () => {
      const signal = never()
      await program.live.changed(signal)
      const change = program.live.changed(signal)
      await untilIdle()
      const aged = "SELECT 1 FROM watchpost.machines WHERE seen_at < now() - interval '1 minute'"
      await ask(agedSql)
      await expect.poll(() => ask(aged)).toEqual([])
      expect(await happens(change)).toBe(false)
      await send(sender, { to: ['writer'] })
      await change
    })
  })

  it('PostgreSQL: mail that comes beside a change that is rolled back wakes its reader', async () => {
    const [program, other] = [await open(), await open()]
    await withoutPoll(async () => {
      const heard = hear(program, 'reader')
      await untilIdle()
      const blocker = await connected()
      await blocker.query('BEGIN; LOCK TABLE watchpost.channels')
      const refused = expect(other.messages.deliver(post({ channels: ['over'] }))).rejects.toMatchObject({
        code: 'conflict',
      })
      await untilWaits('relation')
      const id = await send(sender)
      await blocker.end()
      await refused
      expect(await heard).toEqual([id])
      await act(sender, 'reader', 'archive', id)
    })
  })

  it('PostgreSQL: mail that is gathered before a change that wakes nobody wakes its reader', async () => {
    const program = await open()
    await withoutPoll(async () => {
      const heard = hear(program, 'reader')
      await untilIdle()
      sender.gather()
      const id = await send(sender)
      await sender.peers.saw('elsewhere', true, start)
      await sender.commit()
      expect(await heard).toEqual([id])
      await act(sender, 'reader', 'archive', id)
    })
  })

  it('PostgreSQL: while the server is gone, whoever waits asks for it now and then, and hears of it once it is back', async () => {
    const between = await openProxies(server)
    const [side] = between.sides
    const program = await open(side?.address)
    const signal = never()
    await program.live.changed(signal)
    const mail = program.live.mail('reader', never())
    const lost = program.live.changed(signal)
    await untilIdle()
    const { connect } = pg.Client.prototype
    let tries = 0
    pg.Client.prototype.connect = function (this: pg.Client, ...args: never[]) {
      tries += 1
      return Reflect.apply(connect, this, args)
    } as typeof connect
    try {
      side?.cut(true)
      await lost
      const stop = new AbortController()
      const stopped = program.live.changed(stop.signal)
      const change = program.live.changed(signal)
      expect(await happens(Promise.race([change, stopped, mail]))).toBe(false)
      expect(tries).toBeLessThan(20)
      stop.abort()
      await stopped
      side?.restore()
      await change
      await send(sender)
      await mail
      side?.cut(true)
      const last = [program.live.changed(never()), program.live.mail('writer', never())]
      await pause(50)
      await program.close()
      await Promise.all(last)
    } finally {
      pg.Client.prototype.connect = connect
      between.close()
    }
  })

  it('PostgreSQL: a program closes on a line that is cut, and once however often it is asked to', async () => {
    const between = await openProxies(server)
    const [side] = between.sides
    const program = await open(side?.address)
    const change = program.live.changed(never())
    await untilIdle()
    side?.cut(false)
    await Promise.all([program.close(), program.close()])
    await program.close()
    await change
    await expect(program.facts.read()).rejects.toMatchObject({ code: 'busy' })
    between.close()
  })

  it('PostgreSQL: whoever begins to wait for mail as the store closes waits no longer', async () => {
    const program = await open()
    const blocker = await connected()
    await blocker.query('BEGIN; LOCK TABLE watchpost.agents')
    const mail = program.live.mail('somebody', never())
    await untilWaits('relation')
    const closed = program.close()
    await blocker.end()
    await mail
    await closed
    expect(await ask('SELECT 1 FROM watchpost.machines')).toEqual([])
  })
})
