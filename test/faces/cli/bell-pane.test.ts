import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A stand-in for a coding agent in a pane: a program of that name that keeps what is typed, and draws no prompt of its own. */
describe.skipIf(!hasTmux)('the bell of an agent in a tmux pane', () => {
  let desk: Desk
  let folder: string
  let pane: string
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', args, {
      env: { ...quietEnvironment(), TMUX_TMPDIR: folder },
      encoding: 'utf8',
    }).trim()
  const typed = () => (existsSync(join(folder, 'typed')) ? readFileSync(join(folder, 'typed'), 'utf8') : '')
  const ring = () => desk.run(['ring', 'critic'], { env: { TMUX_TMPDIR: folder } }).out.trim()
  async function openPane(command: string, name: string): Promise<void> {
    pane = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', command)
    await until(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === name)
    desk.json('agents', 'update', 'critic', '--pane', pane)
    // Nobody but us rings here: the processes that senders start look for another tmux.
    desk.json('send', 'critic', '-s', 'secret', '--priority', 'urgent', '--as', 'lead')
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
    copyFileSync('/bin/cat', join(folder, 'claude'))
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'cat')
  })
  beforeEach(() => {
    rmSync(join(folder, 'typed'), { force: true })
    desk = openDesk(['critic', 'lead'])
    // Senders start no ringer of their own.
    desk.json('agents', 'update', 'critic', '--wake', 'off')
  })
  afterAll(() => {
    tmux('kill-server')
    rmSync(folder, { recursive: true, force: true })
  })
  const wake = () => desk.json('agents', 'update', 'critic', '--wake', 'urgent')
  const listener = () => `exec ${join(folder, 'claude')} > ${join(folder, 'typed')}`

  test('is typed at its empty prompt, once', async () => {
    await openPane(listener(), 'claude')
    wake()
    expect(ring()).toMatch(/^critic\s+rung\s+tmux pane$/u)
    await until(() => typed() === '[watchpost] 1 unread, 1 urgent: `watchpost next`\n')
    expect(ring()).toContain('it has not answered the last bell')
    desk.close()
  })

  test('is not typed into a draft', async () => {
    await openPane(listener(), 'claude')
    tmux('send-keys', '-t', pane, '-l', 'half a word')
    await until(() => tmux('capture-pane', '-p', '-t', pane).includes('half a word'))
    wake()
    expect(ring()).toContain(`The prompt in pane ${pane} is not empty.`)
    tmux('send-keys', '-t', pane, 'Enter')
    await until(() => typed() === 'half a word\n')
    desk.close()
  })

  test('is not typed into a shell, nor where nobody lives', async () => {
    await openPane('exec bash --norc', 'bash')
    wake()
    expect(ring()).toContain('which would run the text')
    expect(tmux('capture-pane', '-p', '-t', pane)).not.toContain('watchpost')
    tmux('kill-pane', '-t', pane)
    desk.json('agents', 'update', 'critic', '--pane', '%999')
    expect(ring()).toContain('nobody heard the last bell')
    desk.close()
  })
})
