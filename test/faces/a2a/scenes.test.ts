import { type Message, type Task, TaskState } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  a2aClient,
  all,
  following,
  message,
  request,
  rpc,
  shown,
  stateOf,
  textOf,
} from '../../support/a2a.ts'
import { type Body, follow, openSwarm, type Streamed, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: Client
let token: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  for (const name of ['worker', 'clerk', 'pilot']) await swarm.join(name)
  token = await swarm.token('user', 'lea')
  lea = await a2aClient(swarm, token)
})
afterAll(() => swarm.close())

const {
  TASK_STATE_SUBMITTED: submitted,
  TASK_STATE_WORKING: working,
  TASK_STATE_INPUT_REQUIRED: inputRequired,
  TASK_STATE_COMPLETED: completed,
  TASK_STATE_FAILED: failed,
  TASK_STATE_CANCELED: canceled,
} = TaskState

async function finish(task: string, result: string): Promise<void> {
  await (await swarm.as('boss')).completeTask({ task, body: result })
}

async function finishNext(result: string): Promise<Body> {
  const taken = await swarm.next('boss')
  await finish(taken.task, result)
  return taken
}

/** The task is asked for a word of its owner. */
async function ask(task: string, calls: unknown): Promise<void> {
  await (await swarm.as('boss')).breakTask({ task, calls: calls as never })
}

type More = Parameters<typeof message>[1]
const send = async (text: string, more: More = {}) =>
  (await lea.sendMessage(request(message(text, more)))) as Task
const sendNow = async (text: string, more: More = {}) =>
  (await lea.sendMessage(request(message(text, more), { returnImmediately: true }))) as Task
const get = (id: string, historyLength?: number) => lea.getTask({ tenant: '', id, historyLength })

describe('a message', () => {
  it('is answered once its task is complete, with the result as an artifact', async () => {
    const answer = send('What is red?')
    expect(await finishNext('Nothing')).toMatchObject({ from: 'lea', body: 'What is red?', kind: 'request' })
    const task = await answer
    expect(stateOf(task)).toBe(completed)
    expect(task.artifacts.map((one) => [one.name, textOf(one)])).toEqual([['result', 'Nothing']])
    expect(task.history.map(textOf)).toEqual(['What is red?'])
    expect(await get(task.id)).toEqual(task)
  })

  it('is answered at once where its caller asks for that', async () => {
    const task = await sendNow('Later')
    expect([stateOf(task), task.artifacts]).toEqual([submitted, []])
    const taken = await swarm.next('boss')
    expect(stateOf(await get(task.id))).toBe(working)
    await finish(taken.task, 'Now')
    expect(stateOf(await get(task.id))).toBe(completed)
  })

  it('goes on with a task that works, and its history tells both sides', async () => {
    const own = message('One')
    const { id } = (await lea.sendMessage(request(own, { returnImmediately: true }))) as Task
    const one = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: one.id, body: 'And two?' })
    await (await swarm.as('boss')).send({ to: ['worker'], body: 'Not for lea', task: id })
    const answer = send('Two', { taskId: id })
    expect(await finishNext('Both')).toMatchObject({ task: id, body: 'Two', thread: one.thread })
    const { history } = await answer
    expect(history.map((said) => [textOf(said), said.role])).toEqual([
      ['One', 1],
      ['And two?', 2],
      ['Two', 1],
    ])
    expect(history[0]?.messageId).toBe(own.messageId)
    expect((await get(id, 1)).history.map(textOf)).toEqual(['Two'])
    expect((await get(id, 0)).history).toEqual([])
  })

  it('that comes again begins no second task, and another one of its id is refused', async () => {
    const own = message('Once')
    const first = lea.sendMessage(request(own)) as Promise<Task>
    const taken = await swarm.next('boss')
    const second = lea.sendMessage(request(own)) as Promise<Task>
    await until(async () => (await swarm.context.store.tasks.find(taken.task))?.messages === 1, 'one message')
    await finish(taken.task, 'Once')
    expect((await second).id).toBe((await first).id)
    expect(((await lea.sendMessage(request(own))) as Task).id).toBe((await first).id)
    await expect(lea.sendMessage(request({ ...message('Other'), messageId: own.messageId }))).rejects.toThrow(
      'messageId',
    )
  })

  it('bears data as JSON that its agent can read, and gives back what else it had', async () => {
    const data = {
      content: { $case: 'data', value: { tests: ['a`b', '```'] } },
      metadata: undefined,
    } as const
    const parts: Message['parts'] = [
      ...message('See').parts,
      { ...data, filename: 'red.json', mediaType: '' },
    ]
    const answer = send('', { parts, metadata: { trace: 7 }, referenceTaskIds: ['t-1'] })
    const { body } = await finishNext('Seen')
    expect(body).toBe(`See\n\nred.json:\n\n\`\`\`\`json\n${JSON.stringify(data.content.value)}\n\`\`\`\``)
    const [own] = (await answer).history
    expect(own).toMatchObject({ metadata: { trace: 7 }, referenceTaskIds: ['t-1'] })
  })

  it('goes to the agent that its metadata names', async () => {
    const answer = send('For you', { metadata: { skillId: 'clerk' } })
    const taken = await swarm.next('clerk')
    await finish(taken.task, 'Done')
    expect(stateOf(await answer)).toBe(completed)
    await expect(send('For you', { metadata: { skillId: 'nobody' } })).rejects.toThrow('unknown agent nobody')
  })
})

