import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Body,
  follow,
  newTask,
  openSwarm,
  type Streamed,
  type Swarm,
} from '../../support/mail-server.ts'
import { patience } from '../../support/patience.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: string
let max: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('worker')
  lea = await swarm.token('user', 'lea')
  max = await swarm.token('user', 'max')
})
afterAll(() => swarm.close())

/** The entrypoint takes what comes and ends its task. */
async function finishNext(finish: string): Promise<Body> {
  const message = await swarm.next('boss')
  const boss = await swarm.as('boss')
  await boss.completeTask({ task: message.task, body: finish })
  return message
}

const ask = (body: object, token = lea) => swarm.call('POST', '/message', token, body)

async function all(events: AsyncGenerator<Streamed>): Promise<readonly Streamed[]> {
  const told: Streamed[] = []
  for await (const event of events) told.push(event)
  return told
}

describe('a task', () => {
  it('goes to the entrypoint, and its finish comes back', async () => {
    const answer = ask({ body: 'What is red?', subject: 'Tests', kwargs: null, entrypoint: null, extra: 1 })
    const message = await finishNext('Nothing')
    expect(message).toMatchObject({
      from: 'lea',
      to: ['agent:boss'],
      subject: 'Tests',
      body: 'What is red?',
      kind: 'request',
    })
    const { status, body, headers } = await answer
    expect([status, body]).toEqual([200, { response: 'Nothing' }])
    expect(headers.get('x-task-id')).toBe(message.task)
    expect((await swarm.call('GET', `/task?task_id=${message.task}`, lea)).body).toMatchObject({
      task_owner: 'user:lea@swarm-a',
      task_contributors: ['user:lea@swarm-a'],
      completed: true,
      is_running: false,
    })
  })

  it('is taken by the name `message` too, and shows its events when asked', async () => {
    const answer = ask({ message: 'Hello', show_events: true })
    await finishNext('Hi')
    const { events, response } = (await answer).body
    expect(response).toBe('Hi')
    expect(events.map(({ event }: Streamed) => event)).toEqual([
      'new_message',
      'new_message',
      'task_complete',
    ])
  })

  it('is opened again by another message, in its thread', async () => {
    const task = newTask()
    const first = ask({ body: 'One', task_id: task })
    const one = await finishNext('First')
    expect((await first).body.response).toBe('First')
    const second = ask({ body: 'Two', task_id: task, resume_from: 'user_response' })
    const two = await finishNext('Second')
    expect((await second).body.response).toBe('Second')
    expect([two.task, two.thread]).toEqual([task, one.thread])
  })

  it('bears whatever name its caller chose', async () => {
    const answer = ask({ body: 'Named', task_id: 'Пять-五' })
    await finishNext('So be it')
    const { status, headers } = await answer
    expect([status, headers.get('x-task-id')]).toEqual([200, encodeURI('Пять-五')])
    expect((await ask({ body: 'Named', task_id: 'two words' })).status).toBe(400)
  })

  it('answers several waiters, each with the finish that follows its message', async () => {
    const task = newTask()
    const first = ask({ body: 'One', task_id: task })
    await swarm.next('boss')
    const second = ask({ body: 'Two', task_id: task })
    await finishNext('Both')
    expect([(await first).body.response, (await second).body.response]).toEqual(['Both', 'Both'])
  })

  it('is nobody else’s', async () => {
    const task = newTask()
    const answer = ask({ body: 'Mine', task_id: task })
    await swarm.next('boss')
    const other = await ask({ body: 'Mine too', task_id: task }, max)
    expect([other.status, other.body.detail]).toEqual([400, `the task ${task} belongs to another client`])
    expect((await swarm.call('GET', `/task?task_id=${task}`, max)).status).toBe(400)
    await (await swarm.as('boss')).completeTask({ task, body: 'Yours' })
    expect((await answer).body.response).toBe('Yours')
  })

  it('ends with more steps than it may take', async () => {
    const answer = follow(swarm, lea, { body: 'Loop', kwargs: { max_steps: 1 } })
    const told = all(answer)
    const { id, task } = await swarm.next('boss')
    const [boss, worker] = [await swarm.as('boss'), await swarm.as('worker')]
    await boss.send({ to: ['worker'], body: 'You', task })
    const other = await swarm.next('worker')
    await worker.reply({ message: other.id, body: 'No, you' })
    expect((await swarm.next('boss')).body).toBe('No, you')
    const last = (await told).at(-1)
    expect(last).toMatchObject({ event: 'task_error', data: { task_id: task } })
    expect(last?.data.response).toContain('its limit is 1')
    expect(id).not.toBe(other.id)
  })

  it('ends with more steps than it may take, though nobody writes in it any more', async () => {
    await swarm.stopServer()
    await swarm.startServer({ port: 0 })
    const answer = ask({ body: 'Loop', kwargs: { max_steps: 1 } })
    const { task } = await swarm.next('boss')
    await (await swarm.as('worker')).send({ to: ['boss'], body: 'And?', task, kind: 'request' })
    await swarm.next('boss')
    expect((await answer).body.response).toContain('its limit is 1')
  })

  it('goes on when somebody wrote to whom they may not, and they are told', async () => {
    const limited = await swarm.join('limited', { talksTo: ['boss'] })
    const answer = ask({ body: 'Say it', entrypoint: 'limited', show_events: true })
    const { task } = await swarm.next('limited')
    for (const _ of [1, 2])
      await expect(limited.send({ to: ['worker'], body: 'Psst', task })).rejects.toMatchObject({
        code: 'not-allowed',
      })
    expect(await swarm.next('limited')).toMatchObject({
      from: 'system',
      kind: 'response',
      subject: '::invalid_recipient::',
      task,
      body: expect.stringContaining('limited may not write to worker'),
    })
    await (await swarm.as('boss')).completeTask({ task, body: 'Done' })
    const { events } = (await answer).body
    const subjects = events.flatMap(
      ({ data }: Streamed) => data.extra_data?.full_message.message.subject ?? [],
    )
    expect(subjects).toEqual(['New Message', '::invalid_recipient::', '::task_complete::'])
    await limited.send({ to: ['boss'], body: 'Then you' })
    expect((await swarm.next('boss')).body).toBe('Then you')
  })

  it('ends when a message of it is lost, and goes on after that; other tasks do not notice', async () => {
    const task = newTask()
    const answer = ask({ body: 'x'.repeat(300_000), task_id: task })
    const message = await swarm.next('boss')
    rmSync(join(swarm.context.store.location, 'bodies'), { recursive: true })
    const boss = await swarm.as('boss')
    await boss.send({ to: ['worker'], body: 'Did you see that?', task })
    const again = await all(follow(swarm, lea, { task_id: task }, { 'last-event-id': '1-0' }))
    expect(again.at(-1)).toMatchObject({
      event: 'task_error',
      data: { task_id: task, response: 'A message of the task can no longer be read.' },
    })
    expect((await answer).body.response).toBe('A message of the task can no longer be read.')
    expect((await swarm.call('GET', `/task?task_id=${task}`, lea)).body).toMatchObject({ completed: true })
    const other = ask({ body: 'Another' })
    expect((await finishNext('Fine')).task).not.toBe(message.task)
    expect((await other).body.response).toBe('Fine')
    const next = ask({ body: 'Go on', task_id: task })
    await finishNext('Gone on')
    expect((await next).body.response).toBe('Gone on')
  })

  it('ends when its entrypoint fails it, with the reason', async () => {
    const answer = follow(swarm, lea, { body: 'Store it' })
    const told = all(answer)
    const message = await swarm.next('boss')
    await (await swarm.as('boss')).fail({ messages: [message.id], reason: 'The disk is full.' })
    expect((await told).at(-1)).toMatchObject({
      event: 'task_error',
      data: { response: 'boss failed the request: The disk is full.' },
    })
  })

  it('goes on when another than its entrypoint fails a part of it', async () => {
    const answer = ask({ body: 'Ask worker' })
    const { task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.send({ to: ['worker'], subject: 'Part', task })
    const part = await swarm.next('worker')
    await (await swarm.as('worker')).fail({ messages: [part.id], reason: 'No' })
    await boss.completeTask({ task, body: 'Without worker' })
    expect((await answer).body.response).toBe('Without worker')
  })

  it('says to who may end it that it is theirs to end', async () => {
    const answer = ask({ body: 'Whose?' })
    const { task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    const sent = await boss.send({ to: ['worker'], subject: 'Part', task })
    const toldTo = async (agent: string, message: string) => {
      const offer = await (await swarm.as(agent)).read({ messages: [message] })
      await offer.settle()
      return offer.value.messages[0]?.endsTask
    }
    expect(await toldTo('worker', sent.id)).toBeUndefined()
    expect(await toldTo('boss', sent.id)).toBe(true)
    await boss.completeTask({ task, body: 'Mine' })
    expect((await answer).body.response).toBe('Mine')
    expect(await toldTo('boss', sent.id)).toBeUndefined()
  })

  it('ends when its entrypoint is gone', async () => {
    await swarm.join('leaver')
    const answer = ask({ body: 'Still there?', entrypoint: 'leaver' })
    await swarm.next('leaver')
    await (await swarm.as('leaver')).retireAgent({ agent: 'leaver' })
    expect((await answer).body.response).toBe('The agent leaver is retired.')
  })

  it('is no news to other people, whatever an agent broadcasts in it', async () => {
    const answer = ask({ body: 'Tell all' })
    const { task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    const told = { to: ['all'], subject: 'Told', body: 'B', kind: 'broadcast' as const, again: true, ttl: 20 }
    const names = async (input: object) =>
      (await boss.send({ ...told, ...input })).recipients.map(({ address }) => address)
    expect(await names({ task })).not.toContain('max')
    expect(await names({})).toContain('max')
    await boss.completeTask({ task, body: 'Told' })
    await answer
  })

  it('ends when its entrypoint is gone and nobody is left to be told', async () => {
    const other = await openSwarm('swarm-h')
    const hermit = await other.join('hermit', { canComplete: true })
    const body = { body: 'Anybody?', entrypoint: 'hermit' }
    const answer = other.call('POST', '/message', await other.token('user', 'lea'), body)
    await other.next('hermit')
    await hermit.retireAgent({ agent: 'hermit' })
    expect((await answer).body.response).toBe('The agent hermit is retired.')
    await other.close()
  })

  it('is completed once, by a supervisor', async () => {
    const answer = ask({ body: 'Once' })
    const { task } = await swarm.next('boss')
    const worker = await swarm.as('worker')
    await expect(worker.completeTask({ task, body: 'I did' })).rejects.toMatchObject({ code: 'not-allowed' })
    const boss = await swarm.as('boss')
    expect((await boss.completeTask({ task, body: 'Done' })).duplicate).toBe(false)
    expect((await boss.completeTask({ task, body: 'Again' })).duplicate).toBe(true)
    expect((await answer).body.response).toBe('Done')
  })
})

describe('breakpoint tools', () => {
  const calls = [
    { name: 'approve', arguments: { job: 41 }, call_id: 'c1' },
    { name: 'pay', arguments: '{}', call_id: 'c2' },
  ]

  async function broken(given: readonly (typeof calls)[number][]) {
    const task = newTask()
    const answer = ask({ body: 'May I?', task_id: task })
    await swarm.next('boss')
    await (await swarm.as('boss')).breakTask({ task, calls: given })
    return { task, response: JSON.parse((await answer).body.response) }
  }

  it('end the turn with their calls, and go on with the results', async () => {
    const { task, response } = await broken(calls)
    expect(response).toEqual([
      {
        arguments: '{"job":41}',
        call_id: 'c1',
        name: 'approve',
        type: 'function_call',
        id: 'fc_c1',
        status: 'completed',
      },
      {
        arguments: '{}',
        call_id: 'c2',
        name: 'pay',
        type: 'function_call',
        id: 'fc_c2',
        status: 'completed',
      },
    ])
    const result = [
      { call_id: 'c2', content: 'paid' },
      { call_id: 'c1', content: 'yes' },
    ]
    const again = ask({
      task_id: task,
      resume_from: 'breakpoint_tool_call',
      kwargs: { breakpoint_tool_call_result: JSON.stringify(result) },
    })
    const message = await finishNext('Thanks')
    expect(JSON.parse(message.body)).toEqual([result[1], result[0]])
    expect((await again).body.response).toBe('Thanks')
  })

  it('end a stream at once, and go to whom the caller names', async () => {
    const task = newTask()
    const events = all(follow(swarm, lea, { body: 'May I?', task_id: task }))
    await swarm.next('boss')
    await (await swarm.as('boss')).breakTask({ task, calls: calls.slice(0, 1) })
    const last = (await events).at(-1)
    expect([last?.event, JSON.parse(last?.data.response)[0].name]).toEqual(['task_complete', 'approve'])
    const result = { breakpoint_tool_call_result: { content: 'yes' }, breakpoint_tool_caller: 'worker' }
    const again = ask({ task_id: task, resume_from: 'breakpoint_tool_call', kwargs: result })
    const message = await (await swarm.as('worker')).wait({ kind: ['request'], task, timeout: patience })
    expect(message.value.message.body).toBe('[{"call_id":"c1","content":"yes"}]')
    await (await swarm.as('boss')).completeTask({ task, body: 'Good' })
    expect((await again).body.response).toBe('Good')
  })

  it('may be passed over by a word of the user', async () => {
    const { task } = await broken(calls)
    const again = ask({ task_id: task, resume_from: 'user_response', body: 'Do neither' })
    expect((await finishNext('Neither')).body).toBe('Do neither')
    expect((await again).body.response).toBe('Neither')
  })

  it('are those that the swarm names, and no others', async () => {
    const admin = await swarm.token('admin', 'root')
    const load = async (tools: readonly string[]) => {
      const json = JSON.stringify({ breakpoint_tools: tools, entrypoint: 'boss' })
      await swarm.call('POST', '/swarms/load', admin, { json })
      expect((await swarm.next('boss')).subject).toBe('::swarm_changed::')
    }
    await load(['approve'])
    const task = newTask()
    const answer = ask({ body: 'May I?', task_id: task })
    await swarm.next('boss')
    const boss = await swarm.as('boss')
    await expect(boss.breakTask({ task, calls })).rejects.toMatchObject({
      code: 'not-allowed',
      message: 'The swarm has no breakpoint for pay.',
    })
    await boss.breakTask({ task, calls: calls.slice(0, 1) })
    expect(JSON.parse((await answer).body.response)).toHaveLength(1)
    await load([])
  })

  it('take one object for one call, and refuse what does not fit', async () => {
    const { task } = await broken([calls[0] as (typeof calls)[number]])
    const resume = (kwargs: object) => ask({ task_id: task, resume_from: 'breakpoint_tool_call', kwargs })
    for (const wrong of [
      {},
      { breakpoint_tool_call_result: 'x' },
      { breakpoint_tool_call_result: [] },
      { breakpoint_tool_call_result: {} },
    ])
      expect((await resume(wrong)).status).toBe(400)
    const again = resume({ breakpoint_tool_call_result: { content: 'yes' } })
    await finishNext('Good')
    expect((await again).body.response).toBe('Good')
    expect((await resume({ breakpoint_tool_call_result: { content: 'late' } })).status).toBe(400)
  })
})

describe('a stream', () => {
  it('tells what happens, shows that it lives, and ends with the task', async () => {
    await swarm.stopServer()
    await swarm.startServer({ port: 0, limits: { heartbeat: 30 } })
    const events = follow(swarm, lea, { body: 'Slowly' })
    const first = (await events.next()).value as Streamed
    expect(first).toMatchObject({
      event: 'new_message',
      data: { extra_data: { full_message: { msg_type: 'request' } } },
    })
    expect(((await events.next()).value as Streamed).event).toBe('ping')
    await finishNext('At last')
    const rest = (await all(events)).filter(({ event }) => event !== 'ping')
    expect(rest.map(({ event }) => event)).toEqual(['new_message', 'task_complete'])
    expect(rest[1]?.data).toMatchObject({ response: 'At last', task_id: first.data.task_id })
  })

  it('goes on where it broke off, and stores nothing anew', async () => {
    const gone = new AbortController()
    const task = newTask()
    const events = follow(swarm, lea, { body: 'Listen', task_id: task }, {}, gone.signal)
    const first = (await events.next()).value as Streamed
    gone.abort()
    await events.next().catch(() => undefined)
    await finishNext('Heard')
    const again = await all(follow(swarm, lea, { task_id: task }, { 'last-event-id': first.id ?? '' }))
    expect(again.map(({ event, data }) => [event, data.response])).toEqual([
      ['new_message', undefined],
      ['task_complete', 'Heard'],
    ])
    expect((await swarm.context.store.tasks.history(task, null, 10)).rows).toHaveLength(2)
  })

  it.each(['999999999-0', '0-999999999', '999999999999999-999999999999999-end'])(
    'is not resumed after an event that has not come yet: %s',
    async (id) => {
      const task = newTask()
      const events = all(follow(swarm, lea, { body: 'Listen', task_id: task }))
      await finishNext('Heard')
      await events
      const { status, headers } = await fetch(`${swarm.url}/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lea}`, 'last-event-id': id },
        body: JSON.stringify({ stream: true, task_id: task }),
      })
      expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
    },
  )

  it('that broke off between the result and its end goes on with the end, and begins with an event', async () => {
    const task = newTask()
    const events = all(follow(swarm, lea, { body: 'Listen', task_id: task }))
    await finishNext('Heard')
    const told = await events
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
    for (const { id } of told.slice(1)) {
      const again = await all(follow(swarm, lea, { task_id: task }, { 'last-event-id': id ?? '' }))
      expect(again.map(({ event, data }) => [event, data.response])).toEqual([['task_complete', 'Heard']])
    }
    const response = await fetch(`${swarm.url}/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lea}`, 'last-event-id': told[0]?.id ?? '' },
      body: JSON.stringify({ stream: true, task_id: task }),
    })
    expect(await response.text()).toMatch(/^event: new_message\n/u)
  })

  it('ends cleanly with the server, and the task goes on', async () => {
    const task = newTask()
    const told = all(follow(swarm, lea, { body: 'Wait', task_id: task }))
    const waiting = ask({ body: 'Wait as well', task_id: task })
    await until(
      async () => (await swarm.context.store.tasks.history(task, null, 9)).rows.length === 2,
      'both messages',
    )
    await swarm.stopServer()
    expect((await told).map(({ event }) => event)).not.toContain('task_complete')
    expect((await waiting).status).toBe(503)
    await swarm.next('boss')
    await finishNext('While you were away')
    await swarm.startServer({ port: 0 })
    const shown = (await swarm.call('GET', `/task?task_id=${task}`, lea)).body
    expect([shown.completed, shown.events.length]).toEqual([true, 3])
  })
})
