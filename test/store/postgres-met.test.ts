import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { neverDispatched } from '../../src/domain/redispatch.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { arrival } from './conformance-exchange.ts'
import { act, doer, enroll, hour, minute, post, send, start, system } from './fixture.ts'

const rosterLock = 7_401

/** Changes that meet one another, and changes that are large. */
await withPostgres((server) => {
  let address: string
  let opened: MailStore[]
  let store: MailStore
  let other: MailStore
  let client: pg.Client

  beforeEach(async () => {
    address = await server.fresh()
    opened = []
    for (let one = 0; one < 2; one += 1) opened.push(await openPostgresStore(address, { create: false }))
    ;[store, other] = opened as [MailStore, MailStore]
    client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
    await enroll(store, 'writer', 'reader')
  })
  afterEach(async () => {
    await client.end()
    for (const one of opened) await one.close()
  })

  /** Until so many statements wait for a lock. */
  async function waiting(many: number): Promise<void> {
    const sql =
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    const watch = new pg.Client({ connectionString: address })
    await watch.connect()
    await expect.poll(async () => (await watch.query(sql)).rows[0]?.n).toBe(many)
    await watch.end()
  }

  const newcomer = (name: string) =>
    ({ address: name, longForm: null, state: 'alive', lastSeen: null }) as const

  it('enrolment: mail that is addressed meanwhile is not lost for the newcomer', async () => {
    const expects = { roster: await store.roster.version() }
    await client.query(
      "BEGIN; INSERT INTO agents(address, kind, state, registered_at) VALUES('y', 'agent', 'named', 0)",
    )
    const enrolled = store.exchange.enrol([newcomer('x'), newcomer('y')], system, start)
    await waiting(1)
    const selectors = [{ selector: 'agent:x', expiresAt: null }]
    const sent = other.messages.deliver(post({ to: [], selectors, expect: expects })).then(
      () => 'stored',
      (error: { readonly code: string }) => error.code,
    )
    await Promise.race([sent, waiting(2)])
    await client.query('COMMIT')
    expect(await enrolled).toEqual(['x', 'y'])
    // Its sender asks the roster again, and finds the newcomer.
    expect(await sent).toBe('stale')
  })

  it('beats: mail of a frozen agent is extended once', async () => {
    const id = await send(store, {
      expiresAt: start + hour,
      to: [{ address: 'reader', expiresAt: start + hour }],
    })
    await store.roster.setState('reader', 'frozen', system, start)
    await client.query('SELECT pg_advisory_lock($1)', [rosterLock])
    const beats = [store, other].map((one) => one.roster.beat('reader', start + minute, null))
    await waiting(2)
    await client.query('SELECT pg_advisory_unlock($1)', [rosterLock])
    expect(await Promise.all(beats)).toMatchObject([{ state: 'alive' }, { state: 'alive' }])
    expect(await store.deliveries.find('reader', id)).toMatchObject({ expiresAt: start + hour + minute })
  })

  it.each([
    ['given up', (id: number) => act(store, 'reader', 'unread', id, {}, start + 24 * hour)],
    ['when its lease ends', () => store.upkeep.endDue(system, 'leases', 20, start + 24 * hour)],
    [
      'when its session is gone',
      async () => store.sessions.takeBack(system, await store.sessions.work(null, 9), start + 24 * hour),
    ],
    ['undone', () => store.log.reverse(doer('reader'), 'undo', start + 24 * hour)],
  ])('a lost role and its work, %s: the next holder gets it', async (_, end) => {
    await store.roster.update({ address: 'reader', longForm: null, role: 'dev' }, system, start)
    const id = await send(store, {
      to: [{ address: 'reader', via: 'role:dev' }],
      selectors: [{ selector: 'role:dev', expiresAt: null }],
    })
    await act(store, 'reader', 'process', id, { lease: { by: 'reader', until: start + minute } })
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${rosterLock})`)
    await client.query("UPDATE agents SET role = NULL WHERE address = 'reader'")
    const ended = end(id)
    await waiting(1)
    await client.query('COMMIT')
    await ended
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'archived', was: 'unread' })
  })

  it('dispatches: of two that decided on the same state one counts', async () => {
    const known = { ...neverDispatched('b-1'), attemptedAt: start, agent: 'reader' }
    await store.upkeep.putRedispatch('b-1', null, known)
    await client.query("BEGIN; SELECT 1 FROM redispatches WHERE bead = 'b-1' FOR UPDATE")
    const put = [
      store.upkeep.putRedispatch('b-1', known, null),
      other.upkeep.putRedispatch('b-1', known, { ...known, failures: 1 }),
    ]
    await waiting(2)
    await client.query('COMMIT')
    expect((await Promise.all(put)).sort()).toEqual([false, true])
  })

  it('changes that nobody limits the size of may take as long as they need', async () => {
    await client.query(`CREATE TABLE limits(what TEXT, lasts TEXT);
      CREATE FUNCTION note_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = watchpost AS $$
      BEGIN INSERT INTO limits VALUES(NEW.what, current_setting('transaction_timeout', TRUE)); RETURN NULL; END $$;
      CREATE TRIGGER note_limit AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_limit()`)
    const { rows: versions } = await client.query(
      "SELECT current_setting('server_version_num')::int AS number",
    )
    if (versions[0]?.number < 170_000) return
    const id = await send(store)
    await act(store, 'reader', 'archive', id)
    await store.log.reverse(doer('reader'), 'undo', start)
    await store.exchange.take('haak', [arrival('one')], system, start)
    await store.messages.deliver(
      post({
        to: [],
        selectors: ['agent:x', 'agent:y', 'role:z'].map((selector) => ({ selector, expiresAt: null })),
      }),
    )
    await store.exchange.enrol([newcomer('x')], system, start)
    await enroll(store, 'y')
    await store.roster.update({ address: 'y', longForm: null, role: 'z' }, system, start)
    await store.roster.setState('reader', 'dead', system, start)
    const { rows } = await client.query(
      'SELECT what, min(lasts) AS least, max(lasts) AS most FROM limits GROUP BY 1 ORDER BY 1',
    )
    expect(rows).toEqual([
      { what: 'archive', least: '5s', most: '5s' },
      { what: 'dead', least: '0', most: '0' },
      { what: 'imported', least: '0', most: '0' },
      { what: 'joined', least: '0', most: '0' },
      { what: 'undo', least: '0', most: '0' },
    ])
  })

  it('restored from a dump of another server: doctor finds what followers miss, and mends it', async () => {
    const id = await send(store)
    await act(store, 'reader', 'read', id)
    expect((await examineServer(address, false)).findings).toEqual([])
    const ahead = 'xact = (pg_current_xact_id()::text::bigint + 3000)::text::xid8'
    await client.query(
      `SET session_replication_role = replica; UPDATE messages SET ${ahead}; UPDATE events SET ${ahead}`,
    )
    expect((await store.log.since(null, 9)).rows).toEqual([])
    expect((await examineServer(address, false)).findings).toMatchObject([
      { finding: 'moved', mended: false },
    ])
    expect((await examineServer(address, true)).findings).toMatchObject([{ finding: 'moved', mended: true }])
    expect((await examineServer(address, false)).findings).toEqual([])
    expect((await store.log.since(null, 9)).rows).toMatchObject([{ what: 'read', message: id }])
  })

  describe('what the server undid is done again, and nothing of it twice', () => {
    const ids = async (table: string, column: string) =>
      (await client.query(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).rows.map(({ id }) => Number(id))

    /** What is there once: messages, copies, events, changes, rings of machines. */
    async function tally(): Promise<unknown> {
      const { rows } = await client.query(`SELECT (SELECT count(*)::int FROM messages) AS messages,
        (SELECT count(*)::int FROM deliveries) AS copies, (SELECT count(*)::int FROM events) AS events,
        (SELECT count(*)::int FROM deeds WHERE what <> 'create-queue') AS deeds, (SELECT sum(lasting)::int FROM unread) AS unread`)
      return rows[0]
    }

    it('a deadlock with another program', async () => {
      const [one, two] = [await send(store), await send(store)]
      const lock = (id: number) =>
        `SELECT 1 FROM deliveries d JOIN messages m USING (rank) WHERE m.id = ${id} FOR UPDATE OF d`
      const machine = new pg.Client({ connectionString: address })
      let rings = 0
      machine.on('notification', () => (rings += 1))
      await machine.connect()
      await machine.query('INSERT INTO watchpost.machines DEFAULT VALUES')
      await machine.query('LISTEN watchpost_1')
      const before = await ids('deeds', 'id')
      // The other program looks for a deadlock much later, so it is the change that the server ends.
      await client.query("SET deadlock_timeout = '30s'")
      await client.query(`BEGIN; ${lock(two)}`)
      const targets = [one, two].map((message) => ({ message }))
      const moved = store.deliveries.move(doer('reader'), 'reader', targets, { verb: 'archive', at: start })
      await waiting(1)
      await client.query(lock(one))
      await client.query('COMMIT')
      expect((await moved).map(({ changed }) => changed)).toEqual([true, true])
      expect((await ids('deeds', 'id')).length).toBe(before.length + 1)
      expect(await tally()).toMatchObject({ messages: 2, copies: 2, events: 2, unread: 0 })
      await machine.query('SELECT 1')
      expect(rings).toBe(1)
      await machine.end()
    })

    it('each first attempt, as the server is about to store it', async () => {
      // A number that was taken stays taken, so every second transaction is stored.
      await client.query(`CREATE SEQUENCE attempts;
        CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = watchpost AS $$
        BEGIN
          IF coalesce(current_setting('watchpost.met', TRUE), '') <> '' THEN RETURN NULL; END IF;
          IF nextval('attempts') % 2 = 1 THEN RAISE EXCEPTION 'met another one' USING ERRCODE = '40001'; END IF;
          PERFORM set_config('watchpost.met', 'yes', TRUE);
          RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER meet AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meet();
        CREATE CONSTRAINT TRIGGER meet AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meet()`)
      const machine = new pg.Client({ connectionString: address })
      let rings = 0
      machine.on('notification', () => (rings += 1))
      await machine.connect()
      await machine.query('INSERT INTO watchpost.machines DEFAULT VALUES')
      await machine.query('LISTEN watchpost_1')
      const { id } = await store.messages.deliver(post({ from: 'late', to: ['reader', 'writer'], key: 'k' }))
      await machine.query('SELECT 1')
      expect(rings).toBe(1)
      await act(store, 'reader', 'archive', id)
      const answered = post({ from: 'writer', to: ['late'], replyTo: id, thread: id, answers: true })
      // Nobody is called late but the sender.
      await enroll(other, 'late')
      await store.messages.deliver(answered)
      expect(await tally()).toMatchObject({ messages: 2, copies: 3, events: 2, unread: 2 })
      expect(Number((await client.query('SELECT last_value FROM attempts')).rows[0]?.last_value)).toBe(6)
      expect((await store.messages.read(id, null))?.message.from).toBe('late')
      await machine.end()
    })
  })

  it('refuses a name that no index of the server takes', async () => {
    const long = Array.from(randomBytes(1024), (byte, at) =>
      String.fromCharCode(0x4e00 + byte * 64 + (at % 64)),
    ).join('')
    await expect(send(store, { task: long })).rejects.toMatchObject({ code: 'usage' })
    await send(store)
  })
})