describe('a stream', () => {
  it('tells the task, what its agents do, the result and the last status', async () => {
    const told = all(lea.sendMessageStream(request(message('Plan'))))
    const { id, task } = await swarm.next('boss')
    await (await swarm.as('boss')).send({ to: ['worker'], subject: 'Count', body: 'secret', task })
    await (await swarm.as('boss')).send({ to: ['clerk'], body: 'secret', task })
    await (await swarm.as('boss')).reply({ message: id, body: 'Soon' })
    await finish(task, 'The plan')
    expect(await told).toEqual([
      ['task', submitted],
      [working, 'boss to worker: Count'],
      [working, 'boss to clerk'],
      [working, 'Soon'],
      ['result', 'The plan'],
      [completed],
    ])
  })

  it('ends with the reason of a failure, and GetTask tells it, too', async () => {
    const told = all(lea.sendMessageStream(request(message('Fail'))))
    const { id, task } = await swarm.next('boss')
    await (await swarm.as('boss')).fail({ messages: [id], reason: 'No disk' })
    const reason = 'boss failed the request: No disk'
    expect((await told).at(-1)).toEqual([failed, reason])
    const found = await get(task)
    expect([stateOf(found), textOf(found.status?.message), found.artifacts]).toEqual([failed, reason, []])
  })

  it('that broke off goes on by a subscription, after the event that arrived last', async () => {
    const stream = lea.sendMessageStream(request(message('Long')))
    expect(shown((await stream.next()).value?.payload)).toEqual(['task', submitted])
    const { id, task } = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: id, body: 'One' })
    expect(shown((await stream.next()).value?.payload)).toEqual([working, 'One'])
    await stream.return(undefined)
    await (await swarm.as('boss')).reply({ message: id, body: 'Two' })
    const resumed = all(lea.resubscribeTask({ tenant: '', id: task }))
    const [first] = (await swarm.context.store.tasks.messages(task, { limit: 9, after: null })).rows
    const headers = { 'Last-Event-ID': String(first?.message.id) }
    const missed = all(lea.resubscribeTask({ tenant: '', id: task }, { serviceParameters: headers }))
    await following(swarm, 2)
    await finish(task, 'End')
    const last = [['result', 'End'], [completed]]
    expect(await missed).toEqual([['task', working], [working, 'One'], [working, 'Two'], ...last])
    expect(await resumed).toEqual([['task', working], ...last])
    await expect(all(lea.resubscribeTask({ tenant: '', id: task }))).rejects.toThrow('completed')
  })

  it('is the same for all who follow a task', async () => {
    const task = await sendNow('All')
    const streams = [1, 2, 3].map(() => all(lea.resubscribeTask({ tenant: '', id: task.id })))
    await following(swarm, 3)
    const taken = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: taken.id, body: 'One' })
    await finish(task.id, 'End')
    const expected = [['task', submitted], [working, 'One'], ['result', 'End'], [completed]]
    expect(await Promise.all(streams)).toEqual([expected, expected, expected])
  })
})

