import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtins } from '../../../src/faces/cli/builtin-commands.ts'
import { guessedCommands, guessedSubcommands } from '../../../src/faces/cli/guessed.ts'
import { catalogue, findCommand, operationNames } from '../../../src/operations/catalogue.ts'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let id = ''
beforeAll(() => {
  desk = openDesk(['critic', 'lead'])
  id = desk.json('send', 'critic', '-s', 'Hello', '-b', 'There', '--as', 'lead').id
})
afterAll(() => desk.close())

const errorOf = (args: readonly string[]) => {
  const { code, err } = desk.run([...args, '--json'])
  expect(code).toBe(2)
  return JSON.parse(err).error as Answer
}

describe('a command that other programs have', () => {
  test.each([
    ['list', '`watchpost inbox`'],
    ['ls', '`watchpost inbox`'],
    ['mail', '`watchpost inbox`'],
    ['messages', '`watchpost inbox`'],
    ['check', '`watchpost count`'],
    ['show', '`watchpost read ID`'],
    ['get', '`watchpost next`'],
    ['done', '`watchpost complete ID`'],
    ['take', '`watchpost next --take`'],
    ['register', '`watchpost agents register NAME`'],
    ['status', '`watchpost count`'],
    ['answer', '`watchpost reply ID -b TEXT`'],
    ['DONE', '`watchpost complete ID`'],
  ])('%s names ours', (command, ours) => {
    const error = errorOf([command, id, '--as', 'critic'])
    expect(error).toMatchObject({ code: 'usage', message: `There is no command ${command}.` })
    expect(error.hint).toContain(`Did you mean ${ours}`)
  })

  test.each([
    ['agents add', '`watchpost agents register NAME`'],
    ['queue new', '`watchpost queue create`'],
    ['draft rm', '`watchpost draft delete`'],
    ['task done', '`watchpost task complete`'],
    ['view Q8Y7X', '`watchpost read ID`'],
  ])('%s names ours', (command, ours) => {
    expect(errorOf(command.split(' ')).hint).toContain(`Did you mean ${ours}`)
  })

  test('a misspelling is not taken for one', () => {
    expect(errorOf(['sned', 'critic']).hint).toContain('Did you mean send')
    expect(errorOf(['constructor']).hint).toBe('List the commands with `watchpost --help`.')
  })

  test('a line of a batch is told the same', () => {
    const { code, out } = desk.run(['batch'], { input: '{"command":"list"}\n{"command":"agents add"}\n' })
    const hints = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).error.hint)
    expect(code).toBe(8)
    expect(hints).toEqual([
      expect.stringContaining('`watchpost inbox`'),
      expect.stringContaining('agents register'),
    ])
  })

  test('each suggestion is a command that we have, and no guess is one already', () => {
    const known = (line: string) => {
      const words = line.split(' ')
      return findCommand(words) !== undefined || builtins.some(({ command }) => command === words[0])
    }
    for (const [guess, lines] of Object.entries(guessedCommands)) {
      expect(known(guess), guess).toBe(false)
      for (const line of lines) expect(known(line), line).toBe(true)
    }
    const second = new Set(operationNames.map((name) => catalogue[name].command.split(' ')[1]))
    for (const words of Object.values(guessedSubcommands))
      for (const word of words) expect(second.has(word.split(' ')[0]), word).toBe(true)
  })
})

describe('a flag that other programs have', () => {
  test.each([
    [['send', 'critic', '-m', 'Hi'], '-m', '-b'],
    [['send', 'critic', '-mHi'], '-m', '-b'],
    [['reply', 'ID', '-m', 'Hi'], '-m', '-b'],
    [['send', 'critic', '--message', 'Hi'], '--message', '-b'],
    [['send', 'critic', '--text', 'Hi'], '--text', '-b'],
    [['send', 'critic', '--title', 'Hi'], '--title', '-s'],
    [['inbox', '-n', '5'], '-n', '--limit'],
  ])('%j names ours', (args, flag, ours) => {
    const line = args.map((word) => (word === 'ID' ? id : word))
    const { message } = errorOf([...line, '--as', 'critic'])
    expect(message).toContain(`There is no flag ${flag}. Did you mean ${ours}`)
    expect(message).not.toContain('--as')
  })

  test.each([[['count', '-m', 'Hi']], [['inbox', '-z']], [['whoami', '-t']]])(
    '%j: a letter is no misspelling of a short flag name',
    (args) => {
      const { message } = errorOf(args)
      expect(message).toContain('There is no flag -')
      expect(message).not.toContain('Did you mean')
    },
  )

  test('letters that are no flag are told once', () => {
    expect(errorOf(['count', '-zzz']).message).toBe('There is no flag -z.')
  })
})
