import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectValidCard, rpc } from '../../support/a2a.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'

let swarm: Swarm
let lea: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { limits: { streams: 1, bodyBytes: 20_000 } })
  await swarm.join('boss', { canComplete: true })
  await swarm.join('clerk', { canComplete: true })
  lea = await swarm.token('user', 'lea')
})
afterAll(() => swarm.close())

/** A request as it stands, with a token. */
async function post(body: string, headers: Record<string, string> = {}, path = '/a2a') {
  const given = { authorization: `Bearer ${lea}`, 'a2a-version': '1.0', connection: 'close', ...headers }
  const response = await fetch(swarm.url + path, { method: 'POST', headers: given, body })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

const call = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', ...more })

describe('a request that is no call', () => {
  const cases: readonly (readonly [string, string, number, unknown])[] = [
    ['no JSON', '{"jsonrpc":', -32700, null],
    ['an empty body', '', -32600, null],
    ['a number that would lose digits', '{"jsonrpc":"2.0","id":12345678901234567890}', -32700, null],
    ['several calls', `[${call({})}]`, -32600, null],
    ['text', '"ListTasks"', -32600, null],
    ['another version of JSON-RPC', call({ jsonrpc: '1.0' }), -32600, 1],
    ['no id', '{"jsonrpc":"2.0","method":"ListTasks"}', -32600, null],
    ['an id of another kind', call({ id: {} }), -32600, null],
    ['no method', call({ method: undefined }), -32600, 1],
    ['an unknown method', call({ method: 'message/send' }), -32601, 1],
    ['a name that every object has', call({ method: 'constructor', id: 'x' }), -32601, 'x'],
    ['parameters in a list', call({ params: [] }), -32602, 1],
  ]
  it.each(cases)('%s', async (_, text, code, id) => {
    const { body, headers } = await post(text)
    expect(body).toMatchObject({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } })
    expect(headers.get('content-type')).toContain('application/json')
    const [info] = body.error.data
    expect(info).toMatchObject({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      domain: 'a2a-protocol.org',
    })
  })
})

describe('the version of the protocol', () => {
  it.each([
    ['1.0', undefined],
    ['1.0.1', undefined],
    ['', -32009],
    ['0.3', -32009],
    ['1.1', -32009],
    ['x'.repeat(99), -32009],
  ])('%s', async (version, code) => {
    expect((await post(call({}), { 'a2a-version': version })).body.error?.code).toBe(code)
  })

  it('is taken of the query, too', async () => {
    const { body } = await post(call({}), { 'a2a-version': '' }, '/a2a/?A2A-Version=1.0')
    expect(body.error?.code).toBe(-32009)
    const headers = { authorization: `Bearer ${lea}` }
    const asked = { method: 'POST', headers, body: call({}) }
    expect(await (await fetch(`${swarm.url}/a2a?A2A-Version=1.0`, asked)).json()).toHaveProperty('result')
  })
})

describe('who may call', () => {
  it('is told by a status, before the body is read', async () => {
    const agent = await swarm.token('agent', 'swarm-b')
    for (const token of [null, 'wp_nothing', agent]) {
      const { status, body } = await rpc(swarm, token, 'ListTasks', {})
      expect([status, body.error.code, body.id]).toEqual([401, -32000, null])
    }
    const { status, headers } = await post('{', { authorization: 'Bearer wp_no' })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await rpc(swarm, await swarm.token('admin', 'root'), 'ListTasks', {})).status).toBe(200)
  })

  it('finds no other address, and no other way to ask', async () => {
    const other = await fetch(`${swarm.url}/a2a`)
    expect([other.status, other.headers.get('allow'), (await other.json()).error.code]).toEqual([
      405,
      'POST',
      -32601,
    ])
    expect((await post('{}', {}, '/a2a/tasks')).status).toBe(404)
    expect((await fetch(`${swarm.url}/.well-known/nothing`)).status).toBe(404)
    expect((await post(call({}), { origin: 'https://elsewhere' })).status).toBe(403)
  })

  it('sends no more than the server takes', async () => {
    const { status, body } = await post(call({ params: { pageToken: 'x'.repeat(30_000) } }))
    expect([status, body.error]).toMatchObject([413, { code: -32600, message: 'the body is too long' }])
  })
})

