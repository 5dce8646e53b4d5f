import { describe, expect, it } from 'vitest'
import type { OwnCommand } from '../../../src/domain/settings/own-commands.ts'
import { keymap } from '../../../src/faces/tui/commands/index.ts'
import { withOwnCommands } from '../../../src/faces/tui/commands/keys/own-keys.ts'
import { runOwn } from '../../../src/faces/tui/compose/own-program.ts'
import type { Effect } from '../../../src/faces/tui/effect.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { frameText } from '../../support/screen-text.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const ticket: OwnCommand = {
  name: 'ticket',
  keys: ['Alt-t'],
  scope: 'mail',
  run: ['tracker', '{id}', '{subject}'],
  description: 'open a ticket',
  confirm: false,
  output: 'toast',
  safe: false,
  timeLimit: 30_000,
  where: 'config.yaml:2',
}
const own = (more: Partial<OwnCommand> = {}): OwnCommand => ({ ...ticket, ...more })
const foot = ({ state }: Sitting): string => frameText(state).trimEnd().split('\n').at(-1) ?? ''

function seat(command: OwnCommand, more: Parameters<typeof message>[1] = {}): Sitting {
  const sitting = sitBefore([row('M001', { subject: 'Red\u202e tests', task: 'nightly', ...more })], {
    columns: 160,
    rows: 30,
  })
  const { keymap: keys, problems } = withOwnCommands(keymap, [command])
  sitting.state = withSession(sitting.state, { keymap: keys, keyProblems: problems })
  sitting.taken()
  return sitting
}
const ran = (sitting: Sitting) =>
  sitting.taken().find((effect): effect is Extract<Effect, { type: 'run-own' }> => effect.type === 'run-own')

describe('a command of one’s own', () => {
  it('gets the fields of the message as arguments and variables, cleaned, and its text', () => {
    const sitting = seat(own()).answerThread([message('M001', { body: 'Look at it.\n' })])
    sitting.press('Alt-t')
    expect(ran(sitting)).toMatchObject({
      words: ['tracker', 'M001', 'Red⟨U+202E⟩ tests'],
      variables: {
        WATCHPOST_ID: 'M001',
        WATCHPOST_THREAD: 'M001',
        WATCHPOST_FROM: 'critic',
        WATCHPOST_TO: 'lea',
        WATCHPOST_SUBJECT: 'Red⟨U+202E⟩ tests',
        WATCHPOST_KIND: 'request',
        WATCHPOST_TASK: 'nightly',
        WATCHPOST_AGENT: 'critic',
      },
      input: 'Look at it.\n',
      timeLimit: 30_000,
    })
    expect(foot(sitting)).toContain('ticket is running.')
  })

  it('asks first where it should, and runs on a yes', () => {
    const sitting = seat(own({ confirm: true })).press('Alt-t')
    expect(ran(sitting)).toBeUndefined()
    expect(foot(sitting)).toContain('Run ticket on M001: open a ticket? (y, n):')
    sitting.type('n').press('Enter')
    expect(ran(sitting)).toBeUndefined()
    sitting.press('Alt-t').type('y').press('Enter')
    expect(ran(sitting)).toMatchObject({ words: ['tracker', 'M001', 'Red⟨U+202E⟩ tests'] })
  })

  it.each([
    ['a subject that may be an option', own(), { subject: '--force' }, /subject begins with -/u],
    [
      'a field that is not there',
      own({ run: ['a', '{task}'] }),
      { task: null },
      /The message has no task\./u,
    ],
  ])('does not run with %s', (_, command, more, says) => {
    const sitting = seat(command, more).press('Alt-t')
    expect(ran(sitting)).toBeUndefined()
    expect(sitting.state.session.toast?.text).toMatch(says)
  })

  it('runs with such a subject behind --', () => {
    const sitting = seat(own({ run: ['a', '--', '{subject}'] }), { subject: '--force' }).press('Alt-t')
    expect(ran(sitting)).toMatchObject({ words: ['a', '--', '--force'] })
  })

  it.each([
    [false, undefined],
    [true, { type: 'run-own' }],
  ])('on a read-only screen runs only if it is marked safe: %s', (safe, expected) => {
    const sitting = seat(own({ safe }))
    sitting.state = withSession(sitting.state, { readOnly: true })
    sitting.press('Alt-t')
    expect(ran(sitting)?.type).toBe(expected?.type)
  })

  it('is told in the footer, in the help and in the palette, which runs it', () => {
    const wide = { columns: 200, rows: 40 }
    const sitting = seat(own())
    sitting.tell({ type: 'resize', ...wide })
    expect(foot(sitting)).toContain('Alt-t ticket')
    expect(frameText(sitting.press('?').state)).toMatch(/Alt-t +open a ticket/u)
    sitting.press('q', ':')
    sitting
      .tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
      .type('tick')
    expect(frameText(sitting.state)).toMatch(/▸ own +ticket +open a ticket +Alt-t/u)
    sitting.taken()
    expect(ran(sitting.press('Enter'))).toMatchObject({ name: 'ticket' })
  })

  it.each([
    [own({ keys: ['e'] }), 'config.yaml:2: commands.ticket: e is the key of archive, or restore.'],
    [own({ keys: ['g'] }), /commands\.ticket: g and g \S \(.*\) begin with the same key\./u],
    [
      own({ keys: ['e e'] }),
      /commands\.ticket: e e and e \(archive, or restore\) begin with the same key\./u,
    ],
    [own({ keys: ['ctrl+k'] }), /commands\.ticket: unknown key ctrl\+k\. Did you mean C-k\?/u],
    [own({ scope: 'maill' }), /commands\.ticket: unknown scope maill\./u],
    [own({ scope: 'help' }), /unknown scope help\./u],
  ])('whose key is taken has none, and the screen says so: %j', (command, says) => {
    const { keymap: keys, problems } = withOwnCommands(keymap, [command])
    expect(keys).toBe(keymap)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(says)
    const sitting = seat(command)
    sitting.tell({ type: 'started' })
    expect(sitting.state.session.toast).toMatchObject({ text: problems[0], tone: 'problem' })
    expect(frameText(sitting.press('?').state)).toContain('Your commands without a key')
  })

  it('gives way to the one before it that has the same key', () => {
    const { keymap: keys, problems } = withOwnCommands(keymap, [own(), own({ name: 'other' })])
    expect(keys.length).toBe(keymap.length + 1)
    expect(problems).toEqual(['config.yaml:2: commands.other: Alt-t is the key of open a ticket.'])
  })
})

