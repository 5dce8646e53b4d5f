import { type Task, TaskState } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { a2aClient, all, following, message, request, stateOf } from '../../support/a2a.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: Client
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('worker')
  lea = await a2aClient(swarm, await swarm.token('user', 'lea'))
})
afterAll(() => swarm.close())

const {
  TASK_STATE_WORKING: working,
  TASK_STATE_INPUT_REQUIRED: inputRequired,
  TASK_STATE_COMPLETED: completed,
} = TaskState

async function finish(task: string, result: string): Promise<void> {
  await (await swarm.as('boss')).completeTask({ task, body: result })
}

type More = Parameters<typeof message>[1]
const sendNow = async (text: string, more: More = {}) =>
  (await lea.sendMessage(request(message(text, more), { returnImmediately: true }))) as Task
const get = (id: string) => lea.getTask({ tenant: '', id })

describe('a stream that is resumed', () => {
  /** Mail of the task: more may lie there. */
  async function taken(task: string): Promise<Body> {
    const found = await swarm.next('boss')
    return found.task === task ? found : taken(task)
  }
  const first = async (task: string) =>
    (await swarm.context.store.tasks.messages(task, { limit: 1, after: null })).rows[0]?.message.id
  const resume = (task: string, id: number | undefined) =>
    all(lea.resubscribeTask({ tenant: '', id: task }, { serviceParameters: { 'Last-Event-ID': String(id) } }))

  it('goes on behind a question that was answered', async () => {
    const { id: task } = await sendNow('Resume')
    const { id } = await taken(task)
    await (await swarm.as('boss')).reply({ message: id, asks: true, body: 'Which?' })
    await until(async () => stateOf(await get(task)) === inputRequired, 'the question')
    await sendNow('This', { taskId: task })
    await taken(task)
    const resumed = resume(task, await first(task))
    await following(swarm, 1)
    await finish(task, 'End')
    const told = await resumed
    expect(told).toContainEqual([inputRequired, 'Which?'])
    expect(told.slice(-3)).toEqual([[working], ['result', 'End'], [completed]])
  })

  it('takes the id of each event that it sent, and says that the task waits for its owner as long as it does', async () => {
    const { id: task } = await sendNow('Wait')
    const { id } = await taken(task)
    const boss = await swarm.as('boss')
    const asked = await boss.send({ to: ['worker'], subject: 'Count', body: 'secret', task })
    await boss.reply({ message: id, asks: true, body: 'Which?' })
    await until(async () => stateOf(await get(task)) === inputRequired, 'the question')
    const waiting = all(lea.resubscribeTask({ tenant: '', id: task }))
    await following(swarm, 1)
    await (await swarm.as('worker')).reply({ message: asked.id, body: 'secret' })
    const { message: last } = await swarm.context.store.messages.newest()
    const resumed = resume(task, last ?? 0)
    await following(swarm, 2)
    await sendNow('This', { taskId: task })
    await taken(task)
    await finish(task, 'End')
    expect((await waiting)[1]).toEqual([inputRequired, 'worker to boss: Re: Count'])
    const rest = [['task', inputRequired], [working], ['result', 'End'], [completed]]
    expect(await resumed).toEqual(rest)
  })
})
