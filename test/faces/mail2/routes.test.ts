import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { routes } from '../../../src/faces/mail2/routes/routes.ts'
import { schemas } from '../../../src/faces/mail2/schemas.ts'
import { type Answered, type Body, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask, base, mail } from '../../support/mail2-client.ts'
import { contract, flawsOf } from '../../support/mail2-contract.ts'

let swarm: Swarm
let lea: string
let message: string
let draft: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { limits: { publicRate: 1_000_000 } })
  await swarm.join('boss')
  lea = await swarm.token('user', 'lea')
  await (await swarm.as('boss')).createGroup({ group: 'ops', members: ['boss'] })
  await (await swarm.as('boss')).send({ to: ['lea'], subject: 'S', body: 'B' })
  message = (await ask(swarm, lea, 'GET', '/inbox')).body.entries[0].message_id
  draft = (await ask(swarm, lea, 'POST', '/drafts', { subject: 'S', body: 'B' })).body.entry.draft.draft_id
})
afterAll(() => swarm.close())

const statusOf = async (method: string, path: string, body?: unknown, token: string | null = lea) =>
  (await ask(swarm, token, method, path, body)).status

describe('every path of the protocol', () => {
  const open = contract.filter(({ path }) => !/^\/(?:admin|daemon)\//u.test(path))
  const closed = contract.filter(({ path }) => /^\/(?:admin|daemon)\//u.test(path))
  const values: Readonly<Record<string, string>> = { local_address: 'ops@swarm-a', swarm_name: 'swarm-a' }
  const filled = (path: string) => path.replace(/\{(\w+)\}/gu, (_, name) => values[name] ?? newTask())

  test.each(open)('$method $path is known', async ({ method, path }) => {
    expect(await statusOf(method, filled(path))).not.toBe(405)
    expect((await swarm.call(method, base + filled(path), lea)).body.detail).not.toBe('unknown route')
  })

  test.each(closed)('$method $path is not done, with a sentence that says why', async ({ method, path }) => {
    const answer = await ask(swarm, null, method, filled(path))
    expect([answer.status, typeof answer.body.detail]).toEqual([501, 'string'])
  })

  test.each(
    open.filter(({ path }) => !/^\/(?:health)?$|^\/auth\/(?:token|refresh|logout|password)/u.test(path)),
  )('$method $path needs a token, unless it is not done', async ({ method, path }) => {
    expect([401, 501]).toContain(await statusOf(method, filled(path), undefined, null))
  })
})

describe('what is wrong with a request', () => {
  const nobody = newTask()
  const written = { subject: 'S', body: 'B' }
  const own = (more: unknown) => ({ ...written, metadata: { watchpost: more } })
  test.each<readonly [string, string, unknown, number]>([
    ['GET', '/inbox?limit=0', undefined, 422],
    ['GET', '/inbox?limit=101', undefined, 422],
    ['GET', '/inbox?limit=1e1', undefined, 422],
    ['GET', '/inbox?limit=1&limit=2', undefined, 422],
    ['GET', '/inbox?offset=-1', undefined, 422],
    ['GET', '/inbox?offset=99999999999', undefined, 422],
    ['GET', '/inbox?sort_by=subject', undefined, 422],
    ['GET', '/inbox?order=up', undefined, 422],
    ['GET', '/inbox?before=now', undefined, 422],
    ['GET', '/inbox?constructor=1', undefined, 422],
    ['GET', '/inbox?limit=100&offset=5&sort_by=sent_at&order=asc', undefined, 200],
    ['GET', '/drafts?sort_by=sent_at', undefined, 422],
    ['GET', '/drafts?order=asc&limit=1', undefined, 200],
    ['GET', `/inbox/${nobody}`, undefined, 404],
    ['GET', '/inbox/Q8Y7D', undefined, 422],
    ['GET', '/inbox/..%2F..', undefined, 422],
    ['GET', `/outbox/${nobody}`, undefined, 404],
    ['GET', `/trash/${nobody}`, undefined, 404],
    ['GET', `/drafts/${nobody}`, undefined, 404],
    ['DELETE', `/inbox/${nobody}`, undefined, 404],
    ['PATCH', `/drafts/${nobody}`, {}, 404],
    ['DELETE', `/drafts/${nobody}`, undefined, 404],
    ['POST', `/drafts/${nobody}/send`, { recipients: ['list:all@swarm-a@localhost'] }, 404],
    ['POST', '/drafts', undefined, 422],
    ['POST', '/drafts', [], 422],
    ['POST', '/drafts', 'no JSON', 400],
    ['POST', '/drafts', { subject: 'S' }, 422],
    ['POST', '/drafts', { subject: ' ', body: 'B' }, 422],
    ['POST', '/drafts', { subject: 'S', body: '' }, 422],
    ['POST', '/drafts', { subject: 5, body: 'B' }, 422],
    ['POST', '/drafts', { subject: 'x'.repeat(5000), body: 'B' }, 422],
    ['POST', '/drafts', { ...written, tags: ['No Slug'] }, 422],
    ['POST', '/drafts', { ...written, tags: ['x'.repeat(33)] }, 422],
    ['POST', '/drafts', { ...written, tags: 'ci' }, 422],
    ['POST', '/drafts', { ...written, reply_to: 'Q8Y7D' }, 422],
    ['POST', '/drafts', { ...written, reply_to: nobody }, 422],
    ['POST', '/drafts', { ...written, metadata: { other: 1 } }, 422],
    ['POST', '/drafts', own(5), 422],
    ['POST', '/drafts', own({ priority: 'huge' }), 422],
    ['POST', '/drafts', own({ kind: 'letter' }), 422],
    ['POST', '/drafts', own({ from: 'boss' }), 422],
    ['POST', '/drafts', own({ option: 0 }), 422],
    ['POST', '/drafts', own({ option: 1 }), 422],
    ['POST', '/drafts', own({ task: 7 }), 422],
    ['POST', '/lists/ops/subscribe', undefined, 404],
    ['POST', '/lists/ops@swarm-a@localhost/subscribe', undefined, 404],
    ['GET', '/lists/x-rolez3azreviewer@swarm-a', undefined, 404],
    ['POST', '/auth/token', 'username=lea', 422],
    ['POST', '/auth/refresh', { refresh_token: 5 }, 422],
    ['POST', '/auth/password/reset', { current_password: 'a', new_password: 'b' }, 501],
    ['GET', '/health', undefined, 200],
    ['GET', '/', undefined, 200],
  ])('%s %s with %j is %i', async (method, path, body, status) => {
    const answer = await ask(swarm, lea, method, path, body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.any(String)])
    if (status === 422)
      expect(answer.body.detail[0]).toMatchObject({ loc: expect.any(Array), msg: expect.any(String) })
  })

  it('says where it is', async () => {
    const told = async (path: string, body?: unknown) =>
      (await ask(swarm, lea, body === undefined ? 'GET' : 'POST', path, body)).body.detail[0].loc
    expect(await told('/inbox?limit=0')).toEqual(['query', 'limit'])
    expect(await told('/inbox/x')).toEqual(['path', 'message_id'])
    expect(await told('/drafts', own({ priority: 'x' }))).toEqual([
      'body',
      'metadata',
      'watchpost',
      'priority',
    ])
  })

  it('changes nothing: what is there stays', async () => {
    expect(await statusOf('PATCH', `/drafts/${draft}`, { body: 'Other', tags: ['No Slug'] })).toBe(422)
    const { body } = await ask(swarm, lea, 'GET', `/drafts/${draft}`)
    expect(body.entry.draft).toMatchObject({ subject: 'S', body: 'B' })
    expect(await statusOf('GET', `/inbox/${message}`)).toBe(200)
  })

  it.each(['PUT', 'PATCH', 'OPTIONS'])('%s where it means nothing is refused by name', async (method) => {
    const answer = await swarm.call(method, `${base}/inbox/${newTask()}`, lea)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE'])
  })

  it('is told in the form of the face that was asked', async () => {
    for (const path of ['/mail/2/nothing', '/mail/2nothing', '/mail/3'])
      expect(await swarm.call('GET', path, lea)).toMatchObject({
        status: 404,
        body: { detail: 'unknown route' },
      })
    expect((await swarm.call('GET', '/mail/2/', null)).body.protocol_version).toBe('2.0')
    expect((await swarm.call('GET', '/mail/2', null)).body.protocol_version).toBe('2.0')
    expect((await swarm.call('GET', '/', null)).body.version).toBe('1.3')
  })

  it('is found before a body is read', async () => {
    const started = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"subject":')),
    })
    const answer = await fetch(`${swarm.url}${base}/drafts`, {
      method: 'POST',
      body: started,
      duplex: 'half',
      signal: AbortSignal.timeout(20_000),
    } as RequestInit)
    expect(answer.status).toBe(401)
    const long = await swarm.call('POST', `${base}/drafts`, lea, {
      subject: 'S',
      body: 'x'.repeat(5 * 1024 * 1024),
    })
    expect(long.status).toBe(413)
  })
})

