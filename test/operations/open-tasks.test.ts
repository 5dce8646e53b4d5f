import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseId } from '../../src/domain/id.ts'
import { unlisted } from '../../src/domain/roster.ts'
import { contextOf } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { openServerMailbox } from '../../src/server-mailbox.ts'
import { asUpkeep } from '../../src/services/gate/as-upkeep.ts'
import { endTasks } from '../../src/services/upkeep/acts/tasks.ts'
import { openPace } from '../../src/services/upkeep/pace.ts'
import { openSwarm } from '../support/mail-server.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { until } from '../support/soon.ts'
import { type Failing, failingOnSqlite } from '../support/statements.ts'

let room: MailRoom
let lea: Mailbox
let boss: Mailbox
let failing: Failing | undefined
beforeEach(async () => {
  room = await openMailRoom('swarm-a', (connection) => {
    failing = failingOnSqlite(connection, 'refuses')
    return connection
  })
  lea = await room.join('lea', { kind: 'user' })
  boss = await room.join('boss', { canComplete: true })
})
afterEach(async () => {
  failing?.stop()
  await room.close()
})

/** A task of a server, in which nothing was said yet. */
async function open(id: string, entrypoint = 'boss'): Promise<void> {
  room.now += 1
  await room.store.commissions.open({
    id,
    wire: `wire-${id}`,
    owner: 'user:lea@swarm-a',
    contributors: ['user:lea@swarm-a'],
    entrypoint,
    startedAt: room.now,
    maxSteps: null,
  })
}

/** A task, as lea began it. The id of its request. */
async function begin(id: string, entrypoint?: string): Promise<string> {
  await open(id, entrypoint)
  return (await lea.send({ to: [entrypoint ?? 'boss'], subject: id, body: 'Do', kind: 'request', task: id }))
    .id
}

/** As by a process that died before it could end the tasks. */
async function settle(requests: readonly string[]): Promise<void> {
  const doer = { actor: 'boss', principal: null, session: null, command: 'complete' }
  for (const request of requests) {
    const [message = 0] = await room.store.messages.find(parseId(request))
    await room.store.deliveries.move(doer, 'boss', [{ message }], { verb: 'complete', at: room.now })
  }
}

const running = async () => (await room.store.commissions.running(null, { limit: 999, after: null })).rows
const actsOf = async (dryRun: boolean) =>
  (await lea.patrol({ dryRun })).acts.filter(({ act }) => act === 'tasks').map(({ what }) => what)

it('upkeep ends the oldest of many open tasks, and the newest', async () => {
  const oldest = await begin('oldest')
  for (let at = 0; at < 501; at += 1) await open(`t-${at}`)
  await settle([oldest, await begin('newest')])
  expect(await actsOf(true)).toEqual(['would end 2 requests'])
  expect(await actsOf(false)).toEqual(['ended 2 requests'])
  expect(await running()).toHaveLength(501)
})

it('a round of upkeep that is cut off goes on where it was', async () => {
  for (let at = 0; at < 301; at += 1) await open(`t-${at}`)
  await settle([await begin('newest')])
  const keeper = unlisted('keeper', null, 'user', room.now)
  const context = asUpkeep(contextOf(room.store, keeper, { swarm: 'swarm-a', now: () => room.now }))
  let looks = 0
  const isOver = () => (looks += 1) > 150
  const pace = openPace(25, new AbortController().signal, isOver, async () => true)
  const cuts: boolean[] = []
  for (let after: string | null = null; cuts.at(-1) !== false && cuts.length < 9; ) {
    looks = 0
    pace.begin(after)
    await endTasks({ context, rehearsal: false, pace })
    const end = pace.end()
    cuts.push(end.cut)
    after = end.after
  }
  expect(cuts).toEqual([true, true, false])
  expect(await running()).not.toContain('newest')
})

const ways = [
  ['whose data cannot be read', "UPDATE commissions SET contributors = '[' WHERE id = 'bad'", 'JSON'],
  ['that is not known as one', "DELETE FROM tasks WHERE id = 'bad'", 'bad'],
] as const

describe.each(ways)('a task %s keeps no other from its end', (_, damage, why) => {
  const spoil = () => {
    const database = new Database(join(room.location, 'mail.db'))
    database.exec(damage)
    database.close()
  }

  it('in a round of upkeep, which reports it', async () => {
    const requests = [await begin('bad'), await begin('t-1'), await begin('t-2')]
    await settle(requests)
    spoil()
    expect((await actsOf(true))[0]).toBe(why === 'JSON' ? 'would end 2 requests' : 'would end 3 requests')
    const { acts } = await lea.patrol({})
    expect(acts.filter(({ act }) => act === 'tasks')).toMatchObject([
      { what: 'ended 2 requests' },
      { what: 'could not look after the task bad', why: expect.stringContaining(why) },
    ])
    expect(await running()).toEqual(['bad'])
  })

  it('when the server looks after the tasks whose callers wait, which logs it', async () => {
    await settle([await begin('bad'), await begin('t-1')])
    spoil()
    const keeper = unlisted('keeper', null, 'user', room.now)
    const context = contextOf(room.store, keeper, { swarm: 'swarm-a', now: () => room.now })
    const unjudged = await openServerMailbox(context).lookAfterTasks({ tasks: ['bad', 't-1'] })
    expect(unjudged).toMatchObject([{ task: 'bad', why: expect.stringContaining(why) }])
    expect(await running()).toEqual(['bad'])
  })

  it('when one command settles the work on both, and does not fail that', async () => {
    const messages = [await begin('bad'), await begin('t-1')]
    spoil()
    await boss.archive({ messages })
    expect((await boss.inbox({ archived: true })).messages).toHaveLength(2)
    expect(await running()).toEqual(['bad'])
  })
})

it('a server logs a task that cannot be judged while its caller waits', async () => {
  const swarm = await openSwarm('swarm-a')
  try {
    await swarm.join('boss', { canComplete: true })
    const called = swarm.call('POST', '/message', await swarm.token('user', 'lea'), { body: 'Do' })
    const { task } = await swarm.next('boss')
    const database = new Database(join(swarm.context.store.location, 'mail.db'))
    const spoil = (text: string) =>
      database.prepare('UPDATE commissions SET contributors = ? WHERE id = ?').run(text, task)
    spoil('[')
    const isTold = () => swarm.told.some((line) => line.includes('"tasks"') && line.includes(`"${task}"`))
    await until(isTold, 'the log')
    spoil('[]')
    database.close()
    await (await swarm.as('boss')).completeTask({ task, body: 'Done' })
    expect((await called).body.response).toBe('Done')
  } finally {
    await swarm.close()
  }
})

describe('the retirement of an agent', () => {
  it('ends what was asked of it, at a cost that open tasks of others do not change', async () => {
    await room.join('worker')
    await begin('of worker', 'worker')
    for (let at = 0; at < 200; at += 1) await open(`t-${at}`)
    failing?.at(200)
    await room.person.retireAgent({ agent: 'worker' })
    expect(failing?.failed).toBe(null)
    failing?.at(null)
    expect(await running()).toHaveLength(200)
    expect(await running()).not.toContain('of worker')
  })

  it('ends what was answered, where nobody else may complete tasks', async () => {
    const worker = await room.join('worker')
    await worker.reply({ message: await begin('answered', 'worker'), body: '42' })
    expect(await running()).toEqual(['answered'])
    await room.person.retireAgent({ agent: 'boss' })
    expect(await running()).toEqual([])
    expect((await lea.showTask({ task: 'answered' })).history.at(-1)).toMatchObject({ preview: '42' })
  })
})
