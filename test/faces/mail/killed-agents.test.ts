import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { generator, proof, proofPatience, scaled } from '../../support/scale.ts'
import { urlOf } from '../../support/server-url.ts'
import { until } from '../../support/soon.ts'

const kills = scaled(6, 60)
const random = generator(46)

let desk: Desk
let url = ''
let token = ''
let server: ChildProcess
beforeAll(async () => {
  desk = openDesk(['boss'], 'swarm-a')
  token = desk.json('token', 'create', '--role', 'user', '--id', 'lea').token
  server = desk.start(['serve', '--port', '0', '--entrypoint', 'boss'])
  url = await urlOf(server)
})
afterAll(() => {
  server.kill('SIGKILL')
  desk.close()
})

const ended = (child: ChildProcess) => new Promise((resolve) => child.on('exit', resolve))

/** A call that ends with the task. */
async function ask(): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const response = await fetch(`${url}/message`, { method: 'POST', headers, body: '{"body":"Do"}' })
  return ((await response.json()) as { readonly response: string }).response
}

it(
  proof('an agent that is killed while it ends its work leaves no caller waiting', kills, 'kills'),
  async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const answer = ask()
      await until(() => isThere(), 'the request')
      const { message } = desk.json('wait', '--take', '--as', 'boss', '--timeout', '20s', '--kind', 'request')
      const verb = kill % 2 === 0 ? ['complete', message.id] : ['complete', message.id, '--result', '42']
      const agent = desk.start([...verb, '--as', 'boss'])
      const over = ended(agent)
      setTimeout(() => agent.kill('SIGKILL'), 40 + random() * 260)
      await over
      // Who died before it ended anything does it again; whatever it ended is made good by others.
      const { status } = statusOf(message.id)
      if (status !== 'archived') desk.json(...(verb as [string, ...string[]]), '--as', 'boss')
      expect(await answer).toMatch(kill % 2 === 0 ? /without a result/u : /^42$/u)
    }
  },
  proofPatience(1_800_000),
)

/** A command of the test keeps this process from sending anything meanwhile, so the request is waited for in turns. */
function isThere(): boolean {
  const { messages } = desk.json('inbox', '--unread', '--kind', 'request', '--as', 'boss')
  return messages.length > 0
}

function statusOf(id: string): { readonly status: string } {
  return desk.json('read', id, '--peek', '--as', 'boss').messages[0]
}