describe('the health', () => {
  it('is what an administrator says of it', async () => {
    const root = await swarm.token('admin', 'root')
    await swarm.call('POST', '/health', root, { status: 'tired' })
    expect(await ask(swarm, null, 'GET', '/health')).toMatchObject({ status: 503, body: { detail: 'tired' } })
    await swarm.call('POST', '/health', root, { status: 'healthy' })
    expect(await statusOf('GET', '/health')).toBe(200)
  })
})

describe('the document of this face', () => {
  const ajv = new Ajv({ strict: true, allErrors: true })
  addFormats.default(ajv)

  it('names what is done here, and nothing else', async () => {
    const { body } = await swarm.call('GET', `${base}/openapi.json`)
    expect(body.openapi).toBe('3.1.0')
    const named = (method: string, path: string) =>
      body.paths[path.replace(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()] !== undefined
    for (const { method, path, summary } of routes)
      expect([method, path, named(method, path)]).toEqual([
        method,
        path,
        !summary.startsWith('Not done here'),
      ])
  })

  it('has every answer as it is', async () => {
    await mail(swarm, lea, ['boss@swarm-a@localhost'], { tags: ['a'] })
    const got: [string, Answered][] = []
    for (const path of [
      '',
      '/health',
      '/auth/whoami',
      '/swarms',
      '/swarms/swarm-a',
      '/inbox',
      `/inbox/${message}`,
      '/outbox',
      '/drafts',
      `/drafts/${draft}`,
      '/lists',
      '/lists/ops@swarm-a',
    ])
      got.push([path, await swarm.call('GET', base + path, lea)])
    const [sent] = got.find(([path]) => path === '/outbox')?.[1].body.entries ?? []
    got.push(['/outbox/x', await swarm.call('GET', `${base}/outbox/${sent.message_id}`, lea)])
    for (const [path, { status, body }] of got) {
      const route = routes.find((one) => one.method === 'GET' && fits(one.path, path === '' ? '/' : path))
      const check = ajv.compile({ ...(resolved(route?.gives ?? {}) as object) })
      expect([path, status, check(body), check.errors]).toEqual([path, 200, true, null])
    }
  })
})

function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(path)
}

/** A schema with what it refers to in place. */
function resolved(schema: Body): Body {
  if (Array.isArray(schema)) return schema.map(resolved)
  if (typeof schema !== 'object' || schema === null) return schema
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : null
  if (name !== null) return resolved(schemas[name])
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]))
}

test('the check by the document of the protocol finds what is wrong', () => {
  expect(flawsOf('GET', '/health', 200, { status: 'ok' })).toEqual([])
  expect(flawsOf('GET', '/health', 200, { status: 'well' })).not.toEqual([])
  expect(flawsOf('GET', '/inbox', 422, { detail: 'a sentence' })).not.toEqual([])
  expect(flawsOf('GET', '/inbox', 404, {})).not.toEqual([])
  expect(flawsOf('GET', '/nowhere', 200, {})).not.toEqual([])
  const entry = { message: {}, received_at: 'today', delivered_by: 'd' }
  expect(flawsOf('GET', `/inbox/${newTask()}`, 200, { entry, metadata: {} })).not.toEqual([])
})
