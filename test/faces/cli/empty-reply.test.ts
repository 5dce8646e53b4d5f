import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let id = ''
beforeAll(() => {
  desk = openDesk(['critic', 'lead'])
  id = desk.json('send', 'critic', '-s', 'Review', '-b', 'Please', '--as', 'lead').id
})
afterAll(() => desk.close())

const owes = () => desk.json('owed', '--as', 'critic').owed.length as number

describe('a reply without text is refused, and the answer stays owed', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['nothing', [], ''],
    ['an empty body', ['-b', ''], ''],
    ['spaces and line ends', ['-b', ' \n\t '], ''],
    ['empty standard input', ['-b', '-'], ''],
    ['blank standard input', ['-b', '-'], '\n\n'],
    ['a subject alone', ['-s', 'Done'], ''],
    ['a kind that is an answer', ['--kind', 'response'], ''],
  ])('%s', (_, args, input) => {
    const { code, err } = desk.run(['reply', id, ...args, '--as', 'critic'], { input })
    expect([code, err.split('\n')[0]]).toEqual([2, 'watchpost: The reply has no text; nothing was sent.'])
    expect(err).toContain('--empty')
    expect(owes()).toBe(1)
  })

  test('in a batch, and as JSON', () => {
    const line = JSON.stringify({ command: 'reply', as: 'critic', input: { message: id, body: '  ' } })
    const { code, out } = desk.run(['batch'], { input: line })
    expect([code, JSON.parse(out).error.code]).toEqual([8, 'usage'])
    expect(owes()).toBe(1)
  })
})

describe('what is an answer is sent', () => {
  test.each<readonly [string, readonly string[]]>([
    ['--empty', ['--empty']],
    ['--empty beside a body', ['--empty', '-b', 'Done']],
    ['a file', ['--attach', '/etc/hosts']],
    ['a payload', ['--payload', '{"ok":true}']],
  ])('%s', (_, args) => {
    const request = desk.json('send', 'critic', '-b', 'Please', '--as', 'lead').id
    expect(desk.run(['reply', request, ...args, '--as', 'critic'])).toMatchObject({ code: 0 })
    const owed = desk.json('owed', '--as', 'critic').owed as readonly { message: { id: string } }[]
    expect(owed.map(({ message }) => message.id)).not.toContain(request)
  })

  test('agreeing and conceding say all by their kind', () => {
    const claim = desk.json('send', 'critic', '--kind', 'claim', '--statement', 'A', '--as', 'lead').id
    expect(desk.run(['reply', claim, '--kind', 'counter', '--as', 'critic'])).toMatchObject({ code: 2 })
    expect(desk.run(['reply', claim, '--kind', 'query', '--as', 'critic'])).toMatchObject({ code: 2 })
    const counter = desk.json('reply', claim, '--kind', 'counter', '--statement', 'B', '--as', 'critic').id
    expect(desk.run(['reply', counter, '--kind', 'concede', '--as', 'lead'])).toMatchObject({ code: 0 })
  })
})
