import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'

let swarm: Swarm
let lea: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { limits: { publicRate: 1_000_000 } })
  await swarm.join('boss')
  lea = await swarm.token('user', 'lea')
})
afterAll(() => swarm.close())

type Answered = { readonly status: number; readonly type: string | undefined; readonly body: string }

/** The path goes out as it is. */
function asked(method: string, path: string, headers: Record<string, string>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(swarm.url)
    const asking = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => (body += text))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'], body }),
      )
    })
    asking.on('error', reject).end()
  })
}

const detail = { detail: expect.any(String) }
const rpc = { jsonrpc: '2.0', id: null, error: { code: expect.any(Number), message: expect.any(String) } }
/** Each face by a path that begins as its own do, and what its errors look like. */
const faces: readonly (readonly [string, Body])[] = [
  ['', detail],
  ['/tasks', detail],
  ['/compat/mail-1.3.6', detail],
  ['/mail/2', detail],
  ['/mail/2/inbox', detail],
  ['/mail/2/lists', detail],
  ['/a2a', rpc],
  ['/.well-known', rpc],
]
const ends = [
  '/%',
  '/%zz',
  '/%c3%28',
  '/%ff',
  '/a%2',
  '/a/%e0%a4%a',
  `/${'p'.repeat(5000)}`,
  `/${'%41'.repeat(4500)}`,
  '/%00',
  '/%2e%2e/%2e%2e',
  '/../..',
  '//',
  '/;a=b',
  '/{}',
  '/%?x=%',
  '/:id',
  '/*',
  '/constructor',
]
const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']

it.each(faces)('odd paths under %j are refused in the words of their face', async (prefix, shape) => {
  for (const end of ends)
    for (const method of methods)
      for (const headers of [{}, { authorization: `Bearer ${lea}` }] as const) {
        const told = await asked(method, prefix + end, headers)
        const what = `${method} ${prefix}${end.slice(0, 40)} ${told.status} ${told.body.slice(0, 200)}`
        expect(told.status, what).toBeGreaterThanOrEqual(400)
        expect(told.status === 501 && prefix.startsWith('/mail/2') ? 400 : told.status, what).toBeLessThan(
          500,
        )
        if (method === 'HEAD') continue
        expect(told.type, what).toMatch(/^application\/json/u)
        const body: Body = JSON.parse(told.body)
        if (told.status !== 422) expect(body, what).toMatchObject(shape)
        expect(Object.keys(body).sort(), what).toEqual(Object.keys(shape).sort())
      }
})

it('a path that no router reads is refused by the same rules, and is in the log and the metrics', async () => {
  const before = swarm.told.length
  expect(await asked('GET', '/mail/2/%', { host: 'other.example' })).toMatchObject({ status: 403 })
  expect(await asked('GET', '/mail/2/%', {})).toMatchObject({
    status: 400,
    body: JSON.stringify({ detail: 'malformed request' }),
  })
  const logged = swarm.told.slice(before).join('')
  expect(logged).toContain('"status":403')
  expect(logged).toContain('"status":400')
  expect((await swarm.call('GET', '/metrics')).body).toContain('route="GET unknown",status="400"')
})
