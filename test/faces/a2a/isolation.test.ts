import type { Task } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { a2aClient, message, request, rpc, textOf } from '../../support/a2a.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'

const users = ['lea', 'max', 'eve']
let swarm: Swarm
const tokens = new Map<string, string>()
const clients = new Map<string, Client>()
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  for (const user of users) {
    const token = await swarm.token('user', user)
    tokens.set(user, token)
    clients.set(user, await a2aClient(swarm, token))
  }
})
afterAll(() => swarm.close())

const secretOf = (user: string, at: number) => `secret of ${user}, number ${at}.`
/** Whose secrets are told in a value. */
const told = (value: unknown) =>
  [...new Set([...JSON.stringify(value).matchAll(/secret of (\w+)/gu)].map(([, user]) => user))].sort()

it('no caller sees, follows, cancels or goes on with another one’s task, whatever is guessed', async () => {
  const tasks = new Map<string, Task[]>(users.map((user) => [user, []]))
  const asked = users.flatMap((user) => [1, 2, 3, 4].map((at) => ({ user, at })))
  // All at once; each second task stays open.
  await Promise.all(
    asked.map(async ({ user, at }) => {
      const own = request(message(secretOf(user, at)), { returnImmediately: true })
      const task = (await clients.get(user)?.sendMessage(own)) as Task
      tasks.get(user)?.push(task)
      if (at % 2 === 0)
        await (await swarm.as('boss')).completeTask({ task: task.id, body: `Done: ${secretOf(user, at)}` })
    }),
  )
  for (const user of users) {
    const call = async (method: string, params: object): Promise<Body> =>
      (await rpc(swarm, tokens.get(user) ?? '', method, params)).body
    const mine = tasks.get(user) ?? []
    const { result } = await call('ListTasks', { includeArtifacts: true, historyLength: 9 })
    expect(result.tasks.map(({ id }: Body) => id).sort()).toEqual(mine.map(({ id }) => id).sort())
    expect([result.totalSize, told(result)]).toEqual([4, [user]])
    for (const { id, contextId } of users
      .filter((one) => one !== user)
      .flatMap((one) => tasks.get(one) ?? [])) {
      const sent = (more: object) => ({
        message: { messageId: `${user} ${id}`, role: 'ROLE_USER', parts: [{ text: 'Psst' }], ...more },
      })
      for (const [method, params, code] of [
        ['GetTask', { id }, -32001],
        ['CancelTask', { id }, -32001],
        ['SubscribeToTask', { id }, -32001],
        ['SendMessage', sent({ taskId: id }), -32001],
        ['SendMessage', sent({ contextId }), -32602],
      ] as const) {
        const { error } = await call(method, params)
        // As for a task, and a context, that never was.
        const unknown = code === -32001 ? 'unknown task' : 'unknown contextId'
        expect([error.code, told(error), error.message.startsWith(unknown)]).toEqual([code, [], true])
      }
      const listed = (await call('ListTasks', { contextId })).result
      expect([listed.tasks, listed.totalSize]).toEqual([[], 0])
    }
    // Page tokens of all places in the store show one's own tasks alone.
    for (let at = 0; at < 40; at += 1) {
      const page = (
        await call('ListTasks', { pageToken: String(at), historyLength: 9, includeArtifacts: true })
      ).result
      expect(told(page).every((one) => one === user)).toBe(true)
    }
  }
  // What was tried changed nothing.
  for (const user of users)
    for (const { id } of tasks.get(user) ?? []) {
      const found = await clients.get(user)?.getTask({ tenant: '', id, historyLength: undefined })
      expect(found?.history.map(textOf)).toEqual([expect.stringContaining(`secret of ${user}`)])
    }
})

it('two callers may use the same id for a message', async () => {
  const [lea, max] = [clients.get('lea'), clients.get('max')]
  const own = message('Same')
  const now = { returnImmediately: true }
  const one = (await lea?.sendMessage(request(own, now))) as Task
  const other = (await max?.sendMessage(request(own, now))) as Task
  expect(one.id).not.toBe(other.id)
})
