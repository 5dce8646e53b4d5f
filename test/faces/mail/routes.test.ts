import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { TokenRole } from '../../../src/domain/token.ts'
import { routes } from '../../../src/faces/mail/routes/routes.ts'
import { mailSchemas } from '../../../src/faces/mail/routes/schemas.ts'
import { openMailbox } from '../../../src/mailbox.ts'
import { openPeer } from '../../support/mail-peer.ts'
import { type Body, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { patience } from '../../support/patience.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
const tokens = new Map<TokenRole | 'nobody' | 'wrong', string | null>([
  ['nobody', null],
  ['wrong', 'wp_wrong'],
])
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  for (const [role, id] of [
    ['admin', 'root'],
    ['user', 'lea'],
    ['agent', 'swarm-b'],
  ] as const)
    tokens.set(role, await swarm.token(role, id))
})
afterAll(() => swarm.close())

const callers = ['nobody', 'wrong', 'admin', 'user', 'agent'] as const
/** A stream without an end has tests of its own. */
const ending = routes.filter(({ path }) => path !== '/events')
const table = ending.flatMap((route) => callers.map((caller) => ({ ...route, caller })))
const posts = routes.filter(({ method }) => method === 'POST')
const call = (method: string, path: string, caller: (typeof callers)[number], body?: unknown) =>
  swarm.call(method, path, tokens.get(caller) ?? null, body)
const callerOf = (roles: (typeof routes)[number]['roles']) =>
  roles === 'public' ? 'nobody' : (roles[0] ?? 'user')

function validator(schema: JsonObject) {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  return ajv.compile({ ...schema, components: { schemas: mailSchemas } })
}

function expectShape(schema: JsonObject, value: unknown): void {
  const validate = validator(schema)
  validate(value)
  expect(validate.errors ?? []).toEqual([])
}

describe('who may call what', () => {
  it.each(table)('$method $path as $caller', async ({ method, path, roles, caller }) => {
    const may = roles === 'public' || roles.some((role) => role === caller)
    for (const prefix of ['', '/compat/mail-1.3.6']) {
      const { status, body } = await call(
        method,
        `${prefix}${path}`,
        caller,
        method === 'POST' ? '{}' : undefined,
      )
      if (may) expect(status).not.toBe(401)
      else
        expect([status, body]).toEqual([401, { detail: expect.stringMatching(/^invalid (?:token|role)$/u) }])
    }
  })

  it('a token that was revoked opens nothing any more', async () => {
    const token = await swarm.token('user', 'max')
    expect((await swarm.call('GET', '/whoami', token)).body).toEqual({ id: 'max', role: 'user' })
    const last = (await swarm.context.store.tokens.list()).at(-1)
    await swarm.context.store.tokens.revoke(last?.id ?? '', 1)
    expect((await swarm.call('GET', '/whoami', token)).status).toBe(401)
  })
})

describe('a request for another host, or from a page of one', () => {
  const status = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(swarm.url)
      request({ hostname, port, method, path, headers, agent: false }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
  const all = ['', '/compat/mail-1.3.6'].flatMap((prefix) =>
    [...routes, { method: 'GET', path: '/nowhere' }].map(
      ({ method, path }) => [method, `${prefix}${path}`] as const,
    ),
  )

  it.each(all)('%s %s is refused', async (method, path) => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example:80',
      '10.0.0.1',
      '@',
    ])
      expect([host, await status(method, path, { host })]).toEqual([host, 403])
    expect(await status(method, path, { origin: 'http://evil.example' })).toBe(403)
    for (const host of ['localhost', 'LOCALHOST:9', '127.0.0.1:8000', '[::1]:8000'])
      expect(await status(method, path, { host })).not.toBe(403)
  })

  it('is taken where a proxy answers for the name', async () => {
    await swarm.stopServer()
    await swarm.startServer({ insecure: true })
    expect(await status('GET', '/health', { host: 'swarm.example' })).toBe(200)
    await swarm.stopServer()
    await swarm.startServer()
  })
})