describe('its program', () => {
  const effect = (script: string, more: Partial<Extract<Effect, { type: 'run-own' }>> = {}) => ({
    type: 'run-own' as const,
    name: 'ticket',
    words: ['sh', '-c', script, 'x', '$(touch pwned); `id`'],
    variables: { WATCHPOST_SUBJECT: '$(id)' },
    input: 'the text',
    output: 'toast' as const,
    timeLimit: 10_000,
    ...more,
  })
  const variables = { PATH: process.env['PATH'] }

  it.each([
    ['its last line', 'echo one; echo two', { type: 'done', text: 'ticket: two' }],
    ['that it is done', 'true', { type: 'done', text: 'ticket is done.' }],
    ['its text', 'cat', { type: 'done', text: 'ticket: the text' }],
    ['a variable as it is', 'printf %s "$WATCHPOST_SUBJECT"', { type: 'done', text: 'ticket: $(id)' }],
    ['an argument as it is', 'printf %s "$1"', { type: 'done', text: 'ticket: $(touch pwned); `id`' }],
    ['no control sequences', 'printf "a\\033[31mb"', { type: 'done', text: 'ticket: ab' }],
    ['its failure', 'echo no tests >&2; exit 3', { type: 'failed', text: 'ticket exited with 3: no tests' }],
    ['how it was ended', 'kill -9 $$', { type: 'failed', text: 'ticket was ended by SIGKILL.' }],
  ])('tells %s', async (_, script, expected) => {
    expect(await runOwn(effect(script), variables)).toMatchObject(expected)
  })

  it('shows all that it says on a page, and nothing where nothing is wanted', async () => {
    expect(await runOwn(effect('echo one; echo two', { output: 'page' }), variables)).toMatchObject({
      outcome: { type: 'value', title: 'ticket', value: 'one\ntwo\n' },
    })
    expect(await runOwn(effect('echo one', { output: 'none' }), variables)).toBeNull()
    expect(await runOwn(effect('exit 1', { output: 'none' }), variables)).toMatchObject({ type: 'failed' })
  })

  it('is ended after its time, with what it started', async () => {
    const ended = await runOwn(effect('sleep 60 & sleep 60', { timeLimit: 200 }), variables)
    expect(ended).toEqual({ type: 'failed', text: 'ticket took longer than 0.2 s and was ended.' })
  })

  it('that is not there is told', async () => {
    const none = effect('', { words: ['watchpost-no-such-program'] })
    expect(await runOwn(none, variables)).toMatchObject({
      text: 'ticket: watchpost-no-such-program cannot be started: no such program.',
    })
  })
})
