import type { ChildProcess } from 'node:child_process'
import { type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { a2aClient, message, request, textOf } from '../../support/a2a.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { urlOf } from '../../support/server-url.ts'

let desk: Desk
let token: string
let port = '0'
const running: ChildProcess[] = []
beforeAll(() => {
  desk = openDesk(['boss'], 'swarm-a')
  desk.json('agents', 'update', 'boss', '--can-complete')
  token = desk.json('token', 'create', '--role', 'user', '--id', 'lea').token
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  desk.close()
})

async function serve(): Promise<ChildProcess> {
  const child = desk.start(['serve', '--port', port, '--entrypoint', 'boss'])
  running.push(child)
  port = new URL(await urlOf(child)).port
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

type Payload = StreamResponse['payload']
const statusOf = (payload: Payload) =>
  payload?.$case === 'statusUpdate' ? textOf(payload.value.status?.message) : undefined

it('a server that is killed amid a stream loses nothing: the stream is resumed, and what was sent is not asked twice', async () => {
  let server = await serve()
  const client = await a2aClient({ url: `http://127.0.0.1:${port}` }, token)
  const own = message('Count the tests')
  const broken = client.sendMessageStream(request(own))
  const [first] = [(await broken.next()).value?.payload]
  const task = first?.$case === 'task' ? first.value : undefined
  const id = task?.id ?? ''
  const taken = desk.json('next', '--as', 'boss').message
  desk.json('reply', taken.id, '-b', 'Half of them', '--as', 'boss')
  expect(statusOf((await broken.next()).value?.payload)).toBe('Half of them')
  await kill(server)
  await expect(broken.next()).rejects.toThrow()
  // While nobody serves, the agent goes on.
  desk.json('reply', taken.id, '-b', 'Three quarters', '--as', 'boss')
  server = await serve()

  const resumed = client.resubscribeTask({ tenant: '', id })
  const state = (await resumed.next()).value?.payload
  const history = state?.$case === 'task' ? state.value.history.map(textOf) : []
  expect(history).toEqual(['Count the tests', 'Half of them', 'Three quarters'])
  // A caller that never heard of its task sends the same message again.
  const again = client.sendMessage(request(own)) as Promise<Task>
  desk.json('task', 'complete', id, '-b', '4711', '--as', 'boss')
  const rest: Payload[] = []
  for await (const { payload } of resumed) rest.push(payload)
  expect(rest.map((one) => one?.$case)).toEqual(['artifactUpdate', 'statusUpdate'])
  const ended = await again
  expect([ended.id, ended.status?.state]).toEqual([id, TaskState.TASK_STATE_COMPLETED])
  expect(ended.artifacts.map(textOf)).toEqual(['4711'])
  expect(desk.json('task', 'list').tasks).toHaveLength(1)
  const { history: all } = await client.getTask({ tenant: '', id, historyLength: undefined })
  expect(all.map(textOf)).toEqual(history)
  await kill(server)
})
