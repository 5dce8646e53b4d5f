import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { urlOf } from '../../support/server-url.ts'
import { until } from '../../support/soon.ts'

let desk: Desk
const running: ChildProcess[] = []
beforeEach(() => {
  desk = openDesk(['boss', 'other'], 'swarm-a')
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  desk.close()
})

/** Works on all mail that there is, and on what comes of that. How often the program started, of each agent. */
function startsOf(script: string, ...flags: readonly string[]): Readonly<Record<string, number>> {
  const count = (agent: string) => {
    const file = join(desk.folder, agent)
    return existsSync(file) ? readFileSync(file, 'utf8').length : 0
  }
  const agents = ['boss', 'other']
  for (const agent of [...agents, ...agents]) {
    const program = ['sh', '-c', `cat > /dev/null; printf x >> ${agent}; ${script}`]
    expect([0, 8]).toContain(desk.run(['run', agent, '--once', ...flags, '--', ...program]).code)
  }
  return Object.fromEntries(agents.map((agent) => [agent, count(agent)]))
}

describe.each(['exit 3', 'exit 0', 'echo 42'])('a program that ends with `%s` is started', (script) => {
  it.each([
    ['may end tasks', true],
    ['may not', false],
  ])('once for the task of a server, where the agent %s', async (_, canComplete) => {
    if (canComplete) desk.json('agents', 'update', 'boss', '--can-complete')
    const token = desk.json('token', 'create', '--role', 'user', '--id', 'lea').token
    const server = desk.start(['serve', '--port', '0', '--entrypoint', 'boss'])
    running.push(server)
    const url = await urlOf(server)
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    const answer = fetch(`${url}/message`, { method: 'POST', headers, body: '{"body":"Do"}' })
    // A process that the test waits for keeps this one from sending anything.
    await until(() => desk.json('inbox', '--as', 'boss').messages.length === 1, 'the request')
    expect(startsOf(script, '--reply')).toEqual({ boss: 1, other: 0 })
    expect((await answer).status).toBe(200)
    expect(startsOf(script, '--reply')).toEqual({ boss: 1, other: 0 })
  })

  it('once for a request that the agent sent to itself', () => {
    desk.json('send', 'boss', '-s', 'Do', '-b', 'x', '--kind', 'request', '--as', 'boss')
    expect(startsOf(script)).toEqual({ boss: 1, other: 0 })
  })

  it('once for a request of another agent, and not for the news of a failure', () => {
    desk.json('send', 'boss', '-s', 'Do', '-b', 'x', '--kind', 'request', '--as', 'other')
    expect(startsOf(script)).toEqual({ boss: 1, other: 0 })
  })
})
