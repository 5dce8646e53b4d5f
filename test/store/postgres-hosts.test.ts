import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { readDoorAddress } from '../../src/domain/door-address.ts'
import { hostsOf, isPooler, listenerOf, suits, targets } from '../../store/postgres/database/hosts.ts'
import { openPool } from '../../store/postgres/database/pool.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { askServer, type OwnServer, startOwn } from '../support/postgres-server.ts'
import { enroll, send } from './fixture.ts'

test.each([
  ['postgres://ada@db/mail', ['postgres://ada@db/mail']],
  ['postgres:///mail', ['postgres:///mail']],
  ['postgres://ada@/mail?host=/run/pg', ['postgres:///mail?host=%2Frun%2Fpg&user=ada']],
  ['postgres://db/mail?sslmode=no-verify', ['postgres://db/mail?sslmode=no-verify']],
  ['postgres://a,b/mail', ['postgres:///mail?host=a', 'postgres:///mail?host=b']],
  [
    'postgres://ada@a:1,b:2/mail?sslmode=require',
    [
      'postgres:///mail?sslmode=verify-full&user=ada&host=a&port=1',
      'postgres:///mail?sslmode=verify-full&user=ada&host=b&port=2',
    ],
  ],
  ['postgres://a,b:2/mail', ['postgres:///mail?host=a', 'postgres:///mail?host=b&port=2']],
  [
    'postgres://[::1]:1,[fe80::2]/mail',
    ['postgres:///mail?host=%3A%3A1&port=1', 'postgres:///mail?host=fe80%3A%3A2'],
  ],
  [
    'postgres:///mail?host=a,b&port=7&target_session_attrs=primary',
    ['postgres:///mail?host=a&port=7', 'postgres:///mail?host=b&port=7'],
  ],
])('%s names the servers %s', (text, expected) => {
  const address = readDoorAddress(text, '--store')
  expect(address?.type === 'postgres' ? hostsOf(address.url) : []).toEqual(expected)
})

test.each([
  ['postgres://ada@pooler:6432/mail', false, null],
  ['postgres://ada@pooler:6432/mail?pooler=transaction', true, null],
  ['postgres://ada@pooler:6432/mail?pooler=session', null, null],
  ['postgres://ada@pooler:6432/mail?listen=db', false, 'postgres://ada@pooler/mail?host=db'],
  [
    'postgres://ada@pooler:6432/mail?pooler=transaction&listen=db:5433/real',
    true,
    'postgres://ada@pooler/real?host=db&port=5433',
  ],
  [
    'postgres://ada@pooler:6432/mail?listen=[::1]:5433&sslmode=require',
    false,
    'postgres://ada@pooler/mail?sslmode=verify-full&host=%3A%3A1&port=5433',
  ],
  ['postgres://a:1,b:2/mail?listen=/run/pg', false, 'postgres:///mail?host=%2Frun%2Fpg'],
])('%s says of a pooler %s, of whom to listen to %s', (text, pooler, listener) => {
  const address = readDoorAddress(text, '--store')
  const url = address?.type === 'postgres' ? address.url : ''
  expect([isPooler(url), listenerOf(url)]).toEqual([pooler, listener])
  expect(hostsOf(url).join(' ')).not.toMatch(/pooler=|listen=/u)
})

test.each(['', ':5432', 'ada@db', 'ada:secret@db', 'a b'])('listen=%s names no server', (said) => {
  const url = new URL('postgres://pooler/mail')
  url.searchParams.set('listen', said)
  expect(() => listenerOf(url.href)).toThrow('names no server to listen to')
})

test.each([
  'postgres://ada:secret@a:1,b:2/mail',
  'postgres://ada:secret@/mail',
  'postgres://a,b/mail?password=secret',
])('a password is refused and not repeated: %s', (text) => {
  const read = () => readDoorAddress(text, '--store')
  expect(read).toThrow('--store contains a password.')
  expect(read).not.toThrow('secret@')
})

const primary = { standby: false, readOnly: false }
const frozen = { standby: false, readOnly: true }
const standby = { standby: true, readOnly: true }
test.each(targets)('of a primary, a read-only primary and a standby, %s wants', (target) => {
  const wanted = [primary, frozen, standby].map((one) => suits(target, one, false))
  expect([target, ...wanted]).toEqual(
    {
      any: ['any', true, true, true],
      'read-write': ['read-write', true, false, false],
      'read-only': ['read-only', false, true, true],
      primary: ['primary', true, true, false],
      standby: ['standby', false, false, true],
      'prefer-standby': ['prefer-standby', false, false, true],
    }[target],
  )
  expect(suits('prefer-standby', primary, true)).toBe(true)
})

