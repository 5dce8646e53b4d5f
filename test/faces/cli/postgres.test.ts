import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { withPostgres } from '../../support/postgres.ts'

await withPostgres((server) => {
  let desk: Desk
  let address: string

  beforeAll(async () => {
    address = await server.bare()
    desk = openDesk()
  })
  afterAll(async () => {
    desk.close()
  })

  const ask = (...args: readonly string[]): Ran => desk.run(['--store', address, ...args])

  test('a database becomes a store by init alone, and agents mail each other through it', () => {
    expect(ask('inbox')).toMatchObject({ code: 3, err: expect.stringContaining('watchpost init') })
    expect(ask('init', '--swarm', 'dev')).toMatchObject({ code: 0, out: expect.stringContaining('Created') })
    expect(ask('init', '--swarm', 'other').code).toBe(4)
    for (const name of ['alice', 'bob']) expect(ask('agents', 'register', name).code).toBe(0)
    expect(ask('send', 'bob', '--as', 'alice', '-s', 'Rates', '-b', 'The cutter is dull').code).toBe(0)
    expect(ask('next', '--as', 'bob').out).toContain('The cutter is dull')
    expect(ask('search', 'cutter', '--as', 'bob').out).toContain('Rates')
    expect(ask('doctor')).toMatchObject({ code: 2, err: expect.stringContaining('lies elsewhere') })
  })

  test('a password in the address is refused, and not repeated', () => {
    for (const one of ['postgres://ada:secret@db/mail', 'postgresql://db/mail?password=secret']) {
      const { code, err } = desk.run(['--store', one, 'inbox'])
      expect([code, err]).toEqual([2, expect.stringContaining('~/.pgpass')])
      expect(err).not.toContain('secret')
    }
  })
})
