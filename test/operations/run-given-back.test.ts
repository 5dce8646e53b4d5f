import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailError } from '../../src/domain/errors.ts'
import { runLease } from '../../src/domain/session.ts'
import { programs } from '../../src/drivers/programs.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { openMailbox } from '../../src/mailbox.ts'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { openLastingStore } from '../../store/door/lasting-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

let room: MailRoom
let folder: string
let isCut: boolean
/** What Node complains about, as it does where something is never let go. */
let warnings: readonly string[]
const complain = ({ message }: Error): void => {
  warnings = [...warnings, message]
}
/** Ends the line, once there is one. */
let cut: () => void
beforeEach(async () => {
  room = await openMailRoom()
  folder = mkdtempSync(join(tmpdir(), 'watchpost-work-'))
  isCut = false
  warnings = []
  process.on('warning', complain)
})
afterEach(async () => {
  vi.useRealTimers()
  process.off('warning', complain)
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A line to the room's store that is connected again after each cut, as soon as it can be. */
function openLine() {
  return openLastingStore((lost) => {
    if (isCut) return Promise.reject(new MailError('busy', 'The line is cut.'))
    const [there, back] = [new PassThrough(), new PassThrough()]
    cut = () => {
      isCut = true
      back.end()
      there.end()
    }
    void serveDoor(() => openSqliteStore(room.location, { create: false, durability: 'normal' }), there, back)
    const channel = { input: back, output: there, said: () => '', close: () => there.end() }
    return openDoorStore(channel, room.location, lost)
  })
}

/** Moves the time on until it comes, and tells by how much, ms. The work of streams and programs goes on meanwhile. */
async function passUntil<T>(awaited: Promise<T>): Promise<readonly [T, number]> {
  let passed = 0
  let isOver = false
  const over = awaited.finally(() => {
    isOver = true
  })
  for (; !isOver; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    for (let at = 0; at < 20 && !isOver; at += 1) await turn()
  }
  return [await over, passed]
}

test('a cut that outlasts the lease of the work gives its message back, and the runner goes on', async () => {
  await room.join('worker')
  const writer = await room.join('writer')
  const send = async (subject: string) => (await writer.send({ to: ['worker'], subject, kind: 'request' })).id
  const store = await openLine()
  const stop = new AbortController()
  const context = await seat(store, 'worker', { now: () => room.now, programs })
  const [begun, finish] = [join(folder, 'begun'), join(folder, 'finish')]
  const work = `echo x >> '${begun}'; until test -e '${finish}'; do sleep 0.1; done`
  const run = openMailbox(context).run({ agent: 'worker', command: ['sh', '-c', work] }, stop.signal)
  const values = run[Symbol.asyncIterator]()
  const id = await send('Cut off')
  const first = values.next()
  await soon(() => expect(existsSync(begun)).toBe(true))
  await soon(async () =>
    expect((await (await room.as('worker')).inbox({ all: true })).messages).toMatchObject([
      { status: 'processing' },
    ]),
  )

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  cut()
  writeFileSync(finish, '')
  const [{ value: given }, passed] = await passUntil(first)
  expect(given).toMatchObject({
    message: id,
    outcome: 'released',
    reason: expect.stringMatching(/cut|lost/u),
  })
  expect(passed).toBeGreaterThanOrEqual(runLease)

  isCut = false
  const [{ value: again }] = await passUntil(values.next())
  expect(again).toMatchObject({ message: id, outcome: 'completed' })
  const later = await send('Later')
  const [{ value: done }] = await passUntil(values.next())
  expect(done).toMatchObject({ message: later, outcome: 'completed' })
  expect(readFileSync(begun, 'utf8')).toBe('x\nx\nx\n')
  stop.abort()
  await passUntil(values.next())
  await store.close()
  expect(warnings).toEqual([])
})

test('a coding agent that ends without an answer during a cut has failed once the line is back', async () => {
  await room.join('worker')
  const writer = await room.join('writer')
  const store = await openLine()
  const stop = new AbortController()
  const context = await seat(store, 'worker', { now: () => room.now, programs })
  const [claude = '', begun = '', finish = '', ended = ''] = ['claude', 'begun', 'finish', 'ended'].map(
    (name) => join(folder, name),
  )
  const script = `#!/bin/sh\necho x >> '${begun}'; until test -e '${finish}'; do sleep 0.1; done; echo x > '${ended}'`
  writeFileSync(claude, script, { mode: 0o755 })
  const { id } = await writer.send({ to: ['worker'], subject: 'Cut off', kind: 'request' })
  const run = openMailbox(context).run({ agent: 'worker', command: [claude, '-p'] }, stop.signal)
  const values = run[Symbol.asyncIterator]()
  const first = values.next()
  const inbox = async () => (await (await room.as('worker')).inbox({ all: true })).messages
  await soon(() => expect(existsSync(begun)).toBe(true))
  await soon(async () => expect(await inbox()).toMatchObject([{ status: 'processing' }]))
  cut()
  writeFileSync(finish, '')
  await soon(() => expect(existsSync(ended)).toBe(true))
  isCut = false
  const reason = 'ended without an answer'
  expect((await first).value).toMatchObject({ message: id, outcome: 'failed', exit: 0, reason })
  const { messages } = await (await room.as('writer')).inbox({ body: true })
  expect(messages).toMatchObject([{ from: 'system', body: expect.stringContaining(reason) }])
  stop.abort()
  await values.next()
  await store.close()
  expect(readFileSync(begun, 'utf8')).toBe('x\n')
})
