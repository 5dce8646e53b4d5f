import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { breakpointCalls, instanceOf, instancesOf, remoteSwarms } from '../../src/domain/task.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { runProgram } from '../support/batch.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let lead: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom('dev')
  lea = await room.join('lea', { kind: 'user' })
  lead = await room.join('lead', { canComplete: true })
  critic = await room.join('critic')
})
afterEach(() => room.close())

const begin = async (task = 'T-1') => (await lea.send({ to: ['lead'], subject: 'Build it', task })).id

test('a task is its messages: owner, contributors, entrypoint, and how it stands', async () => {
  await begin()
  const { id } = await lead.send({ to: ['critic'], subject: 'Look', task: 'T-1' })
  await critic.reply({ message: id, body: 'Fine' })
  expect(await lea.showTask({ task: 'T-1' })).toMatchObject({
    id: 'T-1',
    owner: 'user:lea@dev',
    contributors: ['user:lea@dev', 'swarm:dev@dev'],
    agents: ['lea', 'lead', 'critic'],
    status: 'running',
    entrypoint: 'lead',
    startedAt: new Date(room.now).toISOString(),
    completedAt: null,
    messages: 3,
    endings: [],
  })
})

test('its messages come page by page where there are many', async () => {
  await begin()
  for (const body of ['one', 'two']) await critic.send({ to: ['lead'], body, task: 'T-1' })
  const first = await lea.showTask({ task: 'T-1', limit: 2 })
  expect(first.history.map(({ preview }) => preview)).toEqual(['', 'one'])
  expect(first).toMatchObject({ messages: 3, agents: ['lea', 'critic'] })
  const rest = await lea.showTask({ task: 'T-1', limit: 2, after: first.next ?? '' })
  expect(rest).toMatchObject({ history: [{ preview: 'two' }], next: null })
  expect(await lea.showTask({ task: 'T-1' })).toMatchObject({ history: [{}, {}, {}], next: null })
})

test('completing is for who may, tells all, and is done once', async () => {
  await begin()
  await expect(critic.completeTask({ task: 'T-1', body: 'x' })).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(lead.completeTask({ task: 'T-2', body: 'x' })).rejects.toMatchObject({ code: 'not-found' })
  const done = await lead.completeTask({ task: 'T-1', body: 'It is built.' })
  expect(done).toMatchObject({
    status: 'completed',
    duplicate: false,
    warnings: [],
    endings: [{ by: 'lead', finish: 'It is built.' }],
  })
  expect(await lead.completeTask({ task: 'T-1', body: 'Again' })).toMatchObject({
    duplicate: true,
    messages: 2,
  })
  expect((await lea.inbox({ kind: ['complete'] })).messages).toMatchObject([
    { task: 'T-1', to: ['all'], subject: '::task_complete::' },
  ])
})

test('its result is unread for those who took part alone, and comes after what agents ask', async () => {
  const max = await room.join('max', { kind: 'user' })
  const bystander = await room.join('bystander')
  await begin()
  await lead.send({ to: ['critic'], subject: 'Look', task: 'T-1' })
  await lead.completeTask({ task: 'T-1', body: 'It is built.' })
  await lead.send({ to: ['critic'], subject: 'Another' })
  const subjects = async (box: Mailbox) =>
    (await box.inbox({ unread: true })).messages.map(({ subject }) => subject)
  expect(await subjects(critic)).toEqual(['Look', 'Another', '::task_complete::'])
  expect(await subjects(lea)).toEqual(['::task_complete::'])
  for (const box of [max, bystander]) expect(await subjects(box)).toEqual([])
  expect((await bystander.search({ query: ['task:T-1', 'kind:complete'] })).messages).toHaveLength(1)
  const late = await room.join('late')
  expect(await subjects(late)).toEqual([])
  await begin()
  await lead.completeTask({ task: 'T-1', body: 'Again' })
  expect(await subjects(bystander)).toEqual([])
})

test('its result answers what its sender was asked in it last', async () => {
  await begin()
  expect((await lead.owed({ byMe: true })).owed).toHaveLength(1)
  const request = await begin()
  const { endings } = await lead.completeTask({ task: 'T-1', body: 'Done' })
  expect((await lead.showTask({ task: 'T-1' })).history.at(-1)).toMatchObject({
    id: endings[0]?.message,
    replyTo: request,
  })
  expect((await lead.owed({ byMe: true })).owed).toHaveLength(1)
})

test('who may end it is told how, as long as it runs', async () => {
  await begin('T-1')
  await begin('two words')
  const hint = '`watchpost task complete T-1 -b TEXT` ends the task'
  const shown = async (box: Mailbox) => {
    const { value, release } = await box.inject({})
    await release()
    return value.text
  }
  const text = await shown(lead)
  expect(text).toContain(hint)
  expect(text).toContain('`watchpost task complete TASK -b TEXT`')
  await lead.send({ to: ['critic'], task: 'T-1', subject: 'Look' })
  expect(await shown(critic)).not.toContain('task complete')
  await lead.completeTask({ task: 'T-1', body: 'Done' })
  expect(await shown(lead)).not.toContain(hint)
})

