import { describe, expect, it } from 'vitest'
import { fieldOfArgument } from '../../src/domain/settings/own-commands.ts'
import { settingsOf as readLazily, type SettingsFile } from '../../src/settings.ts'

/** Every section, as a copy reads them. */
const settingsOf = (files: readonly SettingsFile[]) => ({ ...readLazily(files) })

const user = (text: string) => settingsOf([{ path: 'user.yaml', text, own: true }]).commands
const block = (...lines: readonly string[]) =>
  `commands:\n  ticket:\n${lines.map((line) => `    ${line}\n`).join('')}`

describe('commands of the settings', () => {
  it('are read whole, with what holds where nothing is said', () => {
    expect(user(block('key: Alt-t', 'run: [gh, "{id}"]'))).toEqual([
      {
        name: 'ticket',
        keys: ['Alt-t'],
        scope: 'mail',
        run: ['gh', '{id}'],
        description: 'ticket',
        confirm: false,
        output: 'toast',
        safe: false,
        timeLimit: 30_000,
        where: 'user.yaml:2',
      },
    ])
    const all = block(
      ...['key: ["g  t", F5]', 'scope: thread', 'run:', '  - echo', '  - x', 'description: Open a ticket'],
      ...['confirm: true', 'output: page', 'read_only: true', 'time_limit: 2m'],
    )
    expect(user(all)).toMatchObject([
      {
        keys: ['g t', 'F5'],
        scope: 'thread',
        run: ['echo', 'x'],
        confirm: true,
        safe: true,
        timeLimit: 120_000,
      },
    ])
  })

  it('do not come with a project', () => {
    const text = block('key: Alt-t', 'run: [rm, x]')
    expect(() => settingsOf([{ path: 'store.yaml', text, own: false }])).toThrow(
      /^store\.yaml:1: commands names programs to start, so a store's settings may not contain it/u,
    )
  })

  it.each([
    [block('run: [a]'), /user\.yaml:2: commands\.ticket has no key/u],
    [block('key: t'), /user\.yaml:2: commands\.ticket has no program/u],
    [block('key: t', 'run: a b'), /user\.yaml:4: commands\.ticket\.run is not valid/u],
    [block('key: t', 'run: [a]', 'kee: x'), /user\.yaml:5: unknown setting commands\.ticket\.kee/u],
    [block('key: t', 'run: [a]', 'output: tost'), /user\.yaml:5: commands\.ticket\.output is not valid/u],
    [block('key: t', 'run: [a]', 'time_limit: soon'), /commands\.ticket\.time_limit is not valid/u],
    ['commands:\n  Big:\n    key: t\n    run: [a]', /commands\.Big: invalid name/u],
    [
      block('key: t', 'run: [a, "{sbject}"]'),
      /user\.yaml:4: commands\.ticket\.run: unknown field \{sbject\}/u,
    ],
    [block('key: t', 'run: ["{id}"]'), /a field cannot name the program/u],
    [block('key: t', 'run: [a, "--title={subject}"]'), /\{subject\} is part of a longer argument/u],
    [block('key: t', 'run: [sh, -c, "echo {subject}"]'), /\{subject\} is part of a longer argument/u],
    [block('key: t', 'run: [sh, -c, "{subject}"]'), /\{subject\} follows -c, so its text would be run/u],
    [block('key: t', 'run: [bash, -lc, "{subject}"]'), /\{subject\} follows -lc/u],
    [block('key: t', 'run: [python3, -c, "{subject}"]'), /\{subject\} follows -c/u],
  ])('are refused with their line: %j', (text, sentence) => {
    expect(() => user(text)).toThrow(sentence)
  })

  it.each([
    ['{id}', 'id'],
    ['{subject}', 'subject'],
    ['{nothing}', null],
    ['id', null],
    ['{id} ', null],
  ])('an argument %j stands for %j', (argument, field) => {
    expect(fieldOfArgument(argument)).toBe(field)
  })
})
