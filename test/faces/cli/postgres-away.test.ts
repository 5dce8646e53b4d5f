import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folders } from '../../../src/drivers/folders/folders.ts'
import { seat } from '../../../src/entry/demo/mailbox-context.ts'
import { openMailbox } from '../../../src/mailbox.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { person } from '../../support/identities.ts'
import { openProxies } from '../../support/networks.ts'
import { withOwnPostgres } from '../../support/postgres.ts'
import { askServer } from '../../support/postgres-server.ts'

/** What a program says until it ends. */
async function ended(program: ChildProcess): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  program.stdout?.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  program.stderr?.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  const [code] = (await once(program, 'exit')) as [number]
  return { code, out, err }
}

await withOwnPostgres([], (server) => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk()
    expect(ask('init').code).toBe(0)
    for (const name of ['alice', 'bob']) expect(ask('agents', 'register', name).code).toBe(0)
  })
  afterAll(() => desk.close())

  const to = (...args: readonly string[]) => ['--store', server.address, ...args]
  const ask = (...args: readonly string[]) => desk.run(to(...args))
  const begin = (...args: readonly string[]) => ended(desk.start(to(...args)))
  const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const setReadOnly = (on: boolean) =>
    askServer(
      server.address,
      `BEGIN READ WRITE; ALTER DATABASE postgres ${on ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}; COMMIT`,
    )

  test('who waits for mail outlives a line that is cut, and says so where it is cut at the end', async () => {
    const between = await openProxies(server)
    const [side] = between.sides
    const store = await openPostgresStore(side?.address ?? '', { create: false, silence: 1_000 })
    const bob = openMailbox(
      await seat(store, 'bob', { swarm: null, folders, identity: person, now: Date.now }),
    )
    const waiting = bob.wait({ timeout: 50_000 })
    const short = bob.wait({ timeout: 4_000 })
    short.catch(() => undefined)
    await soon(500)
    side?.cut(false)
    await expect(short).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('cannot be reached'),
    })
    side?.restore()
    expect(ask('send', 'bob', '--as', 'alice', '-s', 'After the cut').code).toBe(0)
    expect((await waiting).value.message.subject).toBe('After the cut')
    expect(ask('next', '--as', 'bob').code).toBe(0)
    await store.close()
    between.close()
  })

  test('a server that may not be written is busy, and who waits there reads its mail', async () => {
    await setReadOnly(true)
    for (const command of [
      ['send', 'bob', '--as', 'alice', '-s', 'Not stored'],
      ['agents', 'register', 'carol'],
    ])
      expect([command, ask(...command)]).toEqual([
        command,
        expect.objectContaining({ code: 5, err: expect.stringContaining('read-only') }),
      ])
    expect(ask('inbox', '--as', 'bob').code).toBe(0)
    const waited = await begin('wait', '--as', 'bob', '--timeout', '2s')
    expect(waited).toMatchObject({ code: 124, err: expect.stringContaining('No unread mail arrived') })
    expect(waited.err.split('\n').length).toBeLessThan(5)
    const waiting = begin('wait', '--as', 'bob', '--timeout', '50s')
    await soon(2_000)
    await setReadOnly(false)
    expect(ask('send', 'bob', '--as', 'alice', '-s', 'Writable again').code).toBe(0)
    expect(await waiting).toMatchObject({ code: 0, out: expect.stringContaining('Writable again') })
  })
})
