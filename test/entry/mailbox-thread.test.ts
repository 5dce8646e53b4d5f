import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { type MailboxThread, openMailboxThread } from '../../src/entry/mailbox-thread/mailbox-thread.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

/** The thread as it ships. */
const shipped = join(root, 'dist/mailbox-worker.js')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let room: MailRoom
const open: MailboxThread[] = []

beforeEach(async () => {
  room = await openMailRoom('dev')
  room.now = Date.now()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await room.close()
})

async function thread(as: string, more: { readonly readOnly?: boolean; readonly file?: string } = {}) {
  const opening = {
    store: room.location,
    as,
    allowNetworkFilesystem: false,
    readOnly: more.readOnly ?? false,
  }
  const opened = await openMailboxThread(opening, more.file ?? shipped)
  open.push(opened)
  return opened
}

describe('a mailbox in a thread of its own', () => {
  it('answers operations as the mailbox itself does', async () => {
    const critic = await room.join('critic')
    const lea = await room.join('lea', { kind: 'user' })
    const { id } = await critic.send({ to: ['lea'], subject: 'hello', body: 'Are you there?' })
    const far = await thread('lea')
    expect(far).toMatchObject({ location: room.location, swarm: 'dev', onlyLooks: false })
    expect(far.settings.screen).toBeDefined()
    const here = await lea.inbox({})
    expect(await far.mailbox.inbox({})).toEqual(here)
    expect(await far.mailbox.thread({ message: id })).toEqual(await lea.thread({ message: id }))
  })

  it('gives errors back as what they were', async () => {
    await room.join('lea', { kind: 'user' })
    const { mailbox } = await thread('lea')
    await expect(mailbox.thread({ message: 'ZZZZZ' })).rejects.toMatchObject({
      name: 'MailError',
      code: 'not-found',
    })
  })

  it('is not opened where there is no store, and says why', async () => {
    const opening = {
      store: join(room.location, 'none'),
      as: 'lea',
      allowNetworkFilesystem: false,
      readOnly: true,
    }
    await expect(openMailboxThread(opening, shipped)).rejects.toMatchObject({ name: 'MailError' })
  })

  it('hands mail over by hold, settle and release', async () => {
    const critic = await room.join('critic')
    const lea = await room.join('lea', { kind: 'user' })
    const { id } = await critic.send({ to: ['lea'], body: 'one' })
    const { mailbox } = await thread('lea')
    const unread = async () => (await lea.count({})).total
    const released = await mailbox.read({ messages: [id] })
    expect(released.value.messages).toMatchObject([{ id, body: 'one' }])
    await released.release()
    expect(await unread()).toBe(1)
    const settled = await mailbox.read({ messages: [id] })
    await settled.settle()
    expect(await unread()).toBe(0)
  })

  it('forgets an offer that nobody holds, and no offer of which a function is left', async () => {
    const critic = await room.join('critic')
    const lea = await room.join('lea', { kind: 'user' })
    const { id } = await critic.send({ to: ['lea'], body: 'one' })
    const { mailbox } = await thread('lea')
    const { settle } = await mailbox.read({ messages: [id] })
    for (let round = 0; round < 3; round += 1) {
      await mailbox.read({ messages: [id], peek: true })
      collect()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await settle()
    expect((await lea.count({})).total).toBe(0)
  })

  it('releases what was neither settled nor released when it is closed', async () => {
    const critic = await room.join('critic')
    const lea = await room.join('lea', { kind: 'user' })
    const { id } = await critic.send({ to: ['lea'], body: 'one' })
    const far = await thread('lea')
    await far.mailbox.read({ messages: [id] })
    await far.close()
    const again = await lea.read({ messages: [id] })
    expect(again.notes).toEqual([])
    await again.release()
  })

  it('streams until it is told to stop', async () => {
    const critic = await room.join('critic')
    await room.join('lea', { kind: 'user' })
    const { mailbox } = await thread('lea')
    const stop = new AbortController()
    const seen: unknown[] = []
    const watching = (async () => {
      for await (const change of mailbox.watch({}, stop.signal)) {
        seen.push(change)
        stop.abort()
      }
    })()
    await mailbox.count({})
    await critic.send({ to: ['lea'], body: 'one' })
    await watching
    expect(seen).toMatchObject([{ at: expect.any(String) }])
  })

  it('makes one change of all that come while nobody asks for the next', async () => {
    const critic = await room.join('critic')
    await room.join('lea', { kind: 'user' })
    const { mailbox } = await thread('lea')
    const stop = new AbortController()
    const changes = mailbox.watch({}, stop.signal)[Symbol.asyncIterator]()
    const first = changes.next()
    for (let at = 0; at < 100; at += 1) {
      await critic.send({ to: ['lea'], body: `number ${at}`, again: true })
      // The thread has heard of it.
      await mailbox.count({})
    }
    expect(await first).toMatchObject({ done: false })
    // Those since the first, as one.
    expect(await changes.next()).toMatchObject({ done: false })
    let isThird = false
    const third = changes.next().then(({ done }) => {
      isThird = done !== true
    })
    for (let at = 0; at < 5; at += 1) await mailbox.count({})
    expect(isThird).toBe(false)
    stop.abort()
    await third
    expect(isThird).toBe(false)
  })

  it('answers looks while a write waits for another process', async () => {
    const critic = await room.join('critic')
    await room.join('lea', { kind: 'user' })
    const { id } = await critic.send({ to: ['lea'], body: 'one' })
    const { mailbox } = await thread('lea')
    const other = new Database(join(room.location, 'mail.db'))
    other.exec('BEGIN IMMEDIATE')
    let written = false
    const write = mailbox.archive({ messages: [id] }).then(() => {
      written = true
    })
    expect((await mailbox.inbox({})).messages).toHaveLength(1)
    expect(written).toBe(false)
    other.exec('ROLLBACK')
    other.close()
    await write
    expect((await mailbox.inbox({})).messages).toHaveLength(0)
  })

  it('refuses what cannot be sent to a thread, and goes on', async () => {
    await room.join('lea', { kind: 'user' })
    const { mailbox } = await thread('lea')
    await expect(mailbox.count({ owner: (() => 0) as unknown as string })).rejects.toThrow()
    expect(await mailbox.count({})).toMatchObject({ total: 0 })
  })

  it('answers nothing more once it is closed', async () => {
    await room.join('lea', { kind: 'user' })
    const far = await thread('lea')
    await Promise.all([far.close(), far.close()])
    await expect(far.mailbox.count({})).rejects.toMatchObject({ code: 'internal' })
  })
})

/** A thread that speaks the protocol, holds no store, and dies by the operation `undo` or when told to by `fail`. */
function frail(): string {
  const file = join(room.location, 'frail.mjs')
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const died = ${JSON.stringify(join(room.location, 'died'))}
parentPort.on('message', (requests) => {
  for (const request of requests) {
    if (request.type === 'close') return parentPort.close()
    const fatal = request.operation === 'undo' || !existsSync(died)
    if (fatal && request.type === 'call') { writeFileSync(died, ''); throw new Error('boom') }
    if (request.type === 'call') parentPort.postMessage([{ type: 'answer', call: request.call, value: { again: request.operation } }])
  }
})
parentPort.postMessage([{ type: 'opened', opened: { location: '', swarm: null, settings: {}, onlyLooks: false } }])`,
  )
  return pathToFileURL(file).href
}

describe('a thread that dies', () => {
  it('is started again, and looks are repeated', async () => {
    const { mailbox } = await thread('lea', { file: frail() })
    expect(await mailbox.count({})).toEqual({ again: 'count' })
  })

  it('repeats a send that has a key, and no other write', async () => {
    const { mailbox } = await thread('lea', { file: frail() })
    const sent = mailbox.send({ to: ['bob'], body: 'once', key: 'k1' })
    const moved = mailbox.archive({ messages: ['AAAAA'] })
    await expect(moved).rejects.toMatchObject({ code: 'internal', message: expect.stringMatching(/boom/u) })
    expect(await sent).toEqual({ again: 'send' })
  })

  it('is given up when it dies again and again', async () => {
    const { mailbox } = await thread('lea', { file: frail() })
    await mailbox.count({})
    for (let at = 0; at < 3; at += 1) await mailbox.undo({}).catch(() => undefined)
    await expect(mailbox.count({})).rejects.toMatchObject({ code: 'internal' })
  })
})
