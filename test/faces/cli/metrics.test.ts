import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['bob', 'eve'])
  desk.run(['send', 'bob', '-s', 'secret "words"\nwatchpost_unread 99', '-b', 'x'])
  desk.run(['queue', 'create', 'jobs'])
  desk.run(['send', 'queue:jobs', '-s', 'Job', '-b', 'x'])
})
afterAll(() => desk.close())

const line =
  /^(?:# (?:HELP|TYPE) watchpost_[a-z_]+ .+|watchpost_[a-z_]+(?:\{[a-z]+="[a-z-]+"\})? -?\d+(?:\.\d+)?)$/u

test('metrics are totals of the store, and have no word of anybody', () => {
  const { code, out } = desk.run(['metrics'])
  expect(code).toBe(0)
  for (const one of out.trimEnd().split('\n')) expect(one).toMatch(line)
  expect(out).toContain('watchpost_unread 1\n')
  expect(out).toContain('watchpost_queue_items{column="available"} 1\n')
  for (const word of ['bob', 'jobs', 'secret']) expect(out).not.toContain(word)
})

/** A server of metrics with these flags, asked once for each, and ended by a signal. */
async function served<T>(flags: readonly string[], ask: (url: string) => Promise<T>): Promise<T> {
  const child = desk.start(['metrics', '--listen', ...flags])
  try {
    const [said] = (await once(child.stderr as NodeJS.ReadableStream, 'data')) as [Buffer]
    const url = /https?:\S+/u.exec(String(said))?.[0]
    if (url === undefined) throw new Error(String(said))
    return await ask(url.replace('0.0.0.0', '127.0.0.1'))
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([143, null])
  }
}

const statusOf = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, init)
  return [answer.status, (await answer.text()).includes('watchpost_unread 1\n')]
}

test('a port of this machine serves the same, and nothing else', async () => {
  await served(['0'], async (url) => {
    expect(await statusOf(url)).toEqual([200, true])
    expect(await statusOf(url, { method: 'POST' })).toEqual([405, false])
    expect(await statusOf(url.replace('/metrics', '/'))).toEqual([404, false])
    expect(await statusOf(url, { headers: { origin: 'https://elsewhere.example' } })).toEqual([403, false])
  })
})

test('all who ask within some seconds share one look at the store', async () => {
  await served(['0'], async (url) => {
    const texts = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url)).text()))
    expect(new Set(texts).size).toBe(1)
  })
})

test('beyond this machine a token is needed, and TLS', async () => {
  expect(desk.run(['metrics', '--listen', '0.0.0.0:0'])).toMatchObject({ code: 7 })
  const { token: secret } = desk.json('token', 'create', '--role', 'user', '--id', 'prom')
  await served(['0.0.0.0:0', '--insecure'], async (url) => {
    expect(await statusOf(url)).toEqual([401, false])
    expect(await statusOf(url, { headers: { authorization: 'Bearer wrong' } })).toEqual([401, false])
    expect(await statusOf(url, { headers: { authorization: `Bearer ${secret}` } })).toEqual([200, true])
  })
})

test.each(['x', '99999', ':80', 'host:'])('--listen %s is refused', (listen) => {
  expect(desk.run(['metrics', '--listen', listen]).code).toBe(2)
})
