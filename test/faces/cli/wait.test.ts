import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitsAtStore } from '../../support/at-rest.ts'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect'])
})
afterAll(() => desk.close())
beforeEach(() => {
  desk.run(['inject', '--as', 'critic', '--limit', '500'])
})

const send = (subject: string, more: object = {}): string =>
  desk.batch([
    { command: 'send', input: { to: ['critic'], subject, again: true, ...more }, as: 'architect' },
  ])[0].id

/** A wait in a process of its own; `ready` when it sleeps. */
function waiting(...words: readonly string[]) {
  const child = desk.start(['wait', '--as', 'critic', '--timeout', '20s', '--json', ...words])
  let out = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  const answer = once(child, 'close').then(
    ([code]): Answer => ({ code, ...(out === '' ? {} : JSON.parse(out)) }),
  )
  const ready = waitsAtStore(child.pid ?? 0)
  return { child, answer, ready }
}

describe('wait', () => {
  test('wakes at what another process sends, and consumes nothing', async () => {
    const { answer, ready } = waiting()
    await ready
    const id = send('Wake up')
    expect(await answer).toMatchObject({ code: 0, message: { id, subject: 'Wake up', status: 'unread' } })
    expect(desk.json('inbox', 'critic', '--unread').messages).toHaveLength(1)
    expect(desk.json('history', id).events.map(({ what }: Answer) => what)).toEqual(['sent'])
  })

  test('wakes after the store was checkpointed and backed up by another', async () => {
    const { answer, ready } = waiting('--take')
    await ready
    const copy = join(desk.folder, 'copy.db')
    const database = new Database(join(desk.store, 'mail.db'))
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.prepare('VACUUM INTO ?').run(copy)
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    expect(existsSync(copy)).toBe(true)
    const id = send('After the checkpoint')
    expect(await answer).toMatchObject({ code: 0, message: { id, status: 'processing' } })
  })

  test('returns at once where something is unread; with --new it waits for what comes after', async () => {
    send('Old', { priority: 'urgent' })
    expect(desk.json('wait', '--as', 'critic').message.subject).toBe('Old')
    const { answer, ready } = waiting('--new', '--take')
    await ready
    const id = send('New', { priority: 'low' })
    expect((await answer).message).toMatchObject({ id, status: 'processing' })
  })

  test('filters as an inbox does, and is woken by nothing else', async () => {
    const { answer, ready } = waiting('--priority', 'high', '--kind', 'request')
    await ready
    send('Calm')
    send('Loud news', { kind: 'notification', priority: 'urgent' })
    const id = send('Asked', { priority: 'high' })
    expect((await answer).message.id).toBe(id)
  })

  test('takes one message for one of three', async () => {
    const waits = [waiting('--take'), waiting('--take'), waiting('--take')]
    await Promise.all(waits.map(({ ready }) => ready))
    send('For one')
    expect((await Promise.race(waits.map(({ answer }) => answer))).code).toBe(0)
    for (const { child } of waits) if (child.exitCode === null) await waitsAtStore(child.pid ?? 0)
    const others = waits.filter(({ child }) => child.exitCode === null)
    expect(others).toHaveLength(2)
    for (const { child } of others) child.kill()
    for (const { answer } of others) expect((await answer).message).toBeUndefined()
  })

  test('wakes when a snooze ends, which nobody writes', async () => {
    const id = send('Later')
    desk.run(['snooze', id, '--until', '2s', '--as', 'critic'])
    const { answer } = waiting()
    expect((await answer).message.id).toBe(id)
  })

  test('gives up with its own exit code', () => {
    const { code, out, err } = desk.run(['wait', '--as', 'critic', '--timeout', '0s', '--json'])
    expect([code, out]).toEqual([124, ''])
    expect(JSON.parse(err).error.code).toBe('timeout')
  })
})
