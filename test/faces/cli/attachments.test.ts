import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic'])
  writeFileSync(join(desk.folder, 'plan.md'), 'the plan')
  mkdirSync(join(desk.folder, 'notes'))
})
afterEach(() => desk.close())

const warned = (...attach: readonly string[]) =>
  desk.json('send', 'critic', '-s', attach.join(), ...attach.flatMap((path) => ['--attach', path]))
    .warnings as readonly string[]

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a file', ['plan.md'], []],
  ['a link, and what lies elsewhere', ['https://example.org/x', 'build:/srv/x'], []],
  ['a file that is not there', ['plan.mdd'], ['There is no file plan.mdd in ']],
  ['a folder', ['notes'], ['notes is a folder, not a file.']],
  [
    'several, each told once',
    ['plan.md', 'a', 'notes', 'a'],
    ['There is no file a in ', 'notes is a folder'],
  ],
])('%s as an attachment: told is what is not there', (_told, attach, expected) => {
  expect(warned(...attach)).toEqual(expected.map((text) => expect.stringContaining(text)))
})

test('what is not there is sent all the same, and told where people read it', () => {
  const { code, err } = desk.run(['send', 'critic', '-s', 'Look', '--attach', 'gone\u001b[31m.md'])
  expect(code).toBe(0)
  expect(err).toContain('The message was sent with this path anyway.')
  expect(err).not.toContain('\u001b[31m')
})

test('whoever sends on or hands on what others named is told of nothing', () => {
  const { id } = desk.json('send', 'critic', '-s', 'Look', '--attach', 'gone.md') as { id: string }
  expect(desk.json('forward', id, 'critic').warnings).toEqual([])
  expect(desk.json('handoff', 'critic', '-s', 'x', '--done', 'y', '--file', 'gone.md').warnings).toEqual([])
  expect(desk.json('reply', id, '-b', 'Here', '--attach', 'missing.md', '--as', 'critic').warnings).toEqual([
    expect.stringContaining('missing.md'),
  ])
})
