import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindRules } from '../../src/domain/kind.ts'
import type { Move } from '../../src/domain/lifecycle.ts'
import type { Message } from '../../src/domain/message.ts'
import type { MailConcern, MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder } from '../support/store-bare.ts'
import { scan } from './attention-scan.ts'
import { allPages, doer, enroll, minute, move, send, start, system } from './fixture.ts'

const overdueAfter = 20 * minute
const whys: readonly MailConcern[] = ['escalation', 'failed', 'dead', 'overdue', 'unanswered', 'urgent']

/** One of the three agents of a series. */
const who = fc.nat(2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      from: who,
      to: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom('request', 'escalation', 'notification', 'handoff'),
      priority: fc.constantFrom('urgent', 'normal'),
      lasts: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null, freq: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      by: who,
      pick: fc.nat(30),
      verb: fc.constantFrom(
        'read',
        'ack',
        'process',
        'complete',
        'fail',
        'retry',
        'unread',
        'archive',
        'restore',
        'snooze',
        'pin',
      ),
      ignore: fc.boolean(),
      minutes: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), by: who, pick: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('bury' as const, 'upkeep' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'redeliver' as const, 'freeze' as const),
      by: who,
      pick: fc.nat(30),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const folder = makeFolder()
let store: MailStore
let now = start
let made = 0
beforeAll(async () => {
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
})
afterAll(async () => {
  await store.close()
  folder.remove()
})

test(
  proof(
    'attention: every count and every page is what a scan of all copies finds',
    scaled(40, 600),
    'series',
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 35 }), async (steps) => {
        const agents = ['ann', 'ben', 'cay'].map((name) => `${name}-${made}`)
        made += 1
        await enroll(store, ...agents)
        const world: World = { agents, messages: [], frozen: new Map() }
        for (const one of steps) {
          await take(world, one)
          await check(world)
        }
      }),
      { numRuns: scaled(40, 600) },
    )
  },
)

type World = {
  readonly agents: readonly string[]
  readonly messages: Message[]
  readonly frozen: Map<string, number>
}

async function take(world: World, step: Step): Promise<void> {
  const { messages } = world
  const by = 'by' in step ? (world.agents[step.by] ?? '') : ''
  const picked = 'pick' in step ? messages[step.pick % Math.max(1, messages.length)] : undefined
  if (step.do === 'wait') now += step.minutes * minute
  else if (step.do === 'bury') await store.deliveries.bury(now, 50)
  else if (step.do === 'upkeep') await store.upkeep.endDue(system, 'snoozes', 50, now)
  else if (step.do === 'send')
    await post(world, {
      ...step,
      from: world.agents[step.from] ?? '',
      to: step.to.map((at) => world.agents[at] ?? ''),
    })
  else if (step.do === 'undo') {
    const [last] = await store.log.undoable(by, 'undo', 1)
    if (last !== undefined) await store.log.reverse(doer(by), 'undo', now).catch(() => undefined)
  } else if (step.do === 'freeze') {
    const was = world.frozen.has(by)
    await store.roster.setState(by, was ? 'alive' : 'frozen', system, now)
    if (was) world.frozen.delete(by)
    else world.frozen.set(by, now)
  } else if (picked === undefined) return
  else if (step.do === 'move') {
    const more: Partial<Move> =
      step.verb === 'snooze'
        ? { until: now + step.minutes * minute }
        : step.verb === 'ack'
          ? { ignore: step.ignore }
          : {}
    await store.deliveries.move(doer(by), by, [{ message: picked.id }], move(step.verb, now, more))
  } else if (step.do === 'answer')
    await post(
      world,
      { from: by, to: [picked.from], kind: 'notification', priority: 'normal', lasts: null },
      picked,
    )
  else if (step.do === 'redeliver')
    await store.deliveries
      .redeliver(
        doer(picked.from),
        { message: picked.id, to: [{ address: by, via: 'to', owes: true }], held: [] },
        now,
      )
      .catch(() => undefined)
}

type Sent = Pick<Extract<Step, { do: 'send' }>, 'kind' | 'priority' | 'lasts'> & {
  readonly from: string
  readonly to: readonly string[]
}

async function post({ messages }: World, { from, to, kind, priority, lasts }: Sent, answers?: Message) {
  const expiresAt = lasts === null ? null : now + lasts * minute
  const id = await send(store, {
    from,
    kind: kind as never,
    priority: priority as never,
    sentAt: now,
    expiresAt,
    to: to.map((address) => ({ address, expiresAt, owes: kindRules[kind as 'request'].owes })),
    ...(answers && { replyTo: answers.id, thread: answers.thread, answers: true }),
  })
  const letter = await store.messages.read(id, null)
  if (letter !== null) messages.push(letter.message)
}

async function check({ agents, messages, frozen }: World): Promise<void> {
  const moment = { now, overdueBefore: now - overdueAfter }
  for (const owner of agents) {
    const clock = Math.min(now, frozen.get(owner) ?? now)
    const found = await scan(store, owner, messages, { ...moment, clock })
    const tallies = await store.attention.tally(owner, moment)
    for (const why of whys) {
      const wanted = found.filter((one) => one.why === why)
      const agentsOf = new Set(wanted.map(({ agent }) => agent))
      expect([owner, why, tallies[why]]).toEqual([
        owner,
        why,
        { count: wanted.length, agents: agentsOf.size },
      ])
      const rows = await allPages((after) => store.attention.page(owner, why, moment, { limit: 2, after }))
      expect([owner, why, rows.map(({ message }) => message.id).toSorted()]).toEqual([
        owner,
        why,
        wanted.map(({ message }) => message).toSorted(),
      ])
    }
    const failures = await allPages((after) => store.deliveries.failedRequests(owner, { limit: 2, after }))
    expect(tallies['request-failed']).toEqual({
      count: failures.length,
      agents: new Set(failures.map(({ failure }) => failure.owner)).size,
    })
  }
}
