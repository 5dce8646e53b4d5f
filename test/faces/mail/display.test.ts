import { afterEach, describe, expect, it } from 'vitest'
import { type Standing, standingLines } from '../../../src/faces/http/terminal/standing.ts'
import { widthOf } from '../../../src/faces/tui/terminal/text-measure.ts'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openPeer } from '../../support/mail-peer.ts'
import { openSwarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'
import { openProgram, type Program } from '../../support/terminal.ts'

let desk: Desk | undefined
let program: Program | undefined
afterEach(async () => {
  await program?.kill()
  desk?.close()
})

it('shows on a terminal what happens, and below it how things stand', async () => {
  desk = openDesk(['boss'], 'swarm-a')
  const { token } = desk.json('token', 'create', '--role', 'user', '--id', 'lea')
  program = openProgram([process.execPath, programFile, 'serve', '--port', '0', '--entrypoint', 'boss'], {
    cwd: desk.folder,
    columns: 100,
    rows: 20,
    env: { HOME: desk.folder },
  })
  await program.sees('swarm-a at http://127.0.0.1:')
  await program.sees('no other swarms')
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(program.screen().join('\n'))?.[0] ?? ''
  for (let at = 0; at < 3; at += 1) await fetch(`${url}/health`)
  await fetch(`${url}/message`, { method: 'POST' })
  await program.sees('401  POST /message')
  await program.sees('4 requests (1 refused, 0 failed)')
  await program.misses('/health')
  const headers = { authorization: `Bearer ${token}` }
  const ask = { method: 'POST', headers, body: '{"body":"Hello","stream":true}' }
  const asked = fetch(`${url}/message`, ask).then((response) => response.text())
  await program.sees('1 task awaited · 1 stream ')
  program.resize(40, 20)
  const task = desk.json('wait', '--take', '--as', 'boss', '--timeout', '20s').message.task
  desk.json('agents', 'update', 'boss', '--can-complete')
  desk.json('task', 'complete', task, '-b', 'Hi', '--as', 'boss')
  expect(await asked).toContain('event: task_complete')
  await program.sees('task ended')
  await program.sees('0 tasks awaited')
  // One block, the last of all, however often it was written.
  await program.until(
    'one block',
    (lines) => lines.filter((line) => line.includes('── swarm-a')).length === 1,
  )
  program.signal('SIGTERM')
  expect((await program.exited()).code).toBe(143)
  expect(program.screen().join('\n')).toMatch(/stopped\s*$/u)
})

it('what others say does nothing to the terminal', async () => {
  const written: string[] = []
  const terminal = { write: (text: string) => void written.push(text), columns: () => 80, colour: false }
  const swarm = await openSwarm('swarm-a', { terminal })
  const boss = await swarm.join('boss')
  const peer = await openPeer('swarm-r')
  const admin = await swarm.token('admin', 'root')
  await swarm.call('POST', '/swarms', admin, { name: 'swarm-r', base_url: peer.url })
  peer.answer = () => ({ status: 400, body: { detail: '\x1b]0;owned\x07\x1b[2J\u202e\x9b31m' } })
  await boss.send({ to: ['boss@swarm-r'], body: 'Hi' })
  await until(() => written.join('').includes('undelivered'), 'the refusal')
  await swarm.close()
  await peer.close()
  const text = written.join('').replaceAll(/\x1b\[\d+A\r\x1b\[J/gu, '')
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/u)
})

describe('how things stand', () => {
  const standing: Standing = {
    url: 'https://h:1',
    swarm: 'swarm-a',
    startedAt: 0,
    requests: 12_345,
    refused: 0,
    failed: 0,
    tasks: 2,
    streams: 1,
    callers: 0,
    outbox: 3,
    peers: [
      { name: 'swarm-b', active: true, lastSeen: 0 },
      { name: '群れ', active: false, lastSeen: 0 },
    ],
  }
  it('is told in three lines, what is lost first', () => {
    expect(standingLines(standing, 120_000, 100)).toEqual([
      '── swarm-a at https://h:1, up 2m ──',
      '12,345 requests · 2 tasks awaited · 1 stream · 0 callers waiting · 3 on the way',
      'swarms: ○ 群れ, lost 2m ago · ● swarm-b',
    ])
  })
  it.each([10, 20, 33, 79])('is never wider than %s columns', (columns) => {
    for (const line of standingLines(standing, 120_000, columns))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
  })
})
