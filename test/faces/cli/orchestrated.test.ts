import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let mailbox: string
beforeAll(() => {
  desk = openDesk()
  mailbox = join(desk.folder, '.cccc/mailbox')
  mkdirSync(join(mailbox, 'peera'), { recursive: true })
  const sent = [
    { id: 'm1', to: 'peerb', type: 'QUERY', content: { statement: 'How many servers?' } },
    { id: 'm2', to: 'peerb', type: 'BOGUS', content: { statement: 'x' } },
  ]
  writeFileSync(join(mailbox, 'peera/outbox.json'), JSON.stringify({ sent }))
  writeFileSync(join(desk.store, 'config.yaml'), 'mailbox:\n  base_dir: .cccc/mailbox\n')
})
afterAll(() => desk.close())

const why = 'peera/outbox.json[1]: the type BOGUS is none of CLAIM'

test('a check before delivery names what would be refused', () => {
  const { code, err } = desk.run(['validate', '--format', 'cccc'])
  expect(err).toContain(why)
  expect(code).toBe(8)
})

test('what is refused ends sync with 8, stays in its file, and is told to its writer', () => {
  for (let round = 0; round < 2; round += 1) {
    const { code, err } = desk.run(['sync', '--format', 'cccc', '--once'])
    expect([code, err]).toEqual([8, expect.stringContaining(why)])
  }
  const read = (path: string) => JSON.parse(readFileSync(join(mailbox, path), 'utf8'))
  expect(read('peera/outbox.json').sent).toMatchObject([{ delivered: true }, { id: 'm2', type: 'BOGUS' }])
  expect(read('peerb/inbox.json').queue).toMatchObject([{ id: 'm1' }])
  expect(read('peera/inbox.json').queue).toMatchObject([
    { type: 'RESPONSE', reply_to: 'm2', content: { error: expect.stringContaining('BOGUS') } },
  ])
})
