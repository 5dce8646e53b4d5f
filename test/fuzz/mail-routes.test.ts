import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { TokenRole } from '../../src/domain/token.ts'
import { routes } from '../../src/faces/mail/routes/routes.ts'
import { bend, bends } from '../support/bent.ts'
import { newTask, openSwarm, type Swarm } from '../support/mail-server.ts'

const tried = process.env['WATCHPOST_ENDURANCE'] === '1' ? 20_000 : 400
const atOnce = 20
/** Who is taken at their word waits for their task; that is all they wanted to know. */
const patience = 300

let swarm: Swarm
const tokens = new Map<TokenRole, string>()
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', {
    limits: { answerWithin: 20, publicRate: 1_000_000 },
    trustedProxies: ['127.0.0.1'],
  })
  await swarm.join('boss', { canComplete: true })
  await swarm.join('worker', { talksTo: ['boss'] })
  for (const [role, id] of [
    ['admin', 'root'],
    ['user', 'lea'],
    ['agent', 'swarm-b'],
  ] as const)
    tokens.set(role, await swarm.token(role, id))
})
afterAll(() => swarm.close())

const address = (name: string) => ({ address_type: 'agent', address: name })
const payload = (more: JsonObject): JsonObject => ({
  task_id: newTask(),
  request_id: newTask(),
  subject: 'S',
  body: 'B',
  sender: address('boss@swarm-b'),
  recipient: address('boss'),
  sender_swarm: 'swarm-b',
  ...more,
})
const parcel = (type: string, more: JsonObject = {}): JsonObject => ({
  message: {
    message_id: newTask(),
    source_swarm: 'swarm-b',
    target_swarm: 'swarm-a',
    msg_type: type,
    timestamp: '2027-01-31T12:00:00+01:00',
    task_owner: 'user:u@swarm-b',
    task_contributors: ['user:u@swarm-b'],
    auth_token: '',
    metadata: {},
    payload: payload(more),
  },
})
const many = {
  recipients: [address('boss'), address('all')],
  broadcast_id: newTask(),
  interrupt_id: newTask(),
}
const definition =
  '{"name":"swarm-a","entrypoint":"boss","agents":[{"name":"boss","comm_targets":["worker"]}]}'

/** What each route takes gladly; the fuzz bends it. */
const bodies: Readonly<Record<string, readonly JsonObject[]>> = {
  '/message': [
    { body: 'B', subject: 'S', task_id: newTask(), show_events: true, kwargs: { max_steps: 3 } },
    { message: 'B', stream: true, entrypoint: 'worker', msg_type: 'interrupt', task_id: 'T-1' },
    { task_id: 'T-1', resume_from: 'breakpoint_tool_call', kwargs: { breakpoint_tool_call_result: [{}] } },
  ],
  '/swarms': [{ name: 'b', base_url: 'http://127.0.0.1:1', auth_token: '$X', volatile: false, metadata: {} }],
  '/swarms/register': [{ swarm_name: 'b', base_url: 'http://127.0.0.1:1/x' }],
  '/swarms/load': [{ json: definition }],
  '/interswarm/forward': [
    parcel('request'),
    parcel('response', { subject: '::task_complete::' }),
    parcel('broadcast', many),
    parcel('interrupt', many),
  ],
  '/interswarm/back': [parcel('response')],
  '/interswarm/message': [{ user_token: '', body: 'B', targets: ['boss'], routing_info: {}, stream: true }],
}

/** What a header or a query may say, as far as one can be sent. */
const words = fc.oneof(
  fc.constantFrom(
    '',
    '0-0',
    '1-1',
    '1-1-end',
    '999999999-1',
    '0-999999999',
    '-1-1',
    '1e3-1',
    'ZZZZZZZ',
    'null',
  ),
  fc.constantFrom(
    '203.0.113.1',
    'x, 203.0.113.1',
    '203.0.113.1, ::1, ,',
    '[::1]:80',
    'unknown',
    ','.repeat(500),
  ),
  fc.stringMatching(/^[ -~]{0,40}$/u),
)
const marks = fc.record({ 'last-event-id': words, 'x-forwarded-for': words }, { requiredKeys: [] })

it(`whatever a route is sent, it is answered and nothing fails · ${tried} bodies`, async () => {
  const posts = routes.filter(({ method }) => method === 'POST')
  const cases = fc.sample(fc.tuple(fc.nat(), fc.nat(), bends, fc.boolean(), marks), {
    numRuns: tried,
    seed: 7,
  })
  const seen = new Set<number>()
  for (let from = 0; from < cases.length; from += atOnce)
    await Promise.all(
      cases.slice(from, from + atOnce).map(async ([which, base, changes, compatible, headers]) => {
        const { path, roles } = posts[which % posts.length] as (typeof posts)[number]
        const given = bodies[path] ?? [{}]
        const token = tokens.get(roles === 'public' ? 'user' : (roles[0] ?? 'user')) ?? ''
        const start = {
          ...(given[base % given.length] as JsonObject),
          ...(path === '/interswarm/message' && { user_token: token }),
        }
        const body = changes.reduce<Json>((value, [at, how, part]) => bend(value, at, how, part), start)
        const status = await fetch(swarm.url + (compatible ? '/compat/mail-1.3.6' : '') + path, {
          method: 'POST',
          headers: { connection: 'close', authorization: `Bearer ${token}`, ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(patience),
        }).then(
          (response) => response.status,
          () => 0,
        )
        seen.add(status)
        expect([0, 200, 400, 401, 503], JSON.stringify({ path, body })).toContain(status)
      }),
    )
  // It came far enough to be taken at its word, and to be refused.
  expect([seen.has(200), seen.has(400)]).toEqual([true, true])
  await expectSound()
})

it(`whatever a route is asked for, it is answered and nothing fails · ${tried} queries`, async () => {
  const gets = routes.filter(({ method }) => method === 'GET')
  const query = fc.dictionary(fc.constantFrom('task_id', 'after', 'subjects', 'x'), words)
  const cases = fc.sample(fc.tuple(fc.nat(), query, fc.boolean(), marks), { numRuns: tried, seed: 8 })
  const seen = new Set<number>()
  for (let from = 0; from < cases.length; from += atOnce)
    await Promise.all(
      cases.slice(from, from + atOnce).map(async ([which, asked, compatible, headers]) => {
        const { path, roles } = gets[which % gets.length] as (typeof gets)[number]
        const token = tokens.get(roles === 'public' ? 'user' : (roles[0] ?? 'user')) ?? ''
        const url = `${swarm.url}${compatible ? '/compat/mail-1.3.6' : ''}${path}?${new URLSearchParams(asked)}`
        const status = await fetch(url, {
          headers: { connection: 'close', authorization: `Bearer ${token}`, ...headers },
          signal: AbortSignal.timeout(patience),
        }).then(
          async (response) => {
            await response.body?.cancel()
            return response.status
          },
          () => 0,
        )
        seen.add(status)
        expect([0, 200, 400, 429], JSON.stringify({ url, headers })).toContain(status)
      }),
    )
  expect([seen.has(200), seen.has(400)]).toEqual([true, true])
  await expectSound()
})

async function expectSound(): Promise<void> {
  expect(
    swarm.told
      .flatMap((text) => text.split('\n'))
      .filter((line) => /"event":"(?:failed|follow-up|outbox|tasks|peers|stream failed)"/u.test(line)),
  ).toEqual([])
  expect((await swarm.call('GET', '/health')).status).toBe(200)
}