describe('a task that needs an answer of its owner', () => {
  const calls = [{ name: 'deploy', arguments: '{}', call_id: 'c1' }]

  it('answers a message that waits, and ends its stream; the answer goes on with it', async () => {
    const told = all(lea.sendMessageStream(request(message('Deploy'))))
    const { task } = await swarm.next('boss')
    await ask(task, calls)
    expect(await told).toEqual([
      ['task', submitted],
      [inputRequired, JSON.stringify(calls)],
    ])
    const waits = await get(task)
    expect([stateOf(waits), textOf(waits.status?.message)]).toEqual([inputRequired, JSON.stringify(calls)])
    const follower = all(lea.resubscribeTask({ tenant: '', id: task }))
    await following(swarm, 1)
    const answer = send('Yes', { taskId: task, contextId: waits.contextId })
    expect(await finishNext('Deployed')).toMatchObject({ body: 'Yes', task })
    expect(stateOf(await answer)).toBe(completed)
    expect(await follower).toEqual([['task', inputRequired], [working], ['result', 'Deployed'], [completed]])
  })

  it('may be asked by a message, and the answer goes to who asked', async () => {
    const told = all(lea.sendMessageStream(request(message('Build'))))
    const { task } = await swarm.next('boss')
    await (await swarm.as('boss')).send({ to: ['lea'], kind: 'query', body: 'Which branch?', task })
    expect((await told).slice(-1)).toEqual([[inputRequired, 'Which branch?']])
    const answer = send('The new one', { taskId: task })
    expect(await finishNext('Built')).toMatchObject({ body: 'The new one', task })
    expect((await answer).history.map(textOf)).toEqual(['Build', 'Which branch?', 'The new one'])
  })

  it('is answered by who asked', async () => {
    const answer = send('Ask')
    const { task } = await swarm.next('boss')
    await (await swarm.as('pilot')).breakTask({ task, calls: calls as never })
    const waits = await answer
    expect(stateOf(waits)).toBe(inputRequired)
    const own = message('Yes', { taskId: task })
    const goesOn = lea.sendMessage(request(own)) as Promise<Task>
    expect((await swarm.next('pilot')).body).toBe('Yes')
    // Its caller may not know that it came.
    const again = (await lea.sendMessage(request(own, { returnImmediately: true }))) as Task
    expect([again.id, stateOf(again)]).toEqual([task, working])
    await finish(task, 'Done')
    expect(stateOf(await goesOn)).toBe(completed)
    expect((await get(task)).history.map(textOf)).toEqual(['Ask', 'Yes'])
  })
})

describe('a task that is over', () => {
  it('takes no message, and a new one in its context is in its thread', async () => {
    const first = send('First')
    const one = await finishNext('One')
    const { id, contextId } = await first
    await expect(send('More', { taskId: id })).rejects.toThrow('completed')
    const second = send('Second', { contextId })
    const two = await finishNext('Two')
    const next = await second
    expect([two.thread, next.contextId, next.id === id]).toEqual([one.thread, contextId, false])
    expect(stateOf(await get(id))).toBe(completed)
    await expect(send('No', { contextId: 'nothing' })).rejects.toThrow('unknown contextId')
    await expect(send('No', { contextId, taskId: (await sendNow('Other')).id })).rejects.toThrow('contextId')
    await finishNext('Other')
  })

  it('says so without a result, where its agent left none', async () => {
    const told = all(lea.sendMessageStream(request(message('Done?'))))
    const { id } = await swarm.next('boss')
    await (await swarm.as('boss')).complete({ messages: [id] })
    const none = 'The task was completed without a result.'
    expect(await told).toEqual([
      ['task', submitted],
      [completed, none],
    ])
  })

  it('has the last answer as its result, where its agent completed the request', async () => {
    const answer = send('Count')
    const { id } = await swarm.next('boss')
    await (await swarm.as('boss')).reply({ message: id, body: 'Seven' })
    await (await swarm.as('boss')).complete({ messages: [id] })
    expect((await answer).artifacts.map(textOf)).toEqual(['Seven'])
  })

  it('stays as it ended, though its agents go on', async () => {
    const answer = send('End')
    const { task } = await finishNext('The end')
    await answer
    await (await swarm.as('boss')).send({ to: ['worker'], body: 'Once more', task })
    await finish(task, 'Another end')
    const found = await get(task)
    expect([stateOf(found), found.artifacts.map(textOf)]).toEqual([completed, ['The end']])
  })
})

