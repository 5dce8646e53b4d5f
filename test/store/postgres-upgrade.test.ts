import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { standingOfServer, upgradeServerStore } from '../../store/postgres/upgrading.ts'
import { schemaVersion } from '../../store/schema-version.ts'
import { withPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { doer, enroll, firstPage, idsIn, openMail, post, send, start, system } from './fixture.ts'
import { expectOpenTasks, plantTasks } from './old-tasks.ts'

const facts = `INSERT INTO facts(name, value) VALUES('schema', '1'), ('store', 'abc'), ('salt', 'def'), ('created_at', '${start}'), ('roster_version', '3');
INSERT INTO agents(address, kind, state, registered_at) VALUES('writer', 'agent', 'alive', ${start}), ('reader', 'agent', 'alive', ${start});`
const sent = `SELECT id FROM deliver('{"from":"writer","kind":"request","place":21,"sent_at":${start},"written":"{\\"to\\":[\\"reader\\"],\\"cc\\":[]}","recipients":[{"address":"reader","via":"to","owes":true}]}', 'Before', 'preview', 'body')`

/** What decides how a store behaves: each function's text and each trigger. */
const behaviourSql = `SELECT oid::regprocedure::text AS name, md5(prosrc || coalesce(proconfig::text, '') || prosecdef) AS text FROM pg_proc WHERE pronamespace = 'watchpost'::regnamespace
UNION ALL SELECT tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = 'watchpost'::regnamespace AND NOT tgisinternal
UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'watchpost'
UNION ALL SELECT table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default) FROM information_schema.columns WHERE table_schema = 'watchpost'
ORDER BY 1, 2`

await withPostgres((server) => {
  let address: string
  let opened: MailStore[]
  const seen: { readonly found: unknown; readonly wrote: unknown }[] = []
  beforeEach(async () => {
    address = await server.bare()
    opened = []
    await ask(readFileSync(new URL('postgres-schema-1.sql', import.meta.url), 'utf8'))
    await ask(facts)
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
  })

  async function ask(sql: string, at = address): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: at, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  async function upgraded(at = address): Promise<MailStore> {
    await upgradeServerStore(at, async () => undefined)
    return open(at)
  }

  async function open(at = address): Promise<MailStore> {
    const store = await openPostgresStore(at, { create: false })
    opened.push(store)
    return store
  }

  it('a store of schema 1 behaves as a new one, and keeps its mail', async () => {
    const [{ id } = {}] = await ask(sent)
    const store = await upgraded()
    expect((await store.facts.read()).schema).toBe(schemaVersion)
    const made = await server.bare()
    opened.push(await openPostgresStore(made, { create: true }))
    expect(await ask(behaviourSql)).toEqual(await ask(behaviourSql, made))
    const answer = post({
      from: 'reader',
      to: ['writer'],
      kind: 'response',
      replyTo: Number(id),
      thread: Number(id),
    })
    await store.messages.deliver({ ...answer, answers: true })
    const later = await send(store)
    expect(await idsIn(store, 'reader', openMail)).toEqual([Number(id), later])
    expect(await store.deliveries.find('reader', Number(id))).toMatchObject({ owes: false })
  })

  it('a store of schema 30 keeps its copies, each with its one way, and takes more', async () => {
    const made = await server.bare()
    const first = await openPostgresStore(made, { create: true })
    const role = { selector: 'role:dev', expiresAt: null }
    await enroll(first, { address: 'reader', role: 'dev' })
    const old = await send(first, { to: [{ address: 'reader', via: 'role:dev' }], selectors: [role] })
    await first.close()
    await ask(
      "ALTER TABLE deliveries DROP COLUMN also_via; UPDATE facts SET value = '30' WHERE name = 'schema'",
      made,
    )

    const store = await upgraded(made)
    expect((await store.facts.read()).schema).toBe(schemaVersion)
    const to = [{ address: 'reader', via: 'to', alsoVia: ['role:dev'] }]
    const now = await send(store, { to, selectors: [role] })
    expect(await store.deliveries.find('reader', now)).toMatchObject({ via: 'to', alsoVia: ['role:dev'] })
    await store.roster.update({ address: 'reader', longForm: null, role: null }, system, start)
    expect(await store.deliveries.find('reader', old)).toMatchObject({ box: 'archived', via: 'role:dev' })
    expect(await store.deliveries.find('reader', now)).toMatchObject({ box: 'unread', via: 'to' })
  })

  it('a store of schema 31 tells its open tasks from those that ended', async () => {
    const made = await server.bare()
    const first = await openPostgresStore(made, { create: true })
    await plantTasks(first)
    await first.close()
    await ask(
      "ALTER TABLE commissions DROP COLUMN open; UPDATE facts SET value = '31' WHERE name = 'schema'",
      made,
    )
    const store = await upgraded(made)
    expect((await store.facts.read()).schema).toBe(schemaVersion)
    await expectOpenTasks(store)
  })

  it('an agent that waited for a NUL can be read again', async () => {
    const mark = '\u{10fffd}'
    await ask(
      `UPDATE agents SET meta = '{"waiting":{"since":${start},"reason":"a${mark}0b"}}' WHERE address = 'reader'`,
    )
    const { roster } = await upgraded()
    expect(await roster.find('reader')).toMatchObject({ waiting: { since: start, reason: 'a\0b' } })
    expect((await roster.list({}, firstPage())).rows).toHaveLength(2)
  })

  it('no program upgrades it by opening it', async () => {
    await expect(open()).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining('has schema 1;'),
      hint: expect.stringContaining('`watchpost upgrade`'),
    })
    expect((await standingOfServer(address)).schema).toBe(1)
    expect((await examineServer(address, true)).findings).toMatchObject([{ finding: 'older-version' }])
  })

  it('programs that upgrade it at once do so once, one after another', async () => {
    await ask(sent)
    const backups: number[] = []
    const all = Array.from({ length: 6 }, () =>
      upgradeServerStore(address, async (schema) => void backups.push(schema)),
    )
    const froms = (await Promise.all(all)).map(({ from }) => from)
    expect([backups, froms.filter((from) => from === 1)]).toEqual([[1], [1]])
    const stores = await Promise.all(Array.from({ length: 6 }, () => open()))
    for (const store of stores) expect((await store.facts.read()).schema).toBe(schemaVersion)
    await enroll(stores[0] as MailStore, 'late')
    await Promise.all(
      stores.map(async (store) => store.messages.deliver(post({ from: 'writer', to: ['late'] }))),
    )
    expect(await idsIn(stores[1] as MailStore, 'late', openMail)).toHaveLength(6)
  })

  it('a program of the former version that is running ends at its next call', async () => {
    const made = await server.bare()
    const old = await openPostgresStore(made, { create: true })
    opened.push(old)
    await enroll(old, 'reader')
    // As an upgrade leaves it: of a version that the program does not know, and without its connections.
    await ask(
      "UPDATE facts SET value = '999' WHERE name = 'schema'; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'watchpost %'",
      made,
    )
    const answer = async () => (await old.roster.find('reader'))?.address ?? null
    const said = async () => answer().catch((error: { readonly code?: string }) => error.code)
    // The server ends connections in its own time: until then they answer.
    await soon(async () => expect(await said()).toBe('newer-version'))
    await expect(send(old, { to: ['reader'] })).rejects.toMatchObject({ code: 'newer-version' })
  })

  it('the connections of another version are seen before it, and ended by it', async () => {
    const name = `watchpost schema ${schemaVersion - 1}`
    const older = new pg.Client({ connectionString: address, application_name: name })
    const ended = new Promise((end) => older.on('error', end))
    await older.connect()
    expect((await standingOfServer(address)).connected).toMatchObject([
      { schema: schemaVersion - 1, login: 'watchpost', machine: null, connections: 1 },
    ])
    await upgradeServerStore(address, async () => undefined)
    await ended
    expect((await standingOfServer(address)).connected).toEqual([])
  })

  it('the backup sees the store as it is, while others read it and nobody writes', async () => {
    await ask(sent)
    const [{ found, wrote } = {}] = await upgradeServerStore(address, async () => {
      const [row] = await ask('SELECT count(*)::int AS messages FROM messages')
      const write = await ask('SET lock_timeout = 50; UPDATE facts SET value = value').catch(
        ({ code }: { readonly code: string }) => code,
      )
      seen.push({ found: row?.['messages'], wrote: write })
    }).then(() => seen)
    expect([found, wrote]).toEqual([1, '55P03'])
  })

  it('an upgrade that fails, or whose backup does, leaves the store as it was', async () => {
    await ask(sent)
    await expect(upgradeServerStore(address, () => Promise.reject(new Error('no room')))).rejects.toThrow(
      'no room',
    )
    // The last statement but one of the upgrade meets a function that it cannot replace.
    await ask("CREATE FUNCTION is_owner(relation OID) RETURNS TEXT LANGUAGE sql AS 'SELECT NULL::text'")
    await expect(upgradeServerStore(address, async () => undefined)).rejects.toThrow(/return type/u)
    expect((await standingOfServer(address)).schema).toBe(1)
    await ask('DROP FUNCTION is_owner(OID)')
    expect(await idsIn(await upgraded(), 'reader', openMail)).toHaveLength(1)
  })

  it('only its owner upgrades it', async () => {
    const member = `reader_${process.pid}`
    const looker = `looker_${process.pid}`
    await ask(`CREATE ROLE ${member} LOGIN; SELECT admit('${member}'); CREATE ROLE ${looker} LOGIN;
      GRANT USAGE ON SCHEMA watchpost TO ${looker}; GRANT SELECT ON ALL TABLES IN SCHEMA watchpost TO ${looker}; REVOKE SELECT ON tokens FROM ${looker}`)
    const url = new URL(address)
    url.username = member
    await expect(open(url.href)).rejects.toMatchObject({ code: 'stale' })
    await expect(upgraded(url.href)).rejects.toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('Only the owner of the store'),
    })
    const store = await upgraded()
    await enroll(store, 'late')
    const theirs = await open(url.href)
    await theirs.deliveries.move(doer('late'), 'late', [{ message: await send(theirs, { to: ['late'] }) }], {
      verb: 'read',
      at: start,
    })
    expect(await idsIn(theirs, 'late', openMail)).toHaveLength(1)
    for (const one of opened.splice(0)) await one.close()
    // Who was admitted has the rights of this version and no more; who only reads has what the owner gave.
    expect((await examineServer(address, false)).findings).toEqual([])
    const adds = `SELECT has_table_privilege('${member}', 'drafts', 'INSERT')::text AS member, has_table_privilege('${looker}', 'drafts', 'INSERT')::text AS looker`
    expect(await ask(adds)).toEqual([{ member: 'true', looker: 'false' }])
    await ask(`DROP OWNED BY ${member}, ${looker}; DROP ROLE ${member}, ${looker}`)
  })
})