const text = [{ text: 'Hello' }]
const message = (more: object = {}) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: text, ...more },
})
const parts = (...given: readonly unknown[]) => message({ parts: given })

describe('parameters that cannot be carried out', () => {
  const sends: readonly (readonly [string, unknown, number])[] = [
    ['no message', {}, -32602],
    ['a message of another kind', { message: 'Hello' }, -32602],
    ['no id', message({ messageId: '' }), -32602],
    ['an id that is too long', message({ messageId: 'm'.repeat(201) }), -32602],
    ['no role', message({ role: undefined }), -32602],
    ['the role of an agent', message({ role: 'ROLE_AGENT' }), -32602],
    ['no parts', message({ parts: [] }), -32602],
    ['parts that are no list', message({ parts: { text: 'a' } }), -32602],
    ['parts without text', parts({ text: ' \n' }), -32602],
    ['a part without content', parts({ mediaType: 'text/plain' }), -32602],
    ['a part of two contents', parts({ text: 'a', data: 1 }), -32602],
    ['text that is none', parts({ text: 7 }), -32602],
    ['bytes', parts({ text: 'See' }, { raw: 'aGk=', filename: 'a.txt' }), -32005],
    ['a URL', parts({ url: 'https://example.org/a.txt' }), -32005],
    ['an unknown task', message({ taskId: 'nothing' }), -32001],
    ['an unknown context', message({ contextId: '11111111-1111-4111-8111-111111111111' }), -32602],
    ['an unknown skill', message({ metadata: { skillId: 'nobody' } }), -32602],
    ['a person as a skill', message({ metadata: { skillId: 'lea' } }), -32602],
    ['another tenant', { ...message(), tenant: 'x' }, -32602],
    ['a history of less than nothing', { ...message(), configuration: { historyLength: -1 } }, -32602],
    ['a history of half a message', { ...message(), configuration: { historyLength: 0.5 } }, -32602],
    [
      'notifications',
      { ...message(), configuration: { taskPushNotificationConfig: { url: 'http://x' } } },
      -32003,
    ],
  ]
  it.each(sends)('of a message: %s', async (_, params, code) => {
    for (const method of ['SendMessage', 'SendStreamingMessage'])
      expect((await rpc(swarm, lea, method, params)).body.error?.code).toBe(code)
  })

  const others: readonly (readonly [string, unknown, number])[] = [
    ['GetTask', {}, -32602],
    ['GetTask', { id: 7 }, -32602],
    ['GetTask', { id: 'nothing' }, -32001],
    ['CancelTask', { id: '' }, -32602],
    ['CancelTask', { id: 'nothing' }, -32001],
    ['SubscribeToTask', { id: 'nothing' }, -32001],
    ['ListTasks', { pageSize: 0 }, -32602],
    ['ListTasks', { pageSize: 101 }, -32602],
    ['ListTasks', { pageSize: '7' }, -32602],
    ['ListTasks', { pageToken: 'nothing' }, -32602],
    ['ListTasks', { status: 'TASK_STATE_RUNNING' }, -32602],
    ['ListTasks', { status: 'toString' }, -32602],
    ['ListTasks', { statusTimestampAfter: 'yesterday' }, -32602],
    ['ListTasks', { statusTimestampAfter: '2027-13-01T00:00:00Z' }, -32602],
    ['ListTasks', { tenant: 'x' }, -32602],
    ['GetExtendedAgentCard', { tenant: 'x' }, -32602],
    ['CreateTaskPushNotificationConfig', {}, -32003],
    ['GetTaskPushNotificationConfig', {}, -32003],
    ['ListTaskPushNotificationConfigs', {}, -32003],
    ['DeleteTaskPushNotificationConfig', {}, -32003],
  ]
  it.each(others)('%s of %j', async (method, params, code) => {
    expect((await rpc(swarm, lea, method, params)).body.error?.code).toBe(code)
  })

  it('store nothing', async () => {
    const { body } = await rpc(swarm, lea, 'ListTasks', { status: 'TASK_STATE_UNSPECIFIED', contextId: null })
    expect(body.result).toMatchObject({ tasks: [], totalSize: 0 })
  })
})

