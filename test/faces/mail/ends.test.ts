import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../../../src/mailbox.ts'
import { openServerMailbox } from '../../../src/server-mailbox.ts'
import { sendResult } from '../../../src/services/taking/result.ts'
import { follow, openSwarm, type Streamed, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: string
beforeEach(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  lea = await swarm.token('user', 'lea')
})
afterEach(() => swarm.close())

/** A caller of a task: what it was told so far, and all of it once the stream ended. */
function call(body: string) {
  const events: Streamed[] = []
  const ended = (async () => {
    for await (const event of follow(swarm, lea, { body })) events.push(event)
    return events.at(-1)
  })()
  return { events, ended }
}

const nothing = 'The task was completed without a result.'

/** A task whose entrypoint asked its owner about it: its caller was told. */
async function askedOwner() {
  const { ended } = call('Do')
  const { id, task } = await swarm.next('boss')
  const boss = await swarm.as('boss')
  await boss.reply({ message: id, body: 'Which?', asks: true })
  await ended
  return { boss, id, task }
}

describe('whatever its entrypoint does, the caller of a task gets an end with its reason:', () => {
  it('it fails', async () => {
    const { ended } = call('Do')
    const { id } = await swarm.next('boss')
    await (await swarm.as('boss')).fail({ messages: [id], reason: 'no time' })
    expect(await ended).toMatchObject({
      event: 'task_error',
      data: { response: 'boss failed the request: no time' },
    })
  })

  it.each<[string, (boss: Mailbox, id: string) => Promise<unknown>, string]>([
    ['it completes it with a result', (boss, id) => boss.complete({ messages: [id], result: '42' }), '42'],
    [
      'it answers, and completes it',
      async (boss, id) => {
        await boss.reply({ message: id, body: '42' })
        await boss.complete({ messages: [id] })
      },
      '42',
    ],
    ['it completes it', (boss, id) => boss.complete({ messages: [id] }), nothing],
    ['it archives it', (boss, id) => boss.archive({ messages: [id] }), nothing],
    ['it will not answer', (boss, id) => boss.ack({ messages: [id], ignore: true }), nothing],
    ['it completes all its mail', (boss) => boss.changeAll({ verb: 'complete', box: 'inbox' }), nothing],
    [
      'it undoes the end of it, and does it again',
      async (boss, id) => {
        await boss.complete({ messages: [id] })
        await boss.undo({})
        await boss.redo({})
      },
      nothing,
    ],
  ])('%s', async (_, act, response) => {
    for (const canComplete of [true, false]) {
      await (await swarm.as('boss')).updateAgent({ agent: 'boss', canComplete })
      const { ended } = call('Do')
      const { id, task } = await swarm.next('boss')
      const boss = await swarm.as('boss')
      await act(boss, id)
      expect(await ended).toMatchObject({ event: 'task_complete', data: { response } })
      expect(await boss.showTask({ task })).toMatchObject({ status: 'completed' })
      expect((await boss.inbox({ unread: true })).messages.every(({ kind }) => kind === 'complete')).toBe(
        true,
      )
    }
  })

  it('it completes it while no server runs: the task ends with that', async () => {
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    await swarm.stopServer()
    await ended
    const boss = await swarm.as('boss')
    await boss.complete({ messages: [id] })
    expect((await boss.showTask({ task })).status).toBe('completed')
  })

  it('it archives it while another works on a part: the end waits for that one', async () => {
    const worker = await swarm.join('worker')
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.send({ to: ['worker'], body: 'A part', task, kind: 'request' })
    await boss.reply({ message: id, body: 'All' })
    await boss.archive({ messages: [id] })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'running' })
    await worker.complete({ messages: [(await swarm.next('worker')).id] })
    expect(await ended).toMatchObject({ event: 'task_complete', data: { response: 'All' } })
  })

  it('it asks its owner: the caller is told, and its next message answers that', async () => {
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.reply({ message: id, body: 'Which?', asks: true })
    expect(await ended).toMatchObject({ event: 'task_complete', data: { response: 'Which?' } })
    const [commission] = await swarm.context.store.commissions.list(null, 1)
    expect(commission?.status).toBe('breakpoint')
    const server = openServerMailbox(swarm.context)
    const wait = commission === undefined ? null : await server.waitsForOwner(commission)
    expect(wait).toMatchObject({ what: 'answer', by: 'boss', body: 'Which?' })
    const lost = { body: 'x', task_id: task, resume_from: 'breakpoint_tool_call', kwargs: {} }
    expect((await swarm.call('POST', '/message', lea, lost)).status).toBe(400)
    const next = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    const answer = await swarm.next('boss')
    expect(answer).toMatchObject({ body: 'This', owes: true })
    expect((await (await swarm.as('lea')).owed({ byMe: true })).owed).toEqual([])
    await boss.complete({ messages: [answer.id], result: 'Done' })
    expect((await next).body.response).toBe('Done')
  })

  it('it asks its owner, who answers as one answers mail: the task goes on', async () => {
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    const question = await boss.reply({ message: id, body: 'Which?', asks: true })
    expect((await ended)?.data.response).toBe('Which?')
    const owner = await swarm.as('lea')
    await owner.reply({ message: question.id, body: 'This' })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'running' })
    expect((await owner.owed({ byMe: true })).owed).toEqual([])
    const answer = await swarm.next('boss')
    expect(answer).toMatchObject({ body: 'This', kind: 'request', owes: true })
    const again = swarm.call('POST', '/message', lea, { body: 'Well?', task_id: task })
    const next = await swarm.next('boss')
    await boss.complete({ messages: [answer.id], result: 'Done' })
    await boss.complete({ messages: [next.id], result: 'All' })
    expect((await again).body.response).toBe('All')
  })

  it('another than its owner answers the question: the task waits for the owner still', async () => {
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    const worker = await swarm.join('worker')
    const asked = await boss.reply({ message: id, body: 'Which?', asks: true, cc: ['worker'] })
    await ended
    await worker.reply({ message: asked.id, body: 'This' })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'breakpoint' })
  })

  it.each([
    ['it may complete tasks', true],
    ['it may not', false],
  ])('it asks its owner, and then completes what it was asked first: %s', async (_, canComplete) => {
    await (await swarm.as('boss')).updateAgent({ agent: 'boss', canComplete })
    await swarm.join('chief', { canComplete: true })
    const { boss, id, task } = await askedOwner()
    const next = swarm.call('POST', '/message', lea, { body: 'This', task_id: task, entrypoint: 'boss' })
    await until(
      async () => (await boss.inbox({ unread: true })).messages.some(({ kind }) => kind === 'request'),
      'the answer',
    )
    await boss.complete({ messages: [id], result: 'Done' })
    expect((await next).body.response).toBe('Done')
    expect(await boss.showTask({ task })).toMatchObject({ status: 'completed' })
  })

  it('it asks its owner twice, and completes what it was asked first', async () => {
    const { boss, id, task } = await askedOwner()
    const second = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    const answer = await swarm.next('boss')
    await boss.reply({ message: answer.id, body: 'Sure?', asks: true })
    expect((await second).body.response).toBe('Sure?')
    const third = swarm.call('POST', '/message', lea, { body: 'Yes', task_id: task })
    await swarm.next('boss')
    await boss.complete({ messages: [id], result: 'Done' })
    expect((await third).body.response).toBe('Done')
  })

  it.each([true, false])('it asks its owner, and has a result before an answer: %s', async (canComplete) => {
    await (await swarm.as('boss')).updateAgent({ agent: 'boss', canComplete })
    await swarm.join('chief', { canComplete: true })
    const { boss, id, task } = await askedOwner()
    await boss.complete({ messages: [id], result: 'Done' })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'completed' })
    const { messages } = await (await swarm.as('lea')).inbox({ all: true, body: true })
    expect(messages.filter(({ kind }) => kind === 'complete').map(({ body }) => body)).toContain('Done')
  })

  it('it asks its owner, who has asked another besides: each caller is told what is its own', async () => {
    const worker = await swarm.join('worker')
    const first = call('One')
    const one = await swarm.next('boss')
    const asked = { body: 'Two', task_id: one.task, entrypoint: 'worker' }
    const second = swarm.call('POST', '/message', lea, asked)
    const two = await swarm.next('worker')
    const boss = await swarm.as('boss')
    const question = await boss.reply({ message: one.id, body: 'Which?', asks: true })
    expect((await first.ended)?.data.response).toBe('Which?')
    expect(await boss.showTask({ task: one.task })).toMatchObject({ status: 'running' })
    await worker.complete({ messages: [two.id], result: 'Second' })
    expect((await second).body.response).toBe('Second')
    await until(
      async () => (await boss.showTask({ task: one.task })).status === 'breakpoint',
      'the task to wait',
    )
    await (await swarm.as('lea')).reply({ message: question.id, body: 'This' })
    const third = swarm.call('POST', '/message', lea, {
      body: 'More',
      task_id: one.task,
      entrypoint: 'worker',
    })
    const three = await swarm.next('worker')
    await boss.complete({ messages: [one.id], result: 'First' })
    await worker.complete({ messages: [three.id], result: 'All' })
    expect((await third).body.response).toBe('All')
    const { messages } = await (await swarm.as('lea')).inbox({ all: true, body: true })
    expect(messages.map(({ body }) => body)).toContain('First')
  })

  it('it asks its owner and is retired: its caller is told, and the task ends with what others do', async () => {
    const worker = await swarm.join('worker')
    const first = swarm.call('POST', '/message', lea, { body: 'One', entrypoint: 'worker' })
    const one = await swarm.next('worker')
    await worker.reply({ message: one.id, body: 'Which?', asks: true })
    expect((await first).body.response).toBe('Which?')
    await openMailbox(swarm.context).retireAgent({ agent: 'worker' })
    const second = swarm.call('POST', '/message', lea, { body: 'Two', task_id: one.task, entrypoint: 'boss' })
    const two = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.complete({ messages: [two.id], result: 'Done' })
    expect((await second).body.response).toBe('Done')
    expect(await boss.showTask({ task: one.task })).toMatchObject({ status: 'completed' })
  })

  it('it asks its owner, and others besides: the question is told once, and its answer is one still', async () => {
    const worker = await swarm.join('worker')
    const { boss, id, task } = await askedOwner()
    for (let count = 0; count < 3; count += 1) {
      const part = await boss.send({
        to: ['worker'],
        body: `Part ${count}`,
        task,
        kind: 'request',
        again: true,
      })
      await worker.complete({ messages: [part.id], result: 'Here' })
    }
    const { messages } = await (await swarm.as('lea')).inbox({ all: true, body: true })
    expect(messages.filter(({ from, body }) => from === 'system' && body === 'Which?')).toHaveLength(1)
    const next = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    await until(
      async () => (await boss.inbox({ unread: true })).messages.some(({ from }) => from === 'lea'),
      'the answer',
    )
    await boss.complete({ messages: [id], result: 'Done' })
    expect((await next).body.response).toBe('Done')
    expect(await boss.showTask({ task })).toMatchObject({ status: 'completed' })
  })

  it('it asks its owner, and ends the task by the answer: nothing of the task is left in its hands', async () => {
    const { boss, task } = await askedOwner()
    const next = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    const answer = await swarm.next('boss')
    await boss.complete({ messages: [answer.id], result: 'Done' })
    expect((await next).body.response).toBe('Done')
    const held = (await boss.inbox({ task })).messages.filter(({ status }) => status === 'processing')
    expect(held).toEqual([])
  })

  it('it asks its owner by a query, who answers it as one answers mail', async () => {
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    const query = await boss.send({ to: ['lea'], body: 'Which?', kind: 'query', task, replyTo: id } as never)
    expect((await ended)?.data.response).toBe('Which?')
    await (await swarm.as('lea')).reply({ message: query.id, body: 'This' })
    await boss.complete({ messages: [id], result: 'Done' })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'completed' })
  })

  it('a helper of it asks its owner by a query, and is done with the answer: the work goes on', async () => {
    const worker = await swarm.join('worker')
    const first = swarm.call('POST', '/message', lea, { body: 'Do' })
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.send({ to: ['worker'], body: 'A part', task, kind: 'request' })
    const part = await swarm.next('worker')
    await worker.send({ to: ['lea'], body: 'Which?', kind: 'query', task, replyTo: part.id })
    await worker.complete({ messages: [part.id] })
    await boss.process({ messages: [id] })
    await until(async () => (await boss.showTask({ task })).status === 'breakpoint', 'the question')
    expect((await first).body.response).toBe('Which?')
    const second = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    const answer = await swarm.next('worker')
    await worker.complete({ messages: [answer.id] })
    expect(await boss.showTask({ task })).toMatchObject({ status: 'running' })
    await boss.complete({ messages: [id], result: 'Done' })
    expect((await second).body.response).toBe('Done')
  })

  it('it asks its owner: that is no news to it', async () => {
    const { ended } = call('Do')
    const { id } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.reply({ message: id, body: 'Which?', asks: true })
    await ended
    expect((await boss.inbox({ unread: true })).messages).toEqual([])
  })

  it.each([true, false])(
    'it dies before its work is settled, and says its result again: %s',
    async (canComplete) => {
      await (await swarm.as('boss')).updateAgent({ agent: 'boss', canComplete })
      await swarm.join('chief', { canComplete: true })
      const { ended } = call('Do')
      const { id, task } = await swarm.next('boss')
      const actor = await swarm.context.store.roster.find('boss')
      if (actor === null) throw new Error('boss is not registered')
      await sendResult({ ...swarm.context, actor }, { messages: [id] }, '42')
      const boss = await swarm.as('boss')
      await boss.complete({ messages: [id], result: '42' })
      expect((await ended)?.data.response).toBe('42')
      const { history } = await boss.showTask({ task })
      expect(history.filter(({ from }) => from.endsWith('boss'))).toHaveLength(1)
    },
  )

  it('two callers at once get their own ends, in order', async () => {
    await swarm.join('worker')
    const first = call('One')
    const one = await swarm.next('boss')
    const asked = { body: 'Two', task_id: one.task, entrypoint: 'worker' }
    const second = swarm.call('POST', '/message', lea, asked)
    const two = await swarm.next('worker')
    await (await swarm.as('boss')).completeTask({ task: one.task, body: 'First' })
    expect(await first.ended).toMatchObject({ event: 'task_complete', data: { response: 'First' } })
    await (await swarm.as('worker')).complete({ messages: [two.id], result: 'Second' })
    expect((await second).body.response).toBe('Second')
  })

  it('it completes what it was asked, after another gave its result: the caller does not get that one', async () => {
    const worker = await swarm.join('worker')
    const first = call('One')
    const one = await swarm.next('boss')
    const asked = { body: 'Two', task_id: one.task, entrypoint: 'worker' }
    const second = swarm.call('POST', '/message', lea, asked)
    await worker.complete({ messages: [(await swarm.next('worker')).id], result: 'Answer to Two' })
    expect((await second).body.response).toBe('Answer to Two')
    await (await swarm.as('boss')).complete({ messages: [one.id] })
    expect((await first.ended)?.data.response).toBe(nothing)
  })

  it('it answers and completes nothing: the answer is told, and the result is told once there is one', async () => {
    const { events, ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const boss = await swarm.as('boss')
    await boss.reply({ message: id, body: 'Soon' })
    await until(() => events.length === 2, 'the answer')
    expect(events[1]).toMatchObject({
      event: 'new_message',
      data: { extra_data: { full_message: { msg_type: 'response', message: { body: 'Soon' } } } },
    })
    expect((await boss.showTask({ task })).status).toBe('running')
    await boss.completeTask({ task, body: 'Now' })
    expect(await ended).toMatchObject({ event: 'task_complete', data: { response: 'Now' } })
  })

  it('it only waits: people see it, and once it is retired the task ends', async () => {
    const { ended } = call('Do')
    await swarm.next('boss')
    const later = { ...swarm.context, now: () => Date.now() + 61_000 }
    const actor = await swarm.context.store.roster.find('lea')
    if (actor === null) throw new Error('lea is not registered')
    const { attention } = await openMailbox({ ...later, actor }).attention({})
    expect(attention).toMatchObject([
      { why: 'caller-waits', agent: 'boss', reason: 'lea waits: boss took it, and has said nothing since' },
    ])
    expect((await (await swarm.as('lea')).attention({})).attention).toEqual([])
    await openMailbox(swarm.context).retireAgent({ agent: 'boss' })
    expect(await ended).toMatchObject({
      event: 'task_error',
      data: { response: 'The agent boss is retired.' },
    })
  })

  it('it is gone before it reads, while no server runs', async () => {
    const { ended } = call('Do')
    await until(async () => (await (await swarm.as('boss')).count({})).total === 1, 'the request')
    await swarm.stopServer()
    await ended
    const [task] = await swarm.context.store.commissions.list(null, 9)
    await openMailbox(swarm.context).retireAgent({ agent: 'boss' })
    await openMailbox(swarm.context).patrol({})
    await swarm.startServer()
    const again = follow(swarm, lea, { task_id: task?.id ?? '' }, { 'last-event-id': '0-0' })
    const told: Streamed[] = []
    for await (const event of again) told.push(event)
    expect(told.at(-1)).toMatchObject({
      event: 'task_error',
      data: { response: 'boss failed the request: was retired before reading it' },
    })
  })

  it('another than it was named, and that one fails: each caller gets its own end', async () => {
    await swarm.join('worker')
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const next = swarm.call('POST', '/message', lea, { body: 'You do', task_id: task, entrypoint: 'worker' })
    const other = await swarm.next('worker')
    await (await swarm.as('worker')).fail({ messages: [other.id], reason: 'no time' })
    expect((await next).body.response).toBe('worker failed the request: no time')
    const boss = await swarm.as('boss')
    expect((await boss.showTask({ task })).status).toBe('running')
    await boss.complete({ messages: [id], result: 'Done' })
    expect((await ended)?.data.response).toBe('Done')
  })

  it('it answers, and nobody may complete tasks: the answer is the end, and who starts the server is told', async () => {
    await (await swarm.as('boss')).updateAgent({ agent: 'boss', canComplete: false })
    await swarm.stopServer()
    await swarm.startServer()
    await until(() => swarm.told.some((line) => line.includes('"no supervisor"')), 'the warning')
    const { ended } = call('Do')
    const { id } = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: id, body: 'Done' })
    expect(await ended).toMatchObject({ event: 'task_complete', data: { response: 'Done' } })
    await swarm.join('chief', { canComplete: true })
    const second = call('More')
    const next = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: next.id, body: 'Soon' })
    await until(() => second.events.length === 2, 'the answer')
    await (await swarm.as('chief')).completeTask({ task: next.task, body: 'Now' })
    expect(await second.ended).toMatchObject({ event: 'task_complete', data: { response: 'Now' } })
  })
})

