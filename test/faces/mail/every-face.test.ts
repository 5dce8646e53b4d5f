import type { ChildProcess } from 'node:child_process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Answer, type Desk, openDesk, personAt } from '../../support/cli.ts'
import { urlOf } from '../../support/server-url.ts'
import { leaveAll, start, watchpost } from '../../support/terminal-world.ts'

let here: Desk
let there: Desk
const running: ChildProcess[] = []
beforeAll(async () => {
  here = openDesk(['boss'], 'swarm-a')
  there = openDesk(['worker'], 'swarm-b')
  const tokenOf = (desk: Desk, other: string) =>
    desk.json('token', 'create', '--role', 'agent', '--id', other).token as string
  const secrets = { TO_B: tokenOf(there, 'swarm-a'), TO_A: tokenOf(here, 'swarm-b') }
  const [a, b] = [await serve(here, secrets), await serve(there, secrets)]
  here.json('swarm', 'register', 'swarm-b', b, '--secret', 'TO_B')
  there.json('swarm', 'register', 'swarm-a', a, '--secret', 'TO_A')
})
afterAll(async () => {
  await leaveAll()
  for (const child of running) child.kill('SIGKILL')
  for (const desk of [here, there]) desk.close()
})

async function serve(desk: Desk, variables: NodeJS.ProcessEnv): Promise<string> {
  const child = desk.start(['serve', '--port', '0'], variables)
  running.push(child)
  return urlOf(child)
}

/** Takes what comes to worker, answers it, and gives it. */
function answered(body: string): Answer {
  const { message } = there.json('wait', '--take', '--as', 'worker', '--timeout', '20s')
  there.json('reply', message.id, '-b', body, '--as', 'worker')
  return message
}

const came = (as: string): Answer => here.json('wait', '--take', '--as', as, '--timeout', '20s').message

it('by a command, and answered by one', () => {
  here.json('send', 'worker@swarm-b', '-s', 'By a command', '-b', 'Hi', '--as', 'boss')
  expect(answered('Got it')).toMatchObject({ from: 'boss@swarm-a', subject: 'By a command' })
  expect(came('boss')).toMatchObject({ from: 'worker@swarm-b', body: 'Got it', kind: 'response' })
})

it('by an agent’s tool, and the answer comes by one', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile, 'mcp', '--as', 'boss', '--tools', 'protocol'],
    cwd: here.folder,
    env: { ...(quietEnvironment() as Record<string, string>), HOME: here.folder },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(transport)
  const asked = { target: 'worker@swarm-b', subject: 'By a tool', body: 'Hi' }
  const sent = await client.callTool({ name: 'send_request', arguments: asked })
  expect(sent.isError ?? false).toBe(false)
  expect(answered('Tool got it')).toMatchObject({ from: 'boss@swarm-a', subject: 'By a tool' })
  await client.callTool({ name: 'await_message', arguments: { timeout: '20s' } })
  const handed = await client.callTool({ name: 'next', arguments: {} })
  expect(JSON.stringify(handed.structuredContent)).toContain('Tool got it')
  await client.close()
})

it('by a person at the screen, who sees the answer come', async () => {
  const person = personAt(here)
  const seat = start(watchpost(here.store, person), { env: { HOME: here.folder } })
  await seat.sees('swarm-a')
  await seat.press('m')
  await seat.sees('New message')
  await seat.type('worker@swarm-b')
  await seat.press('Tab', 'Tab')
  await seat.type('By a person')
  await seat.press('Tab', 'Tab', 'Tab')
  await seat.type('Hi')
  await seat.press('C-s')
  await seat.misses('New message')
  expect(answered('Screen got it')).toMatchObject({ from: `${person}@swarm-a`, subject: 'By a person' })
  await seat.sees(/worker@swarm-b.*By a person/u)
  await seat.press('Enter')
  await seat.sees('Screen got it')
})
