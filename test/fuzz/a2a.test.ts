import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { expectValid } from '../support/a2a.ts'
import { bend, bends } from '../support/bent.ts'
import { openSwarm, type Swarm } from '../support/mail-server.ts'
import { patience as hangs } from '../support/patience.ts'
import { proof, scaled } from '../support/scale.ts'

const tried = scaled(400, 3_000)
const atOnce = 20
/** Who is taken at their word waits for their task; that is all they wanted to know. */
const patience = 300

let swarm: Swarm
let token: string
let task: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  token = await swarm.token('user', 'lea')
  const first = rpc('SendMessage', { ...sent, configuration: { returnImmediately: true } })
  const { body } = await call(first, {}, hangs)
  task = body.result.task.id
})
afterAll(() => swarm.close())

const parts = [{ text: 'T' }, { data: { a: [1, null] }, filename: 'a.json', mediaType: 'application/json' }]
const sent = { message: { messageId: 'm', role: 'ROLE_USER', parts, metadata: { skillId: 'boss' } } }
const rpc = (method: string, params: JsonObject): JsonObject => ({ jsonrpc: '2.0', id: 1, method, params })

/** What each method takes gladly; the fuzz bends it. */
const calls = (id: string): readonly JsonObject[] => [
  rpc('SendMessage', { ...sent, configuration: { returnImmediately: true, historyLength: 3 } }),
  rpc('SendMessage', { message: { ...sent.message, taskId: id, referenceTaskIds: [id] }, metadata: {} }),
  rpc('SendStreamingMessage', {
    ...sent,
    tenant: '',
    configuration: { acceptedOutputModes: ['text/plain'] },
  }),
  rpc('SendMessage', { message: { ...sent.message, parts: [{ raw: 'aGk=' }, { text: 'T' }] } }),
  rpc('GetTask', { id, historyLength: 1 }),
  rpc('ListTasks', { pageSize: 2, pageToken: '9', status: 'TASK_STATE_WORKING', includeArtifacts: true }),
  rpc('ListTasks', { contextId: 'CTX', statusTimestampAfter: '2027-01-31T09:00:00Z', historyLength: 2 }),
  rpc('SubscribeToTask', { id }),
  rpc('CancelTask', { id: `${id}x`, metadata: {} }),
  rpc('GetExtendedAgentCard', {}),
  rpc('CreateTaskPushNotificationConfig', { taskId: id, url: 'http://127.0.0.1' }),
]

async function call(body: Json, headers: Record<string, string> = {}, within = patience) {
  const response = await fetch(`${swarm.url}/a2a`, {
    method: 'POST',
    headers: { connection: 'close', authorization: `Bearer ${token}`, 'a2a-version': '1.0', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(within),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? await response.json() : null }
}

it(proof('A2A: whatever a method is sent, it is answered and nothing fails', tried, 'requests'), async () => {
  const cases = fc.sample(fc.tuple(fc.nat(), bends, fc.constantFrom('1', 'x', '-1', undefined)), {
    numRuns: tried,
    seed: 11,
  })
  const codes = new Set<number>()
  const known = calls(task)
  for (let from = 0; from < cases.length; from += atOnce)
    await Promise.all(
      cases.slice(from, from + atOnce).map(async ([which, changes, last]) => {
        const start = known[which % known.length] as JsonObject
        const body = changes.reduce<Json>((value, [at, how, part]) => bend(value, at, how, part), start)
        const answer = await call(body, last === undefined ? {} : { 'last-event-id': last }).catch(() => null)
        if (answer === null) return
        expect([200, 400, 503], JSON.stringify(body)).toContain(answer.status)
        if (answer.body === null) return
        codes.add(answer.body.error?.code ?? 0)
        expect(answer.body.jsonrpc).toBe('2.0')
        if (answer.body.result !== undefined)
          expectValid(String((body as JsonObject)['method']), answer.body.result)
      }),
    )
  // It came far enough to be taken at its word, and to be refused for each kind of fault.
  for (const code of [0, -32600, -32601, -32602, -32001, -32003, -32005]) expect(codes).toContain(code)
  expect(
    swarm.told
      .flatMap((text) => text.split('\n'))
      .filter((line) => /"event":"(?:failed|follow-up|stream failed)"/u.test(line)),
  ).toEqual([])
  expect((await swarm.call('GET', '/health')).status).toBe(200)
})