describe('who asks an agent by `POST /interswarm/message` gets its failure as the answer:', () => {
  const asked = async () => {
    await swarm.join('worker')
    const sent = { user_token: lea, body: 'Hi', target_agent: 'worker' }
    const answer = swarm.call('POST', '/interswarm/message', lea, sent)
    await until(async () => (await (await swarm.as('worker')).count({})).total === 1, 'the request')
    return async () => (await answer).body.response.message
  }

  it('it completes it, and answers nothing', async () => {
    const answered = await asked()
    const { id } = await swarm.next('worker')
    await (await swarm.as('worker')).complete({ messages: [id] })
    expect((await answered()).body).toBe('worker completed the request without an answer')
  })

  it('it fails', async () => {
    const answered = await asked()
    const { id, task } = await swarm.next('worker')
    await (await swarm.as('worker')).fail({ messages: [id], reason: 'no time' })
    expect(await answered()).toMatchObject({
      subject: '::task_error::',
      body: 'worker failed the request: no time',
      sender: { address_type: 'system', address: 'swarm-a' },
    })
    // The task may go on with others.
    expect((await (await swarm.as('boss')).showTask({ task })).status).toBe('running')
  })

  it('it is retired before it reads', async () => {
    const answered = await asked()
    await openMailbox(swarm.context).retireAgent({ agent: 'worker' })
    await openMailbox(swarm.context).patrol({})
    expect((await answered()).body).toBe('worker was retired before reading it')
  })
})

