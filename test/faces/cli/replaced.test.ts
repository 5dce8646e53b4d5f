import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['al', 'bob'])
})
afterEach(() => desk.close())

const said = (...words: readonly string[]) => desk.run([...words, '--as', 'bob']).out

test('whoever prints a message says what it replaces, and when its reader read that', () => {
  const send = (...more: readonly string[]) =>
    desk.json('send', 'bob', '-s', 'Deploy', '-b', 'now', '--again', ...more, '--as', 'al').id as string
  const [first, second] = [send(), send()]
  said('next')
  const [seen, unseen] = [send('--replaces', first), send('--replaces', second)]
  const agents = { env: { CLAUDECODE: '1' } }
  for (const words of [['inject'], ['read', seen, '--peek']]) {
    expect(desk.run([...words, '--as', 'bob'], agents).out).toMatch(
      new RegExp(`replaces ${first}, which you read \\d+s ago`, 'u'),
    )
  }
  expect(said('read', seen, '--peek', '--format', 'text')).toMatch(
    new RegExp(`replaces ${first}, which you read`, 'iu'),
  )
  expect(said('read', unseen, '--peek')).toMatch(new RegExp(`replaces ${second}(?!, which)`, 'iu'))
})