test('of two who complete it at once the first one does, and the other is told whose result stands', async () => {
  const judge = await room.join('judge', { canComplete: true })
  for (const task of ['T-1', 'T-2', 'T-3']) {
    await begin(task)
    const done = await Promise.all([
      lead.completeTask({ task, body: "The lead's" }),
      judge.completeTask({ task, body: "The judge's" }),
    ])
    const [winner, other] = done.toSorted((one, two) => Number(one.duplicate) - Number(two.duplicate))
    expect([winner?.duplicate, other?.duplicate]).toEqual([false, true])
    const [ending] = winner?.endings ?? []
    expect(other?.endings).toEqual([ending])
    expect(winner?.warnings).toEqual([])
    expect(other?.warnings).toEqual([expect.stringContaining(`${ending?.by} has already ended ${task}`)])
    expect(await lea.showTask({ task })).toMatchObject({ messages: 2, status: 'completed' })
  }
})

test('it is the same between two processes', async () => {
  await room.join('judge', { canComplete: true })
  for (const task of ['T-1', 'T-2', 'T-3']) {
    await begin(task)
    const done = await Promise.all(
      ['lead', 'judge'].map(async (who) => {
        const words = ['task', 'complete', task, '-b', who, '--as', who, '--store', room.location, '--json']
        const { code, out, err } = await runProgram(words)
        expect([code, err]).toEqual([0, expect.any(String)])
        return JSON.parse(out) as { duplicate: boolean; endings: { by: string }[]; warnings: string[] }
      }),
    )
    expect(done.map(({ duplicate }) => duplicate).sort()).toEqual([false, true])
    const by = done.map(({ endings }) => endings.map((ending) => ending.by))
    expect(by[0]).toHaveLength(1)
    expect(by[1]).toEqual(by[0])
    expect(done.flatMap(({ warnings }) => warnings)).toEqual([expect.stringContaining('already ended')])
  }
})

test('a new message opens it again, and what was stays; thanks and the system do not', async () => {
  await begin()
  const { endings } = await lead.completeTask({ task: 'T-1', body: 'First' })
  await lea.reply({ message: endings[0]?.message ?? '', body: 'Thanks' })
  room.now += 3 * 24 * 3_600_000
  await lea.patrol({})
  expect((await lea.showTask({ task: 'T-1' })).status).toBe('completed')
  await begin()
  expect(await lea.showTask({ task: 'T-1' })).toMatchObject({
    status: 'running',
    completedAt: null,
    endings: [{ finish: 'First' }],
  })
  expect(await lead.completeTask({ task: 'T-1', body: 'Second' })).toMatchObject({
    duplicate: false,
    endings: [{ finish: 'First' }, { finish: 'Second' }],
  })
})

test('a breakpoint stops it with its calls, until a message goes on', async () => {
  await begin()
  await expect(critic.breakTask({ task: 'T-1', calls: [] })).rejects.toMatchObject({ code: 'usage' })
  const calls = [{ name: 'deploy', arguments: '{}', call_id: 'c1' }]
  expect(await critic.breakTask({ task: 'T-1', calls })).toMatchObject({
    status: 'breakpoint',
    endings: [{ finish: JSON.stringify(calls) }],
  })
  await begin()
  expect((await lea.listTasks({ status: 'running' })).tasks.map(({ id }) => id)).toEqual(['T-1'])
})

test('tasks are listed by their newest word, page by page', async () => {
  for (const task of ['T-1', 'T-2', 'T-3', 'T-1']) await begin(task)
  await lead.completeTask({ task: 'T-2', body: 'x' })
  const first = await lea.listTasks({ limit: 2 })
  expect(first.tasks.map(({ id }) => id)).toEqual(['T-2', 'T-1'])
  expect((await lea.listTasks({ limit: 2, after: first.next ?? '' })).tasks.map(({ id }) => id)).toEqual([
    'T-3',
  ])
  expect((await lea.listTasks({ status: 'completed' })).tasks.map(({ id }) => id)).toEqual(['T-2'])
})

describe('instances', () => {
  test.each([
    [{ address: 'lea', kind: 'user', swarm: null }, 'dev', 'user:lea@dev'],
    [{ address: 'ops:1', kind: 'admin', swarm: 'x' }, null, 'admin:ops:1@local'],
    [{ address: 'critic', kind: 'agent', swarm: null }, 'dev', 'swarm:dev@dev'],
    [{ address: 'ops/critic', kind: 'agent', swarm: 'ops' }, 'dev', 'swarm:ops@ops'],
  ] as const)('%j in %s is %s', (speaker, own, instance) => {
    expect(instanceOf(speaker, own)).toBe(instance)
  })

  test("a peer's word on owner and contributors counts first", () => {
    const messages = [
      {
        from: 'a',
        meta: {
          task_owner: 'user:bo@there',
          task_contributors: ['user:bo@there', 'swarm:x@x', 'nonsense', 1],
        },
      },
      { from: 'b', meta: null },
    ]
    const { owner, contributors } = instancesOf(messages, (from) => (from === 'b' ? 'swarm:dev@dev' : null))
    expect(owner).toBe('user:bo@there')
    expect(contributors).toEqual(['user:bo@there', 'swarm:x@x', 'swarm:dev@dev'])
    expect(remoteSwarms(contributors, 'dev')).toEqual(['there', 'x'])
  })

  test.each([
    [[{}], [{}]],
    [{ a: 1 }, [{ a: 1 }]],
    [[], null],
    ['x', null],
    [[1], null],
    [null, null],
  ])('the calls %j are %j', (calls, list) => {
    expect(breakpointCalls(calls)).toEqual(list)
  })
})