describe('a question of a task', () => {
  it.each(['Which one?', '"Which one?"', '[]', '[1]'])(
    'under the subject of calls is told as it is: %s',
    async (body) => {
      const answer = swarm.call('POST', '/message', lea, { body: 'Do' })
      const { task } = await swarm.next('boss')
      const boss = await swarm.as('boss')
      await boss.send({ to: ['lea'], kind: 'complete', subject: '::breakpoint_tool_call::', task, body })
      expect(await answer).toMatchObject({ status: 200, body: { response: body } })
      const results = { body: 'x', task_id: task, resume_from: 'breakpoint_tool_call', kwargs: {} }
      expect((await swarm.call('POST', '/message', lea, results)).status).toBe(400)
    },
  )

  it('that a person asks is answered to who takes tasks', async () => {
    await swarm.token('user', 'root')
    const root = await swarm.as('root')
    const { ended } = call('Do')
    const { task } = await swarm.next('boss')
    const say = { task, subject: 'Which?', body: 'Which?' }
    await root.send({ ...say, to: ['lea'], kind: 'query' })
    expect(await ended).toMatchObject({ data: { response: 'Which?' } })
    const next = swarm.call('POST', '/message', lea, { body: 'This', task_id: task })
    const got = await Promise.race([swarm.next('boss'), next])
    expect(got).toMatchObject({ body: 'This' })
    await (await swarm.as('boss')).complete({ messages: [got.id], result: 'Done' })
    expect(await next).toMatchObject({ status: 200 })
  })
})

