import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['peera', 'peerb'])
})
afterAll(() => desk.close())

const rounds = 12

test('whoever dies between an agreement and its entry, the entry is there once after patrol', async () => {
  const agreed: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const claim = [
      'send',
      'peerb',
      '-s',
      `Topic ${round}`,
      '--kind',
      'claim',
      '--statement',
      'x',
      '--as',
      'peera',
    ] as const
    const { id } = desk.json(...claim)
    const speaker = desk.start([
      'reply',
      id,
      '--kind',
      'agree',
      '--statement',
      `Decision ${round}`,
      '--as',
      'peerb',
    ])
    const ended = new Promise((resolve) => speaker.once('exit', resolve))
    setTimeout(() => speaker.kill('SIGKILL'), 60 + round * 12)
    await ended
    if (desk.json('debate', 'show', id).consensus) agreed.push(`### Decision: Decision ${round}`)
  }
  for (let again = 0; again < 2; again += 1) desk.json('patrol')
  const file = join(desk.folder, 'SUBPOR.md')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  expect(lines.filter((line) => line.startsWith('### Decision:')).sort()).toEqual(agreed.sort())
  expect(desk.json('debate', 'health')).toMatchObject({ unfiled: 0, decided: agreed.length })
})
