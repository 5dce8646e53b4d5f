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
      'key: ["g  t", F5]',
      'scope: thread',
      'run:',
      '  - echo',
      '  - x',
      'description: Open a ticket',
      'confirm: true',
      'output: page',
      'read_only: true',
      'time_limit: 2m',
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
    [block('key: t', 'run: [sh, -c, "{subject}"]'), /\{subject\} follows -c, so its text could be run/u],
    [block('key: t', 'run: [bash, -lc, "{subject}"]'), /\{subject\} follows -lc/u],
    [block('key: t', 'run: [python3, -c, "{subject}"]'), /\{subject\} follows -c/u],
  ])('are refused with their line: %j', (text, sentence) => {
    expect(() => user(text)).toThrow(sentence)
  })

  it.each([
    'ssh, host',
    'ssh, host, --',
    '/usr/bin/ssh, host',
    'tmux, run-shell',
    'tmux, display-message, --',
    'node, --eval',
    'node, -p',
    'env, -S',
    'env, -iS',
    'awk',
    'awk, --',
    'sed',
    'sed, --',
    'xargs',
    'make',
    'make, --',
    'sh, -c, --',
    'sudo',
    'sudo, -u, --',
    'sudo, ssh, host',
    'env, A=1, ssh, host',
    'nice, -n, 5',
    'timeout, 5',
    'sudo, -n, awk',
    'xargs, awk',
    'psql, -c',
    'perl, -E',
    'php, -r',
    'vim',
  ])('a subject is never run by [%s, …], unless the person trusts it', (words) => {
    const run = (field: string) => `run: [${words}, "${field}"]`
    expect(() => user(block('key: t', run('{subject}')))).toThrow(/\{subject\} follows .*could be run/u)
    expect(user(block('key: t', run('{subject}'), 'trusted: true'))).toHaveLength(1)
    // What we write ourselves has nothing to run.
    expect(user(block('key: t', run('{id}')))).toHaveLength(1)
  })

  it.each([
    'gh, issue, create, --title',
    'notify-send',
    'sh, -c, ticket, sh',
    'sed, -n, 1p, --',
    'git, log, --',
    'awk, NR, --',
    'env, ticket, --',
    'xargs, -n, 1, echo, --',
    'mkdir, -p',
    'nice, ticket, --',
  ])('a subject is an argument of [%s, …]', (words) => {
    expect(user(block('key: t', `run: [${words}, "{subject}"]`))).toHaveLength(1)
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
