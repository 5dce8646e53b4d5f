import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { routes } from '../../src/faces/mail2/routes/routes.ts'
import { bend, bends, odd } from '../support/bent.ts'
import { newTask, openSwarm, type Swarm } from '../support/mail-server.ts'
import { base } from '../support/mail2-client.ts'
import { flawsOf, pathOf } from '../support/mail2-contract.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'

const tried = scaled(600, 3_000)
const atOnce = 20

let swarm: Swarm
let lea: string
/** Names of things that are there, for the parts of paths. */
const known: { [name: string]: readonly string[] } = {}
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { limits: { publicRate: 1_000_000 } })
  const boss = await swarm.join('boss')
  lea = await swarm.token('user', 'lea')
  await boss.createGroup({ group: 'ops', members: ['boss'] })
  await boss.createChannel({ channel: 'alerts' })
  const own = await swarm.as('lea')
  for (let at = 0; at < 10; at += 1) {
    await boss.send({ to: ['lea'], subject: `S${at}`, body: 'B', again: true })
    await own.saveDraft({ subject: `D${at}`, body: 'B', ...(at > 5 && { to: ['boss'] }) })
  }
  await boss.escalate({ to: 'lea', subject: 'Which?', body: 'B', option: ['One', 'Two'] })
  const idsIn = async (box: string, name: string) =>
    (await swarm.call('GET', `${base}/${box}`, lea)).body.entries.map((entry: JsonObject) =>
      String(entry[name]),
    )
  known['message_id'] = [...(await idsIn('inbox', 'message_id')), newTask(), 'Q8Y7D', '__proto__']
  known['draft_id'] = [...(await idsIn('drafts', 'draft_id')), newTask()]
  known['local_address'] = ['ops@swarm-a', 'x-channelz3azalerts@swarm-a', 'all@swarm-a', '@', 'ops@@']
  known['swarm_name'] = ['swarm-a', 'constructor']
})
afterAll(() => swarm.close())

const to = (...recipients: readonly string[]): JsonObject => ({ recipients, tags: ['a'], metadata: {} })
const words = (more: JsonObject = {}): JsonObject => ({
  subject: 'S',
  body: 'B',
  tags: ['ci'],
  reply_to: known['message_id']?.[0] ?? null,
  ...more,
  metadata: {
    watchpost: { priority: 'high', kind: 'request', task: 'T', expires: '2h', payload: { a: 1 }, option: 1 },
  },
})

/** What each route takes gladly; the fuzz bends it. */
function bodiesFor(path: string): readonly JsonObject[] {
  if (path.endsWith('/send'))
    return [
      to('boss@swarm-a@127.0.0.1'),
      to('list:ops@swarm-a@localhost', 'user:lea@localhost'),
      to('list:all@swarm-a@localhost'),
    ]
  if (path.startsWith('/drafts')) return [words(), words({ reply_to: null, metadata: {} })]
  return [{ refresh_token: 'wpr_x' }, {}]
}

const shots = fc.tuple(
  fc.nat(),
  fc.nat(),
  fc.nat(),
  bends,
  odd,
  fc.constantFrom('', 'limit', 'offset', 'sort_by', 'x'),
)
const form = (body: Json) =>
  new URLSearchParams(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]))

it(
  proof(
    'whatever a mailbox is asked over HTTP, the answer is one of MAIL 2.0 and nothing fails',
    tried,
    'requests',
  ),
  async () => {
    const seen = new Map<number, number>()
    const cases = fc.sample(shots, { numRuns: tried, seed: 11 })
    const shoot = async ([which, part, base_, changes, strange, asked]: (typeof cases)[number]) => {
      const route = routes[which % routes.length] as (typeof routes)[number]
      const filled = route.path.replace(/:(\w+)/gu, (_, name: string) => {
        const names = known[name] ?? []
        return encodeURIComponent(
          part % 5 === 0 ? text(strange) : (names[part % Math.max(1, names.length)] ?? 'x'),
        )
      })
      const query = asked === '' ? '' : `?${asked}=${encodeURIComponent(text(strange))}`
      const bodies = bodiesFor(route.path)
      const body = changes.reduce<Json>(
        (value, [at, how, piece]) => bend(value, at, how, piece),
        bodies[base_ % bodies.length] as JsonObject,
      )
      const response = await fetch(swarm.url + base + filled + query, {
        method: route.method,
        headers: { connection: 'close', authorization: `Bearer ${lea}` },
        ...(route.method !== 'GET' && { body: route.isForm ? form(body) : JSON.stringify(body) }),
      })
      const answer = await response.text()
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      const about = JSON.stringify([route.method, filled, query, body, response.status, answer.slice(0, 300)])
      expect([200, 400, 401, 403, 404, 405, 409, 422, 501], about).toContain(response.status)
      if (pathOf(route.method, route.path.replace(/:\w+/gu, 'x')) !== null)
        expect(
          flawsOf(route.method, route.path.replace(/:\w+/gu, 'x'), response.status, JSON.parse(answer)),
          about,
        ).toEqual([])
    }
    for (let from = 0; from < cases.length; from += atOnce)
      await Promise.all(cases.slice(from, from + atOnce).map(shoot))
    // It came far enough to be taken at its word, and to be refused.
    expect([200, 404, 422, 501].filter((status) => (seen.get(status) ?? 0) < tried / 100)).toEqual([])
    const faults = swarm.told
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => /"event":"(?:failed|hand-over)"/u.test(line))
    expect(faults).toEqual([])
    expect((await swarm.call('GET', `${base}/health`)).status).toBe(200)
  },
  proofPatience(600_000),
)

function text(value: Json): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  // An address cannot have half a character.
  return written.replace(/[\ud800-\udfff]/gu, '?').slice(0, 200)
}