describe('a task in which agents say much', () => {
  it('is read for what may end it, and not for each word between them', async () => {
    const { store } = swarm.context
    const boss = await swarm.as('boss')
    await swarm.join('worker')
    const { ended } = call('Do')
    const { task } = await swarm.next('boss')
    await swarm.stopServer()
    await ended
    const say = (to: string) =>
      boss.send({ to: [to], task, kind: 'response', subject: 'Note', body: 'A word', again: true })
    for (const to of ['worker', 'worker', 'lea', 'worker']) await say(to)
    const { rows } = await store.tasks.messages(task, { limit: 9, after: null })
    const reads: string[] = []
    const messages: typeof store.tasks.messages = (id, page) => {
      reads.push(id)
      return store.tasks.messages(id, page)
    }
    const watched: typeof store = Object.create(store, { tasks: { value: { ...store.tasks, messages } } })
    const server = openServerMailbox({ ...swarm.context, store: watched })
    const judged: string[] = []
    for (const { message } of rows.slice(1)) {
      const before = reads.length
      await server.followUp(message)
      if (reads.length > before) judged.push(message.to.join())
    }
    expect(judged).toEqual(['lea'])
  })

  it('ends with the answer of the last who owed one, whoever gets it', async () => {
    const [boss, worker, helper] = [
      await swarm.as('boss'),
      await swarm.join('worker'),
      await swarm.join('helper'),
    ]
    const { ended } = call('Do')
    const { id, task } = await swarm.next('boss')
    const part = { task, kind: 'request', subject: 'Part', body: 'A part' } as const
    await boss.send({ ...part, to: ['worker'] })
    const given = await swarm.next('worker')
    await worker.send({ ...part, to: ['helper'] })
    const [last] = (await helper.inbox({})).messages
    await worker.complete({ messages: [given.id] })
    await boss.complete({ messages: [id] })
    await helper.reply({ message: last?.id ?? '', body: 'Here' })
    expect(await ended).toMatchObject({ data: { response: nothing } })
  })
})