await withOwnPostgres(['max_connections=12', 'superuser_reserved_connections=0'], (server) => {
  let other: OwnServer
  beforeAll(async () => {
    other = await startOwn(['fsync=off', 'full_page_writes=off'])
  })
  afterAll(() => other.stop())

  const both = (words = '') => {
    const [one, two] = [server, other].map(({ folder }) => encodeURIComponent(folder))
    return `postgres://watchpost@localhost/postgres?host=${one},${two}${words}`
  }

  describe('of two servers', () => {
    it('takes the first that answers, and the other one once that is gone', async () => {
      await (await openPostgresStore(server.address, { create: true, swarm: 'first' })).close()
      await (await openPostgresStore(other.address, { create: true, swarm: 'second' })).close()
      const store = await openPostgresStore(both(), { create: false })
      expect(await store.facts.swarm()).toBe('first')
      const gone = `postgres://watchpost@localhost/postgres?host=/nowhere,${encodeURIComponent(other.folder)}`
      const far = await openPostgresStore(gone, { create: false })
      expect(await far.facts.swarm()).toBe('second')
      await far.close()
      await store.close()
      // A server that says nothing is passed by, too.
      const silent = createServer(() => undefined)
      await once(silent.listen(0, '127.0.0.1'), 'listening')
      const { port } = silent.address() as AddressInfo
      const besides = `postgres://watchpost@localhost/postgres?host=127.0.0.1,${encodeURIComponent(other.folder)}&port=${port},5432&connect_timeout=1`
      const second = await openPostgresStore(besides, { create: false })
      expect(await second.facts.swarm()).toBe('second')
      await second.close()
      silent.close()
      // Those that begin together do not push each other past the server that answers.
      const { pool } = await openPool(gone, 0)
      const answers = await Promise.all(Array.from({ length: 6 }, () => pool.query('SELECT 1 AS one')))
      expect(answers.map(({ rows }) => rows[0]?.one)).toEqual([1, 1, 1, 1, 1, 1])
      await pool.end()
    })

    it('takes the one that can be written, and is busy where none can', async () => {
      await askServer(server.address, 'ALTER DATABASE postgres SET default_transaction_read_only = on')
      const store = await openPostgresStore(both('&target_session_attrs=read-write'), { create: false })
      expect(await store.facts.swarm()).toBe('second')
      await enroll(store, 'writer', 'reader')
      await send(store)
      await store.close()
      const readOnly = await openPostgresStore(server.address, { create: false })
      expect(await readOnly.facts.swarm()).toBe('first')
      await expect(enroll(readOnly, 'writer')).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('read-only'),
      })
      await readOnly.close()
      const none = `${server.address}&target_session_attrs=primary`
      await (await openPostgresStore(none, { create: false })).close()
      await expect(
        openPostgresStore(`${server.address}&target_session_attrs=read-write`, { create: false }),
      ).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('no server of the address is read-write'),
      })
      await expect(
        openPostgresStore(`${server.address}&target_session_attrs=best`, { create: false }),
      ).rejects.toMatchObject({ code: 'usage' })
      await expect(
        openPostgresStore(`${server.address}&pooler=session`, { create: false }),
      ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('pooler') })
      await askServer(
        server.address,
        'BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT',
      )
    })
  })

  it('those who start together wait for a connection of a full server', async () => {
    const stores = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const store = await openPostgresStore(server.address, { create: false })
        const swarm = await store.facts.swarm()
        await store.close()
        return swarm
      }),
    )
    expect(new Set(stores)).toEqual(new Set(['first']))
  })

  it('both ends of a connection look whether the other one is there', async () => {
    const { pool } = await openPool(server.address, 0)
    const { rows } = await pool.query(
      String.raw`SELECT name, reset_val::int AS set FROM pg_settings WHERE name LIKE 'tcp\_%' ORDER BY name`,
    )
    // Over a socket they have no effect, and are kept all the same.
    const set = Object.fromEntries(rows.map((row) => [row.name, row.set]))
    const idle = set['tcp_keepalives_idle'] + set['tcp_keepalives_count'] * set['tcp_keepalives_interval']
    expect(idle).toBeGreaterThan(0)
    expect(idle).toBeLessThan(60)
    expect(set['tcp_user_timeout']).toBeGreaterThan(0)
    expect(set['tcp_user_timeout']).toBeLessThan(60_000)
    expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: expect.any(Number) })
    await pool.end()
  })
})