describe('CancelTask', () => {
  it('asks its agents to stop, ends the task, and tells who follows it', async () => {
    const answer = send('Stop me')
    const { task } = await swarm.next('boss')
    const ended = await lea.cancelTask({ tenant: '', id: task, metadata: undefined })
    expect(stateOf(ended)).toBe(canceled)
    expect([stateOf(await answer), stateOf(await get(task))]).toEqual([canceled, canceled])
    expect(await swarm.next('boss')).toMatchObject({
      kind: 'interrupt',
      subject: 'Stop: Stop me',
      from: 'lea',
    })
    // MAIL 1.3 tells it as an error.
    const events: Streamed[] = []
    for await (const event of follow(swarm, token, { task_id: task }, { 'last-event-id': '0-0' }))
      events.push(event)
    expect(events.at(-1)).toMatchObject({ event: 'task_error', data: { response: 'lea canceled the task.' } })
    const again = lea.cancelTask({ tenant: '', id: task, metadata: undefined })
    await expect(again).rejects.toThrow('canceled already')
    await expect(lea.cancelTask({ tenant: '', id: 'none', metadata: undefined })).rejects.toThrow(
      'unknown task',
    )
  })
})

describe('ListTasks', () => {
  it('lists the caller’s tasks in pages, by context, state and time', async () => {
    const max = await swarm.token('user', 'max')
    const list = async (params: object) => (await rpc(swarm, max, 'ListTasks', params)).body.result
    expect(await list({})).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 })
    const client = await a2aClient(swarm, max)
    const ids: string[] = []
    let contextId = ''
    for (const at of [1, 2, 3, 4, 5]) {
      const own = message(`Task ${at}`, at === 3 ? { contextId } : {})
      const task = (await client.sendMessage(request(own, { returnImmediately: true }))) as Task
      if (at === 1) contextId = task.contextId
      ids.unshift(task.id)
    }
    const taken: string[] = []
    for (let token = ''; ; ) {
      const page = await list({ pageSize: 2, pageToken: token })
      expect([page.totalSize, page.pageSize]).toEqual([5, 2])
      for (const task of page.tasks) {
        taken.push(task.id)
        expect([task.artifacts, task.history]).toEqual([undefined, undefined])
      }
      token = page.nextPageToken
      if (token === '') break
    }
    expect(taken).toEqual(ids)
    const idsOf = async (params: object) =>
      (await list(params)).tasks.map(({ id }: Body) => ids.length - ids.indexOf(id))
    expect(await idsOf({ contextId })).toEqual([3, 1])
    expect(await idsOf({ contextId: 'nothing' })).toEqual([])
    await finish(ids.at(-2) ?? '', 'Two')
    expect(await idsOf({ status: 'TASK_STATE_COMPLETED' })).toEqual([2])
    expect(await idsOf({ status: 'TASK_STATE_REJECTED' })).toEqual([])
    const [newest] = (await list({ includeArtifacts: true, historyLength: 5 })).tasks
    expect(newest.artifacts.map(({ parts }: Body) => parts)).toEqual([[{ text: 'Two' }]])
    expect(newest.history.map(({ parts }: Body) => parts[0].text)).toEqual(['Task 2'])
    const since = newest.status.timestamp
    expect(await idsOf({ statusTimestampAfter: since })).toEqual([2])
    expect(await idsOf({ statusTimestampAfter: '2001-01-01T00:00:00Z', pageSize: 1 })).toEqual([2])
    for (const id of ids) if (id !== ids.at(-2)) await finish(id, 'Over')
  })
})