describe('a method that a path does not know', () => {
  it.each([
    ['DELETE', '/message', 'POST'],
    ['GET', '/message', 'POST'],
    ['PUT', '/health', 'GET, HEAD, POST'],
    ['PUT', '/swarms?x=1', 'GET, HEAD, POST'],
    ['POST', '/', 'GET, HEAD'],
  ])('%s %s is refused with the ones it knows', async (method, path, allowed) => {
    for (const prefix of ['', '/compat/mail-1.3.6']) {
      const { status, body, headers } = await call(method, `${prefix}${path}`, 'nobody')
      expect([status, headers.get('allow'), Object.keys(body)]).toEqual([405, allowed, ['detail']])
    }
  })

  it('HEAD goes where GET does', async () => {
    const answers = ['/health', '/'].map((path) => fetch(`${swarm.url}${path}`, { method: 'HEAD' }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('what is no path stays unknown', async () => {
    for (const path of ['/nowhere', '/compat/mail-1.3.6x', '/healthy'])
      expect((await call('POST', path, 'nobody', '{}')).status).toBe(404)
  })
})

const malformed: readonly (readonly [string, string])[] = [
  ['half of it', '{"body":'],
  ['nothing', ''],
  ['a list', '[]'],
  ['a word', '"x"'],
  ['null', 'null'],
  ['numbers for texts', '{"body":1,"message":1,"json":1,"name":1,"base_url":1,"user_token":1}'],
  ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`],
]

describe('a body of who may not call', () => {
  it.each(posts.filter(({ roles }) => roles !== 'public'))(
    'POST $path is refused before it is parsed, or read to its end',
    async ({ path, roles }) => {
      const wrong = (['user', 'admin', 'agent'] as const).find((role) => !roles.includes(role as never))
      const long = `{"body":"${'x'.repeat(5 * 1024 * 1024)}`
      for (const caller of ['nobody', 'wrong', ...(wrong === undefined ? [] : [wrong])] as const)
        for (const body of ['{"body":', long])
          expect((await call('POST', path, caller, body)).status).toBe(401)
    },
  )

  it('is not looked at on an unknown route', async () => {
    expect((await call('POST', '/nowhere', 'nobody', '{"body":')).status).toBe(404)
    expect((await call('PUT', '/message', 'nobody', '{"body":')).status).toBe(405)
  })
})

describe('malformed bodies', () => {
  it.each([
    ['none', undefined, 'task_id is missing: give it in the query or in the body'],
    ['an object without it', '{}', 'task_id is missing'],
    ['a list', '[]', 'the body must be a JSON object'],
    ['no JSON', '{"task_id"', 'the body is not JSON'],
    ['an unknown one', '{"task_id":"T-9"}', 'unknown task'],
  ])('GET /task says what its body lacks: %s', async (_what, body, detail) => {
    const asked = request(`${swarm.url}/task`, {
      headers: { authorization: `Bearer ${tokens.get('user')}`, 'content-length': body?.length ?? 0 },
    }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([400, { detail }])
  })

  it.each(posts.flatMap((route) => malformed.map(([what, body]) => ({ ...route, what, body }))))(
    'POST $path: $what',
    async ({ path, roles, body }) => {
      const { status, body: answer } = await call('POST', path, callerOf(roles), body)
      expect([status, Object.keys(answer)]).toEqual([400, ['detail']])
    },
  )

  it('is refused beyond the size that is taken', async () => {
    const body = JSON.stringify({ body: 'x'.repeat(5 * 1024 * 1024) })
    expect((await call('POST', '/message', 'user', body)).status).toBe(413)
  })

  it.each(posts)('POST $path never fails on any JSON', async ({ path, roles }) => {
    const keys = [
      'body',
      'message',
      'task_id',
      'entrypoint',
      'kwargs',
      'resume_from',
      'json',
      'name',
      'base_url',
      'user_token',
      'targets',
      'metadata',
      'msg_type',
    ]
    const any = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 2 })),
    )
    await fc.assert(
      fc.asyncProperty(any, async (value) => {
        // What names somebody who is there would wait for its answer.
        const { status } = await call('POST', path, callerOf(roles), {
          ...(value as object),
          entrypoint: 'nobody',
          base_url: 'x',
        })
        // A user_token that is none is refused as such.
        expect([400, 401]).toContain(status)
      }),
      { numRuns: 40 },
    )
  })
})

