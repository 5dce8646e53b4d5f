import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
})
afterAll(() => swarm.close())

const written = 300

it('a reader that does not read makes the server wait, not grow; once it reads it gets all there is', async () => {
  const boss = await swarm.join('boss', { canComplete: true })
  await swarm.join('worker')
  const lea = await swarm.token('user', 'lea')
  const task = newTask()
  // How much the server has read for its caller.
  const { store } = swarm.context
  const { tasks } = store
  let read = 0
  let atOnce = 0
  const history: typeof tasks.history = async (...asked) => {
    const found = await tasks.history(...asked)
    read += found.rows.length
    atOnce = Math.max(
      atOnce,
      found.rows.reduce((sum, { body }) => sum + body.length, 0),
    )
    return found
  }
  const get = (given: typeof tasks, name: string | symbol) =>
    name === 'history' ? history : Reflect.get(given, name)
  Object.defineProperty(store, 'tasks', { value: new Proxy(tasks, { get }) })

  const socket = connect(Number(new URL(swarm.url).port), '127.0.0.1')
  const body = JSON.stringify({ body: 'Tell me', task_id: task, stream: true })
  socket.pause()
  socket.write(
    `POST /message HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${lea}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await until(async () => (await tasks.history(task, null, 9)).rows.length === 1, 'the task')
  for (let at = 0; at < written; at += 1)
    await boss.send({ to: ['worker'], body: 'x'.repeat(100_000), task, again: true })
  await boss.completeTask({ task, body: 'All told' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(written / 2)
  expect(atOnce).toBeLessThan(1.2 * 1024 * 1024)

  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.resume()
  await until(() => text.includes('event: task_complete'), 'the end')
  expect(text.match(/^event: new_message$/gmu)).toHaveLength(written + 2)
})
