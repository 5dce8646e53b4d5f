import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { rpc } from '../../support/a2a.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'

let swarm: Swarm
let lea: string
let max: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  for (const name of ['clerk', 'pilot']) await swarm.join(name)
  lea = await swarm.token('user', 'lea')
  max = await swarm.token('user', 'max')
})
afterAll(() => swarm.close())

type Sent = { readonly messageId: string; readonly [more: string]: unknown }
const sentBy = async (token: string, message: Sent, text = 'Hello'): Promise<Body> =>
  (
    await rpc(swarm, token, 'SendMessage', {
      message: { role: 'ROLE_USER', parts: [{ text }], ...message },
      configuration: { returnImmediately: true },
    })
  ).body
const taskOf = async (message: Sent): Promise<Body> => (await sentBy(lea, message)).result.task
const finish = async (task: string) => (await swarm.as('boss')).completeTask({ task, body: `End of ${task}` })
const counted = async (task: string) => (await swarm.context.store.tasks.find(task))?.messages

describe('a message that comes again after its task ended', () => {
  const ways: readonly (readonly [string, (id: string) => Promise<Sent>])[] = [
    ['one that began it', async (messageId) => ({ messageId })],
    [
      'one for an agent who is gone since',
      async (messageId) => ({ messageId, metadata: { skillId: 'clerk' } }),
    ],
    [
      'one that went on with it',
      async (messageId) => ({ messageId, taskId: (await taskOf({ messageId: `${messageId} first` })).id }),
    ],
    [
      'one that joined a context',
      async (messageId) => ({
        messageId,
        contextId: (await taskOf({ messageId: `${messageId} first` })).contextId,
      }),
    ],
    [
      'one that answered a question',
      async (messageId) => {
        const { id: taskId } = await taskOf({ messageId: `${messageId} first` })
        await (await swarm.as('boss')).breakTask({ task: taskId, calls: [{ name: 'deploy' }] })
        return { messageId, taskId }
      },
    ],
  ]
  it.each(ways)('%s is answered with the task', async (way, write) => {
    const message = await write(way)
    const { id } = await taskOf(message)
    if (message['metadata'] !== undefined) await openMailbox(swarm.context).retireAgent({ agent: 'clerk' })
    else await finish(id)
    const before = await counted(id)
    for (const method of ['SendMessage', 'SendStreamingMessage'] as const) {
      const params = { message: { role: 'ROLE_USER', parts: [{ text: 'Hello' }], ...message } }
      const task =
        method === 'SendMessage'
          ? (await rpc(swarm, lea, method, params)).body.result.task
          : await streamed(params)
      expect(task).toMatchObject({ id, status: { state: expect.stringMatching(/_(?:COMPLETED|FAILED)$/u) } })
    }
    expect(await counted(id)).toBe(before)
    expect((await sentBy(lea, message, 'Another')).error).toMatchObject({
      code: -32602,
      message: 'messageId was used for another message already',
    })
    expect(await counted(id)).toBe(before)
  })

  async function streamed(params: object): Promise<Body> {
    const headers = { authorization: `Bearer ${lea}`, 'a2a-version': '1.0' }
    const call = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params }
    const answer = await fetch(`${swarm.url}/a2a`, { method: 'POST', headers, body: JSON.stringify(call) })
    const [event, ...others] = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '))
    expect(others).toEqual([])
    return JSON.parse(event?.slice('data: '.length) ?? '').result.task
  }
})

it('what is kept to know it again is told to nobody', async () => {
  const { history } = await taskOf({ messageId: 'told', metadata: { trace: 7 } })
  expect(Object.keys(history[0]).sort()).toEqual([
    'contextId',
    'messageId',
    'metadata',
    'parts',
    'role',
    'taskId',
  ])
})

describe('an id that another client used', () => {
  it('is free: neither learns of the other’s task, while that runs and after it ended', async () => {
    const own = await taskOf({ messageId: 'shared' })
    const other = (await sentBy(max, { messageId: 'shared' }, 'Not the same')).result.task
    expect(other.id).not.toBe(own.id)
    expect(JSON.stringify(other)).not.toContain('lea')
    await finish(own.id)
    const again = (await sentBy(max, { messageId: 'shared' }, 'Not the same')).result.task
    expect(again).toMatchObject({ id: other.id, status: { state: 'TASK_STATE_SUBMITTED' } })
    expect((await taskOf({ messageId: 'shared' })).id).toBe(own.id)
  })

  it('does not open its task', async () => {
    const { id: taskId } = await taskOf({ messageId: 'closed' })
    await finish(taskId)
    const { error } = await sentBy(max, { messageId: 'closed', taskId })
    expect(error).toMatchObject({ code: -32001, message: 'unknown task' })
  })
})