describe('what is told of itself', () => {
  it('is one document, with every route and no other', async () => {
    const { body } = await call('GET', '/openapi.json', 'nobody')
    expect(body.openapi).toBe('3.1.0')
    const told = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(told.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    for (const [name, schema] of Object.entries<JsonObject>(body.components.schemas))
      expect(() => validator(schema), name).not.toThrow()
  })

  it.each(ending.filter(({ method, path }) => method === 'GET' && path !== '/task'))(
    'GET $path is answered in its shape',
    async ({ path, roles, gives }) => {
      const { status, body } = await call('GET', path, callerOf(roles))
      expect(status).toBe(200)
      expectShape(gives, body)
    },
  )

  it('gives the official root, and the reference’s under the mount for it', async () => {
    expect((await call('GET', '/', 'nobody')).body).toEqual({
      name: 'mail',
      version: '1.3',
      swarm: 'swarm-a',
      status: 'running',
      uptime: expect.any(Number),
    })
    expect((await call('GET', '/compat/mail-1.3.6', 'nobody')).body).toMatchObject({
      protocol_version: '1.3',
      swarm: { name: 'swarm-a', entrypoint: 'boss', public: false },
    })
  })

  it('gives messages in their shapes, one for each type', async () => {
    // A broadcast in a task is for agents.
    await swarm.join('helper')
    const task = newTask()
    const answer = call('POST', '/message', 'user', { body: 'Go', task_id: task, show_events: true })
    await swarm.next('boss')
    const boss = await swarm.as('boss')
    for (const kind of ['request', 'response', 'broadcast', 'interrupt'] as const)
      await boss.send({ to: kind === 'broadcast' ? ['all'] : ['lea'], kind, body: kind, task })
    await boss.completeTask({ task, body: 'Done' })
    const { events } = (await answer).body
    const messages = events.flatMap(({ event, data }: Body) =>
      event === 'new_message' ? [data.extra_data.full_message] : [],
    )
    expect(messages.map(({ msg_type }: Body) => msg_type)).toEqual([
      'request',
      'request',
      'response',
      'broadcast',
      'interrupt',
      'broadcast_complete',
    ])
    for (const message of messages) expectShape(mailSchemas['MAILMessage'] ?? {}, message)
    expectShape(
      routes.find(({ path }) => path === '/task')?.gives ?? {},
      (await call('GET', `/task?task_id=${task}`, 'user')).body,
    )
  })
})

describe('a definition that is loaded', () => {
  const load = (json: unknown) =>
    call('POST', '/swarms/load', 'admin', { json: typeof json === 'string' ? json : JSON.stringify(json) })

  it.each([
    '{',
    '1',
    '[]',
    '{"agents":1}',
    '{"agents":[{}]}',
    '{"name":"other"}',
    '{"entrypoint":"all"}',
    '{"entrypoint":"nobody"}',
    '{"max_steps":0}',
    '{}',
    '[{}]',
    '{"entrypoint":"lea"}',
  ])('is refused: %s', async (json) => {
    expect((await load(json)).status).toBe(400)
  })

  it('holds at once: its agents, whom they may write to, and the entrypoint', async () => {
    const agents = [{ name: 'chief', can_complete_tasks: true, comm_targets: ['boss'] }, { name: 'boss' }]
    expect((await load({ name: 'swarm-a', agents, entrypoint: 'chief', description: 'New' })).body).toEqual({
      status: 'success',
      swarm_name: 'swarm-a',
    })
    expect(await swarm.context.store.roster.find('chief')).toMatchObject({
      canComplete: true,
      talksTo: ['boss'],
    })
    const answer = call('POST', '/message', 'user', { body: 'To whom?' })
    const message = await (await swarm.as('chief')).wait({ kind: ['request'], timeout: patience })
    await (await swarm.as('chief')).completeTask({ task: message.value.message.task ?? '', body: 'To me' })
    expect((await answer).body.response).toBe('To me')
    const shown = async () => (await call('GET', '/compat/mail-1.3.6', 'nobody')).body.swarm
    expect(await shown()).toMatchObject({ entrypoint: 'chief', description: 'New' })
    await load({ keywords: ['k'] })
    expect(await shown()).toMatchObject({ entrypoint: 'chief', description: 'New', keywords: ['k'] })
  })

  it('is shown and dropped by commands, and a load without an entrypoint is refused', async () => {
    const person = openMailbox(swarm.context)
    expect(await person.describeSwarm({})).toMatchObject({
      loaded: true,
      entrypoint: 'chief',
      keywords: ['k'],
    })
    await expect((await swarm.as('boss')).dropDefinition({})).rejects.toMatchObject({ code: 'not-allowed' })
    const rightsOf = async (name: string) => {
      const agent = await swarm.context.store.roster.find(name)
      return [agent?.talksTo, agent?.canComplete]
    }
    await load({
      agents: [
        { name: 'boss', comm_targets: ['chief'], can_complete_tasks: false },
        { name: 'drafter', comm_targets: ['boss'] },
      ],
      supervisors: ['drafter'],
    })
    await person.updateAgent({ agent: 'chief', canComplete: false })
    expect(await rightsOf('boss')).toEqual([['chief'], false])
    expect((await person.describeSwarm({})).agents).toEqual([
      { agent: 'chief', talksTo: ['boss'], canComplete: true },
      { agent: 'boss', talksTo: ['chief'], canComplete: false },
      { agent: 'drafter', talksTo: ['boss'], canComplete: true },
    ])
    expect(await person.dropDefinition({})).toMatchObject({
      loaded: false,
      entrypoint: null,
      agents: [],
      changedSince: ['chief'],
      takenBack: [
        { agent: 'chief', talksTo: [], canComplete: null },
        { agent: 'boss', talksTo: [], canComplete: true },
        { agent: 'drafter', talksTo: [], canComplete: false },
      ],
    })
    expect(await Promise.all(['chief', 'boss', 'drafter'].map(rightsOf))).toEqual([
      [[], false],
      [[], true],
      [[], false],
    ])
    const { swarm: shown } = (await call('GET', '/compat/mail-1.3.6', 'nobody')).body
    expect(shown).toMatchObject({ entrypoint: 'boss' })
    await expect(person.dropDefinition({})).rejects.toMatchObject({ code: 'nothing' })
    expect((await load({ description: 'No entrypoint' })).status).toBe(400)
    expect((await load({ agents: [{ name: 'chief' }], entrypoint: 'boss' })).status).toBe(200)
  })
})

it('open routes have a limit for each address', async () => {
  await swarm.stopServer()
  await swarm.startServer({ port: 0, limits: { publicRate: 3 } })
  const answers = []
  for (let at = 0; at < 5; at += 1) answers.push(await call('GET', '/health', 'nobody'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('so have calls without a token; who has one is served', async () => {
  await swarm.stopServer()
  await swarm.startServer({ port: 0, limits: { publicRate: 3 } })
  const answers = []
  for (let at = 0; at < 5; at += 1) answers.push(await call('POST', '/message', 'wrong', '{}'))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
  expect((await call('GET', '/whoami', 'user')).status).toBe(200)
})

it('a caller has only so many streams at once, and what is refused begins no task', async () => {
  await swarm.stopServer()
  await swarm.startServer({ port: 0, limits: { streams: 1 } })
  const headers = { connection: 'close', authorization: `Bearer ${tokens.get('user')}` }
  const gone = new AbortController()
  const ask = (signal?: AbortSignal) =>
    fetch(`${swarm.url}/message`, {
      method: 'POST',
      headers,
      body: '{"body":"Wait","stream":true,"entrypoint":"boss"}',
      ...(signal !== undefined && { signal }),
    })
  expect((await ask(gone.signal)).status).toBe(200)
  const before = await swarm.context.store.messages.newest()
  expect((await ask()).status).toBe(429)
  expect(await swarm.context.store.messages.newest()).toEqual(before)
  gone.abort()
  await until(async () => {
    const again = new AbortController()
    const { status } = await ask(again.signal)
    again.abort()
    return status === 200
  }, 'room for another stream')
})

describe('people', () => {
  it('take no tasks, and are not in `all`', async () => {
    const named = await call('POST', '/message', 'user', { body: 'Hi', entrypoint: 'root' })
    expect([named.status, named.body.detail]).toEqual([400, 'root is a person, who takes no tasks'])
    const task = newTask()
    const answer = call('POST', '/message', 'user', { body: 'To all', msg_type: 'broadcast', task_id: task })
    await until(async () => (await swarm.context.store.tasks.find(task)) !== null, 'the broadcast')
    expect([...(await swarm.context.store.tasks.participants(task))].sort()).toEqual(
      expect.arrayContaining(['boss', 'lea']),
    )
    expect(await swarm.context.store.tasks.participants(task)).not.toContain('root')
    await (await swarm.as('boss')).completeTask({ task, body: 'Heard' })
    expect((await answer).body.response).toBe('Heard')
  })

  it('are not written to by other users', async () => {
    const user_token = tokens.get('user')
    const sent = { user_token, body: 'Psst', target_agent: 'root' }
    const { status, body } = await call('POST', '/interswarm/message', 'user', sent)
    expect([status, body.detail]).toEqual([400, 'root is a person, not an agent'])
  })
})

it('a server without an entrypoint says so, and takes the only supervisor', async () => {
  const other = await openSwarm('swarm-o', { entrypoint: null })
  const beginsWith = async (words: string) => {
    await other.stopServer()
    other.told.length = 0
    await other.startServer()
    await until(() => other.told.join('').includes('"serving"'), 'the start')
    expect(other.told.join('')).toContain(words)
  }
  await beginsWith('"level":"info","event":"no entrypoint"')
  await other.join('chief', { canComplete: true })
  await beginsWith('"agent":"chief"')
  expect((await other.call('GET', '/compat/mail-1.3.6')).body.swarm.entrypoint).toBe('chief')
  await other.join('second', { canComplete: true })
  await beginsWith('"no entrypoint"')
  await other.close()
})

it('a swarm is registered under the name that it gives itself', async () => {
  const peer = await openPeer('swarm-p')
  const register = (name: string) => call('POST', '/swarms', 'admin', { name, base_url: peer.url })
  const { status, body } = await register('another')
  expect([status, body.detail]).toEqual([400, `The server at ${peer.url} is the swarm swarm-p, not another.`])
  expect((await register('swarm-p')).status).toBe(200)
  await peer.close()
})

it('an administrator says how the server is', async () => {
  expect((await call('POST', '/health', 'user', { status: 'draining' })).status).toBe(401)
  expect((await call('POST', '/health', 'admin', { status: '' })).status).toBe(400)
  expect((await call('POST', '/health', 'admin', { status: 'draining' })).body.status).toBe('draining')
  expect((await call('GET', '/health', 'nobody')).body).toMatchObject({
    status: 'draining',
    swarm_name: 'swarm-a',
  })
})

it('metrics name public swarms alone', async () => {
  const peers = await Promise.all(['open', 'shut-1', 'shut-2'].map((name) => openPeer(name)))
  for (const [at, peer] of peers.entries()) {
    const name = ['open', 'shut-1', 'shut-2'][at]
    await call('POST', '/swarms', 'admin', { name, base_url: peer.url, public: at === 0 })
    await (await swarm.as('boss')).send({ to: [`worker@${name}`], subject: `To ${name}` })
  }
  const textOf = async () => String((await call('GET', '/metrics', 'nobody')).body)
  await until(async () => (await textOf()).includes('sent_total{swarm="private"} 2'), 'both private ones')
  expect(await textOf()).toContain('sent_total{swarm="open"} 1')
  expect(await textOf()).not.toContain('shut-')
  await Promise.all(peers.map((peer) => peer.close()))
})

it.each([['0.0.0.0'], ['::'], ['192.0.2.1']])('nobody listens on %s without TLS', async (host) => {
  await expect(swarm.startServer({ host })).rejects.toMatchObject({ code: 'not-allowed' })
})
