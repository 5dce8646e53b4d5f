import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { methods } from '../../store/worker/protocol.ts'
import { openWorkerStore } from '../../store/worker/worker-store.ts'
import { makeFolder, openBare, plant } from '../support/store-bare.ts'

let folder = makeFolder()
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

const options = { create: true, durability: 'normal' } as const

/** A thread that speaks the protocol and holds no store. */
function entry(code: string): URL {
  const file = join(folder.location, 'entry.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'\nconst reply = (message) => parentPort.postMessage(message)\n${code}`,
  )
  return pathToFileURL(file)
}

const echo = `
const waiting = new Map()
parentPort.on('message', (request) => {
  if (request.type === 'call') reply({ type: 'result', call: request.call, value: [request.path, ...request.args] })
  if (request.type === 'wait') waiting.set(request.signal, [...(waiting.get(request.signal) ?? []), request.call])
  if (request.type === 'abort') for (const call of waiting.get(request.signal) ?? []) reply({ type: 'result', call, value: undefined })
  if (request.type === 'close') { reply({ type: 'closed' }); parentPort.close() }
})
reply({ type: 'open', location: '/real' })`

describe('a store in a thread of its own', () => {
  it('hands every method of the port over, with its arguments', async () => {
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(echo) })
    expect(store.location).toBe('/real')
    const groups = store as unknown as Record<
      string,
      Record<string, (...args: unknown[]) => Promise<unknown>>
    >
    for (const [path, style] of Object.entries(methods)) {
      if (style === 'waits') continue
      const [group = '', method = ''] = path.split('.')
      expect(await groups[group]?.[method]?.(1, { two: [3] }, null)).toEqual([path, 1, { two: [3] }, null])
    }
    await store.close()
  })

  it('carries the abort of a wait, one signal at a time', async () => {
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(echo) })
    const [one, other] = [new AbortController(), new AbortController()]
    let late = false
    const first = store.live.changed(one.signal)
    const second = store.live.changed(other.signal).then(() => (late = true))
    one.abort()
    await first
    expect(late).toBe(false)
    other.abort()
    await second
    await store.live.changed(AbortSignal.abort())
    await store.close()
  })

  it('gives errors back as what they were', async () => {
    const code = `
parentPort.on('message', ({ call }) => reply({ type: 'error', call, error: { code: 'stale', message: 'It moved.', hint: 'Look again.', stack: null } }))
reply({ type: 'open', location: '' })`
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(code) })
    await expect(store.facts.read()).rejects.toMatchObject({
      name: 'MailError',
      code: 'stale',
      message: 'It moved.',
      hint: 'Look again.',
    })
  })

  it.each([
    ['throws', `setImmediate(() => { throw new Error('boom') })`, /boom/u],
    ['ends', 'process.exit(3)', /code 3/u],
  ])('fails what waits when the thread %s, and all that comes after', async (_, harm, message) => {
    const code = `parentPort.on('message', () => { ${harm} })\nreply({ type: 'open', location: '' })`
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(code) })
    const all = await Promise.allSettled([
      store.facts.read(),
      store.live.tend(),
      store.live.changed(new AbortController().signal),
    ])
    for (const one of all) {
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { code: 'internal', message: expect.stringMatching(message) },
      })
    }
    await expect(store.facts.read()).rejects.toMatchObject({ code: 'internal' })
    await store.close()
  })

  it.each([
    [
      'says why',
      `reply({ type: 'failed', error: { code: 'not-found', message: 'No store.', hint: '', stack: null } })`,
      'not-found',
    ],
    ['throws', `throw new Error('boom')`, 'internal'],
  ])('is not opened when the thread %s', async (_, code, expected) => {
    await expect(openWorkerStore('/any', { ...options, workerFile: entry(code) })).rejects.toMatchObject({
      code: expected,
    })
  })

  it('answers nothing more once it is closed', async () => {
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(echo) })
    await Promise.all([store.close(), store.close()])
    await expect(store.facts.read()).rejects.toMatchObject({
      code: 'internal',
      message: 'The store is closed.',
    })
  })

  it('refuses what cannot be sent to a thread, and goes on', async () => {
    const store = await openWorkerStore('/any', { ...options, workerFile: entry(echo) })
    await expect(store.roster.nearest((() => 0) as unknown as string, 1)).rejects.toThrow()
    expect(await store.roster.nearest('a', 1)).toEqual(['roster.nearest', 'a', 1])
    await store.close()
  })
})

describe('the SQLite store in a thread', () => {
  it('is opened with the same errors and the same answers', async () => {
    const absent = openWorkerStore(folder.location, { ...options, create: false })
    await expect(absent).rejects.toMatchObject({ name: 'MailError', code: 'not-found' })
    const store = await openWorkerStore(folder.location, { ...options, swarm: 'dev' })
    expect(store.location).toBe(folder.location)
    expect(await store.facts.read()).toMatchObject({ swarm: 'dev' })
    expect(await store.messages.read(7, null)).toBeNull()
    await store.close()
  })

  it('tells of changes, by itself and by others, and stops telling when told to', async () => {
    const store = await openWorkerStore(folder.location, options)
    const stop = new AbortController()
    const own = store.live.changed(stop.signal)
    await store.facts.setSwarm('dev')
    await own
    const other = openBare(folder.location)
    const theirs = store.live.changed(stop.signal)
    plant(other, { subject: 'hello' })
    await theirs
    const never = store.live.changed(stop.signal)
    stop.abort()
    await never
    other.database.close()
    await store.close()
  })
})
