import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaVersion } from '../../../store/schema-version.ts'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { withPostgres } from '../../support/postgres.ts'
import { askServer } from '../../support/postgres-server.ts'

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
    expect(ask('doctor')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no problems') })
  })

  const damages: readonly (readonly [string, string])[] = [
    ['count-wrong', 'UPDATE unread_parts SET lasting = lasting + 1'],
    ['count-wrong', 'DELETE FROM debts_parts; DELETE FROM unread_parts'],
    ['index-missing', 'DROP INDEX messages_task'],
    ['index-wrong', "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'messages_sender'::regclass"],
    ['trigger-missing', 'DROP TRIGGER messages_stay ON messages'],
    ['trigger-missing', 'ALTER TABLE deliveries DISABLE TRIGGER deliveries_change'],
  ]
  test.each(damages)('doctor finds %s and mends it: %s', async (finding, damage) => {
    expect(ask('send', 'bob', '--as', 'alice', '-s', 'More', '--kind', 'request').code).toBe(0)
    await askServer(address, `SET search_path = watchpost; ${damage}`)
    const told = ask('doctor', '--json')
    expect([told.code, JSON.parse(told.out).findings[0]]).toMatchObject([6, { finding, mended: false }])
    expect(ask('doctor', '--repair')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`mended: ${finding}`),
    })
    expect(ask('doctor')).toMatchObject({ code: 0, out: '' })
  })

  test('doctor says what is wrong where it cannot mend it', async () => {
    const set = (sql: string) => askServer(address, `SET search_path = watchpost; ${sql}`)
    const said = () => ask('doctor', '--repair')
    await set('ALTER TABLE views RENAME TO other')
    expect(said()).toMatchObject({ code: 6, out: expect.stringMatching(/damage: table-missing: .* views /u) })
    await set('ALTER TABLE other RENAME TO views')
    await set("UPDATE facts SET value = '999' WHERE name = 'schema'")
    expect(said()).toMatchObject({ code: 6, out: expect.stringContaining('damage: newer-version') })
    await set(`UPDATE facts SET value = '${schemaVersion}' WHERE name = 'schema'`)
    await set('INSERT INTO deliveries(agent_id, box, rank, sender_id) VALUES(1, 3, 987654321, 1)')
    expect(said()).toMatchObject({ code: 6, out: expect.stringContaining('1 copy belongs to messages') })
    await set('DELETE FROM deliveries WHERE rank = 987654321')
    expect(said()).toMatchObject({ code: 0, out: '' })
  })

  test('a door in front of the server has its store, as other machines ask for it', () => {
    const door = `exec:'${process.execPath}' '${programFile}' --store '${address}' door`
    const far = (...args: readonly string[]): Ran => desk.run(['--store', door, ...args])
    expect(far('send', 'bob', '--as', 'alice', '-s', 'By the door', '-b', 'It squeaks').code).toBe(0)
    expect(far('wait', '--as', 'bob', '--timeout', '10s').code).toBe(0)
    expect(far('search', 'squeaks', '--as', 'bob').out).toContain('By the door')
    const [{ id }] = desk
      .json('--store', door, 'inbox', '--as', 'bob')
      .messages.filter(({ subject }: { readonly subject: string }) => subject === 'By the door')
    expect(far('complete', id, '--as', 'bob').code).toBe(0)
    expect(ask('undo', '--as', 'bob').code).toBe(0)
    expect(far('upgrade', '--check')).toMatchObject({ code: 2 })
    const named = `exec:'${process.execPath}' '${programFile}' door '${address}'`
    expect(desk.run(['--store', named, 'count', '--as', 'bob']).code).toBe(0)
  })

  test('doctor tells a missing right, store or server from damage', async () => {
    const stranger = `stranger_${process.pid}`
    await askServer(address, `CREATE ROLE ${stranger} LOGIN`)
    const url = new URL(address)
    url.username = stranger
    const { code, out } = desk.run(['--store', url.href, 'doctor'])
    expect([code, out]).toEqual([
      6,
      expect.stringContaining(`damage: permissions: The database user ${stranger}`),
    ])
    await askServer(address, `SELECT watchpost.admit('${stranger}')`)
    const theirs = (...args: readonly string[]) => desk.run(['--store', url.href, ...args])
    expect(theirs('doctor')).toMatchObject({ code: 0, out: '' })
    await askServer(address, 'UPDATE watchpost.unread_parts SET lasting = lasting + 1')
    expect(theirs('doctor', '--repair')).toMatchObject({
      code: 6,
      out: expect.stringMatching(
        /count-wrong: .* could not be repaired: .*permission denied for table deliveries/u,
      ),
    })
    // A backup has all there is, tokens too.
    const copied = join(desk.folder, 'copied')
    for (const command of [
      ['backup', copied],
      ['copy', '--to', copied],
    ])
      expect(theirs(...command)).toMatchObject({
        code: 7,
        err: expect.stringContaining('permission denied for table tokens'),
      })
    expect(existsSync(copied)).toBe(false)
    expect(ask('doctor', '--repair').code).toBe(0)
    await askServer(address, `DROP OWNED BY ${stranger}; DROP ROLE ${stranger}`)
    const empty = desk.run(['--store', await server.bare(), 'doctor'])
    expect(empty).toMatchObject({ code: 3, err: expect.stringContaining('watchpost init') })
    const nowhere = desk.run(['--store', 'postgres://ada@localhost/mail?host=/nowhere', 'doctor'])
    expect(nowhere).toMatchObject({ code: 5, err: expect.stringContaining('cannot be reached') })
  })

  describe('a login that was admitted', () => {
    const member = `follower_${process.pid}`
    let theirs: string
    const children: ChildProcess[] = []
    beforeAll(async () => {
      await askServer(address, `CREATE ROLE ${member} LOGIN; SELECT watchpost.admit('${member}')`)
      const url = new URL(address)
      url.username = member
      theirs = url.href
    })
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL')
      await askServer(address, `DROP OWNED BY ${member}; DROP ROLE ${member}`)
    })
    function start(...args: readonly string[]): ChildProcess {
      const child = desk.start(['--store', theirs, ...args])
      children.push(child)
      return child
    }

    test('follows the log of all', async () => {
      const child = start('journal', '--follow', '--json', '--since', '2020-01-01')
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
      const sent = desk.json(
        '--store',
        address,
        'send',
        'bob',
        '--as',
        'alice',
        '-s',
        'Followed',
        '-b',
        'On',
      ).id
      for (let line: { message?: string } = {}; line.message !== sent; )
        line = JSON.parse((await lines.next()).value as string)
    })

    test('serves metrics on this machine, and is refused beyond it, where tokens are needed', async () => {
      const child = start('metrics', '--listen', '0')
      const [said] = await once(child.stderr as NodeJS.ReadableStream, 'data')
      const [url = ''] = /http:\S+/u.exec(String(said)) ?? []
      expect(await (await fetch(url)).text()).toContain('watchpost_agents{state="alive"}')
      expect(desk.run(['--store', theirs, 'metrics', '--listen', '0.0.0.0:0', '--insecure'])).toMatchObject({
        code: 7,
        err: expect.stringContaining('permission denied for table tokens'),
      })
    })
  })

  test('a password in the address is refused, and not repeated', () => {
    for (const one of ['postgres://ada:secret@db/mail', 'postgresql://db/mail?password=secret']) {
      const { code, err } = desk.run(['--store', one, 'inbox'])
      expect([code, err]).toEqual([2, expect.stringContaining('~/.pgpass')])
      expect(err).not.toContain('secret')
    }
  })
})