describe('a stream', () => {
  it('is refused beyond as many as a caller may have, and after an event that never was', async () => {
    const { body } = await rpc(swarm, lea, 'SendMessage', {
      ...message(),
      configuration: { returnImmediately: true },
    })
    const { id } = body.result.task
    const late = await rpc(swarm, lea, 'SubscribeToTask', { id }, { 'last-event-id': '999999' })
    expect(late.body.error).toMatchObject({ code: -32602 })
    const headers = { authorization: `Bearer ${lea}`, 'a2a-version': '1.0' }
    const asked = { method: 'POST', headers, body: call({ method: 'SubscribeToTask', params: { id } }) }
    const leaving = new AbortController()
    const first = await fetch(`${swarm.url}/a2a`, { ...asked, signal: leaving.signal })
    expect(first.headers.get('content-type')).toContain('text/event-stream')
    const params = { ...message({ messageId: 'second' }) }
    for (const [method, given] of [
      ['SubscribeToTask', { id }],
      ['SendStreamingMessage', params],
    ] as const) {
      const { status, body } = await rpc(swarm, lea, method, given)
      expect([status, body.error.code]).toEqual([429, -32000])
    }
    leaving.abort()
    // Nothing was begun with what was refused.
    expect((await rpc(swarm, lea, 'ListTasks', {})).body.result.totalSize).toBe(1)
  })
})

describe('the card', () => {
  const card = (headers: Record<string, string> = {}) =>
    fetch(`${swarm.url}/.well-known/agent-card.json`, { headers })

  it('names the swarm, its entrypoint as a skill, and the address that it was asked by', async () => {
    const response = await card()
    const told: Body = await response.json()
    expectValidCard(told)
    expect(told).toMatchObject({
      name: 'swarm-a',
      version: '1.2.3',
      supportedInterfaces: [{ url: `${swarm.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
      skills: [{ id: 'boss' }],
    })
    const unchanged = await card({ 'if-none-match': response.headers.get('etag') ?? '' })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    const { body } = await rpc(swarm, lea, 'GetExtendedAgentCard', undefined)
    expect(body.result.skills.map(({ id }: Body) => id)).toEqual(['boss', 'clerk'])
  })

  it('believes a proxy where one is expected, and comes with the first entrypoint', async () => {
    const urlOf = async () =>
      (await (await card({ 'x-forwarded-proto': 'https' })).json()).supportedInterfaces[0].url
    expect(await urlOf()).toBe(`${swarm.url}/a2a`)
    await swarm.stopServer()
    await swarm.startServer({ insecure: true })
    expect(await urlOf()).toBe(`${swarm.url.replace('http', 'https')}/a2a`)
    await swarm.stopServer()
    await swarm.startServer({ entrypoint: null })
    const { status, headers } = await card()
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    await swarm.stopServer()
    await swarm.startServer()
  })
})

it('a caller who waits learns that the server stops, and the task goes on', async () => {
  const waiting = rpc(swarm, lea, 'SendMessage', message({ messageId: 'waits' }))
  const { task } = await swarm.next('boss').then(() => swarm.next('boss'))
  await swarm.stopServer()
  const { status, body } = await waiting
  expect([status, body.error.message]).toEqual([503, `the server is stopping; the task ${task} continues`])
  await swarm.startServer()
  await (await swarm.as('boss')).completeTask({ task, body: 'Done' })
  // The same message again asks nothing twice.
  const again = await rpc(swarm, lea, 'SendMessage', message({ messageId: 'waits' }))
  expect(again.body.result.task).toMatchObject({ id: task, artifacts: [{ parts: [{ text: 'Done' }] }] })
})
